internal import AppearanceDesktop
internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import Linux

/// A program, or a part of a desktop, that switches between light and dark.
struct Switcher {
    /// A sign that it is there.
    enum Sign {
        case busName(String)
        case programs(Set<String>)
        /// The name of a configuration of Quickshell.
        case shell(String)
        /// A part of the setting by which a desktop switches by itself.
        case setting(Desktop, String)
        /// Plasma's setting, of 6.5 and later.
        case plasma
        /// A file below the user's configuration with the text `true`.
        case file(Desktop, String)
    }

    /// The way in which a desktop shell follows.
    struct Following {
        /// The name of the hook that tells it, which may be a part of the name.
        let hook: String
        /// The last line of the hook, after `$1` was set to `light` or `dark`.
        let line: String
        /// The setting of a schedule of its own.
        var schedule: ShellSetting?
        /// The setting by which it follows the portal, on by default.
        var portal: ShellSetting?
    }

    /// A value in a JSON file of a shell.
    struct ShellSetting {
        var isState = false
        /// The path below the user's configuration or state.
        let file: String
        let names: [String]
    }

    enum State: Equatable {
        case absent
        case following(String)
        case switching(cause: String, fix: String)
    }

    let name: String
    let signs: [Sign]
    /// The command that stops it now and at the next login; `nil` if only its process can be killed.
    var fix: String?
    /// The way in which it follows; `nil` if it does not.
    var following: Following?

    static let known = [
        Switcher(
            name: "darkman", signs: [.busName("nl.whynothugo.darkman"), .programs(["darkman"])],
            fix: "systemctl --user disable --now darkman"),
        Switcher(
            name: "Yin-Yang", signs: [.programs(["yin_yang", "yin-yang"])],
            fix: "systemctl --user disable --now yin_yang.timer"),
        Switcher(name: "Koi", signs: [.programs(["koi"])]),
        Switcher(
            name: "AutomaThemely", signs: [.programs(["automathemely", "autothscheduler.py"])]),
        // https://gitlab.com/rmnvgr/nightthemeswitcher-gnome-shell-extension
        Switcher(
            name: "Night Theme Switcher",
            signs: [.setting(.gnome, "'nightthemeswitcher@romainvigier.fr'")],
            fix: "gnome-extensions disable nightthemeswitcher@romainvigier.fr"),
        // https://github.com/linuxmint/cinnamon-spices-applets
        Switcher(
            name: "The applet Automatic dark/light themes",
            signs: [.setting(.cinnamon, "auto-dark-light@gihaume")],
            fix: "cinnamon-settings applets  # remove it there"),
        Switcher(
            name: "elementary's schedule",
            signs: [
                .setting(.pantheon, "'sunset-to-sunrise'"), .setting(.pantheon, "'manual'"),
            ],
            fix: "gsettings set io.elementary.settings-daemon.prefers-color-scheme"
                + " prefer-dark-schedule disabled"),
        Switcher(name: "Plasma", signs: [.plasma], fix: KDEGlobals.stopSwitching),
        Switcher(
            name: "COSMIC",
            signs: [.file(.cosmic, "cosmic/com.system76.CosmicTheme.Mode/v1/auto_switch")]),
        // Version 5 of Noctalia, and 4. https://docs.noctalia.dev
        Switcher(
            name: "Noctalia", signs: [.programs(["noctalia"])],
            following: Following(
                hook: "noctalia", line: "exec noctalia msg theme-mode-set \"$1\"")),
        Switcher(
            name: "Noctalia", signs: [.programs(["noctalia-shell"]), .shell("noctalia-shell")],
            following: Following(
                hook: "noctalia",
                line: "[ \"$1\" = light ] && set setLight || set setDark;"
                    + " exec qs -c noctalia-shell ipc call darkMode \"$1\"",
                schedule: ShellSetting(
                    file: "noctalia/settings.json", names: ["colorSchemes", "schedulingMode"]))),
        // https://danklinux.com/docs/dankmaterialshell
        Switcher(
            name: "DankMaterialShell", signs: [.programs(["dms"]), .shell("dms")],
            following: Following(
                hook: "dank-material-shell", line: "exec dms ipc call theme \"$1\"",
                schedule: ShellSetting(
                    isState: true, file: "DankMaterialShell/session.json",
                    names: ["themeModeAutoEnabled"]),
                portal: ShellSetting(
                    file: "DankMaterialShell/settings.json", names: ["syncModeWithPortal"]))),
        // https://github.com/caelestia-dots/cli
        Switcher(
            name: "caelestia", signs: [.programs(["caelestia"]), .shell("caelestia")],
            following: Following(
                hook: "caelestia", line: "exec caelestia scheme set -m \"$1\"")),
        // https://github.com/end-4/dots-hyprland
        Switcher(
            name: "illogical-impulse", signs: [.shell("ii")],
            following: Following(
                hook: "illogical-impulse",
                line: "exec ~/.config/quickshell/ii/scripts/colors/switchwall.sh --mode \"$1\""
                    + " --noswitch")),
    ]
}

extension Switcher {
    /// Returns whether it is there, and whether it follows.
    func state(in evidence: Evidence) -> State {
        for sign in signs {
            guard let trace = evidence.trace(of: sign) else { continue }
            guard let following else {
                return .switching(
                    cause: trace.text, fix: fix ?? trace.fix ?? Evidence.kill(trace.process))
            }
            return evidence.state(of: following, trace.text)
        }
        return .absent
    }
}

extension Evidence {
    /// Returns the text of a sign and its process if known, with the command that ends it if that depends on
    /// the user; `nil` if there is no such sign.
    fileprivate func trace(
        of sign: Switcher.Sign
    ) -> (text: String, process: Int32?, fix: String?)? {
        switch sign {
        case .busName(let name):
            return names.value?[name].map { ("\($0.text) has the name \(name).", $0.process, nil) }
        case .programs(let names):
            return programs.first { names.contains($0.name) && isOfSession($0) }
                .map { ("Process \($0.process) is \($0.name).", $0.process, nil) }
        case .shell(let name):
            return programs.first { $0.shell == name && isOfSession($0) }
                .map { ("Process \($0.process) is \($0.name) with \(name).", $0.process, nil) }
        case .setting(let desktop, let part):
            guard self.desktop.desktop == desktop, self.desktop.switching.holds(part),
                !self.desktop.disabledExtensions.holds(part)
            else { return nil }
            return ("The setting of \(desktop.settingsName) has \(part).", nil, nil)
        case .plasma:
            guard desktop.desktop == .kde, desktop.plasma.switchesByItself else { return nil }
            return ("Its own automatic switching is on (AutomaticLookAndFeel).", nil, nil)
        case .file(let desktop, let name):
            let home = BaseDirectories { variables[$0] }.configuration
            guard self.desktop.desktop == desktop, let path = home.map({ "\($0)/\(name)" }),
                FileReading.text(of: path)?.trimmed == "true"
            else { return nil }
            return (
                "Its own automatic switching is on (\(path)).", nil,
                "printf false >\(path.shellWord)"
            )
        }
    }

    /// Returns whether a program is not known to be of another session, such as one in a container.
    private func isOfSession(_ program: RunningProgram) -> Bool {
        let own = RunningProgram.variables(of: program.process)
        let directory = own["XDG_RUNTIME_DIR"]
        // A process that has ended has none.
        return !own.isEmpty && (directory == nil || directory == variables["XDG_RUNTIME_DIR"])
    }

    /// Returns whether a desktop shell follows.
    fileprivate func state(
        of following: Switcher.Following, _ trace: String
    ) -> Switcher.State {
        let schedule = following.schedule.flatMap(value)
        if let setting = following.schedule, let schedule, schedule.isOn {
            return .switching(
                cause: "\(trace) Its own schedule is on (\(setting.names.joined(separator: ".")) in"
                    + " \(setting.file)); turn it off in its settings.",
                fix: "")
        }
        // A shell that has stored nothing yet has not started, or stores it elsewhere.
        if let portal = following.portal, schedule != nil, value(of: portal)?.bool != false {
            return .following("the portal")
        }
        if let hook = hooks.catalog.hooks.first(where: { $0.name.holds(following.hook) }) {
            return .following("the hook \(hook.name.withoutControls)")
        }
        let folder = hooks.folders.own ?? ""
        let path = (folder + "/" + following.hook).shellWord
        return .switching(
            cause: trace
                + " It sets the preference of the desktop when it starts and when its own mode"
                + " changes. A hook lets it follow; see Desktop shells in docs/desktops.md.",
            fix: "mkdir -p \(folder.shellWord) && printf '%s\\n' '#!/bin/sh'"
                + " '[ \"$1\" = light ] || set dark' '\(following.line)' >\(path)"
                + " && chmod +x \(path)")
    }

    /// Returns a setting of a shell; `nil` if it is not stored.
    private func value(of setting: Switcher.ShellSetting) -> JSON? {
        let directories = BaseDirectories { variables[$0] }
        let folder = setting.isState ? directories.stateHome : directories.configuration
        let text = folder.flatMap {
            try? FileReading.bytes(of: "\($0)/\(setting.file)", limit: 1 << 20)
        }
        let file = text.flatMap { try? JSON(decoding: $0) }
        return setting.names.reduce(file) { $0?[$1] }
    }
}

extension JSON {
    /// Whether it turns a schedule on: `true`, or a word other than `off`.
    fileprivate var isOn: Bool { bool ?? string.map { $0 != "off" } ?? false }
}
