import AppearanceModel

extension ConfigurationSchema {
    /// The table of the programs that run when the appearance changes.
    static let hookTables: [ConfigurationTable] = [
        ConfigurationTable(
            "hooks",
            "The programs that run when the appearance changes: the executable files in "
                + "~/.config/appearanced/hooks.d. `appearancectl hooks` lists them.",
            [
                ConfigurationKey(
                    "hooks.parallel", \.hooks.parallel, .count(in: 1...32),
                    "The number of hooks that may run at the same time."),
                ConfigurationKey(
                    "hooks.timeout", \.hooks.timeout, .span(.seconds(1) ... .minutes(10)),
                    "The time after which a hook is ended with all its processes."),
                ConfigurationKey(
                    "hooks.on_start", \.hooks.onStart, .word,
                    "The hooks that run when the daemon starts: changed, those that have not yet "
                        + "succeeded in the present appearance; always, all; or never, none."),
                ConfigurationKey(
                    "hooks.darkman", \.hooks.darkman, .truth,
                    "Whether the scripts of darkman run too: those in darkman, dark-mode.d and "
                        + "light-mode.d below ~/.local/share.",
                    details: "At night they receive dark. Stop darkman first, or they run twice."),
            ])
    ]
}
