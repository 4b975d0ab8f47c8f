internal import AppearanceDesktop
internal import AppearanceModel
internal import Console

/// A check for other programs that switch the desktop between light and dark.
struct SwitchersCheck: Check {
    let name = "other switchers"

    func examine(_ evidence: Evidence) throws(CommandLineError) -> [Finding] {
        let names = try? evidence.names.get()
        let switchers = Switcher.known.compactMap { switcher in
            switcher.trace(in: evidence, names).map { finding(switcher, $0) }
        }
        let all = switchers + plasma(evidence)
        guard all.isEmpty else { return all }
        guard let warmer = evidence.programs.first(where: { Switcher.warmers.contains($0.name) })
        else { return [.ok("None is running.")] }
        return [
            .ok(
                "None is running; \(warmer.name) changes the colour temperature, which is compatible."
            )
        ]
    }

    /// Returns the finding that Plasma switches by the time of day, which 6.5 and later can do.
    private func plasma(_ evidence: Evidence) -> [Finding] {
        guard evidence.desktop.desktop == .kde, evidence.desktop.plasma.switchesByItself
        else { return [] }
        return [
            .warning(
                "Plasma switches between light and dark too.",
                because: "Its own automatic switching is on (AutomaticLookAndFeel).",
                fix: "kwriteconfig6 --file kdeglobals --group KDE --key AutomaticLookAndFeel false")
        ]
    }

    private func finding(_ switcher: Switcher, _ trace: Switcher.Trace) -> Finding {
        .warning(
            "\(switcher.name) switches between light and dark too.", because: trace.text,
            fix: switcher.stopCommand ?? trace.process.map { "kill \($0)" } ?? "")
    }
}

/// A program that switches between light and dark.
struct Switcher {
    let name: String
    var busName: String?
    var programs: Set<String> = []
    /// The command that stops it now and at the next login; `nil` if only its process can be
    /// killed.
    var stopCommand: String?

    /// The evidence that a switcher runs.
    struct Trace {
        let text: String
        var process: Int32?
    }

    static let known = [
        Switcher(
            name: "darkman", busName: "nl.whynothugo.darkman", programs: ["darkman"],
            stopCommand: "systemctl --user disable --now darkman"),
        Switcher(
            name: "Yin-Yang", programs: ["yin_yang", "yin-yang"],
            stopCommand: "systemctl --user disable --now yin_yang.timer"),
        Switcher(name: "Koi", programs: ["koi"]),
        Switcher(name: "AutomaThemely", programs: ["automathemely", "autothscheduler.py"]),
        Switcher(
            name: "Night Theme Switcher",
            stopCommand: "gnome-extensions disable \(nightThemeSwitcher)"),
    ]

    /// Programs that change the colour temperature, but not light and dark.
    static let warmers: Set = ["gammastep", "redshift", "wlsunset", "hyprsunset", "sunsetr"]

    /// An extension of GNOME Shell.
    ///
    /// https://gitlab.com/rmnvgr/nightthemeswitcher-gnome-shell-extension
    static let nightThemeSwitcher = "nightthemeswitcher@romainvigier.fr"

    /// Returns the evidence that the switcher runs; `nil` without any.
    func trace(in evidence: Evidence, _ names: BusNames?) -> Trace? {
        if let busName, let owner = names?[busName] {
            return Trace(text: "\(owner.text) has the name \(busName).", process: owner.process)
        }
        if stopCommand?.contains(Self.nightThemeSwitcher) == true,
            evidence.desktop.extensions.contains("'\(Self.nightThemeSwitcher)'")
        {
            return Trace(text: "The extension \(Self.nightThemeSwitcher) is enabled.")
        }
        return evidence.programs.first { programs.contains($0.name) }
            .map { Trace(text: "Process \($0.process) is \($0.name).", process: $0.process) }
    }
}
