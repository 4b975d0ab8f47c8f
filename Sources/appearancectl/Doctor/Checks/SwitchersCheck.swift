internal import AppearanceDesktop
internal import AppearanceModel

/// Other programs that turn the desktop light and dark, against which nobody wins.
struct SwitchersCheck: Check {
    let name = "other switchers"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        let names = try? evidence.names.get()
        let rivals = Switcher.known.compactMap { switcher in
            switcher.sign(of: evidence, names).map { finding(switcher, seen: $0) }
        }
        let all = rivals + plasma(evidence)
        guard all.isEmpty else { return all }
        guard let warmer = evidence.programs.first(where: { Switcher.warmers.contains($0.name) })
        else { return [.ok("None is running.")] }
        return [
            .ok("None is running; \(warmer.name) warms the colours, which goes well with this.")
        ]
    }

    /// Plasma 6.5 and later can go by the time of day itself.
    private func plasma(_ evidence: Evidence) -> [Finding] {
        guard evidence.desktop.desktop == .kde, evidence.desktop.plasma.switchesByItself
        else { return [] }
        return [
            .warning(
                "Plasma turns light and dark as well.",
                because: "Its own automatic switching is on (AutomaticLookAndFeel).",
                fix: "kwriteconfig6 --file kdeglobals --group KDE --key AutomaticLookAndFeel false")
        ]
    }

    private func finding(_ switcher: Switcher, seen: Switcher.Sign) -> Finding {
        .warning(
            "\(switcher.name) turns light and dark as well.", because: seen.words,
            fix: switcher.end ?? seen.process.map { "kill \($0)" } ?? "")
    }
}

/// A program that does what this one does.
struct Switcher {
    let name: String
    var busName: String?
    var programs: Set<String> = []
    /// What ends it, now and for good; nil where its process must be ended.
    var end: String?

    /// By what it was seen.
    struct Sign {
        let words: String
        var process: Int32?
    }

    static let known = [
        Switcher(
            name: "darkman", busName: "nl.whynothugo.darkman", programs: ["darkman"],
            end: "systemctl --user disable --now darkman"),
        Switcher(
            name: "Yin-Yang", programs: ["yin_yang", "yin-yang"],
            end: "systemctl --user disable --now yin_yang.timer"),
        Switcher(name: "Koi", programs: ["koi"]),
        Switcher(name: "AutomaThemely", programs: ["automathemely", "autothscheduler.py"]),
        Switcher(
            name: "Night Theme Switcher",
            end: "gnome-extensions disable \(nightThemeSwitcher)"),
    ]

    /// They change how warm the screen's colours are, and neither light nor dark.
    static let warmers: Set = ["gammastep", "redshift", "wlsunset", "hyprsunset", "sunsetr"]

    /// An extension of GNOME's shell.
    ///
    /// https://gitlab.com/rmnvgr/nightthemeswitcher-gnome-shell-extension
    static let nightThemeSwitcher = "nightthemeswitcher@romainvigier.fr"

    /// Nil where nothing is seen of it.
    func sign(of evidence: Evidence, _ names: BusNames?) -> Sign? {
        if let busName, let owner = names?[busName] {
            return Sign(words: "\(owner.words) has the name \(busName).", process: owner.process)
        }
        if end?.contains(Self.nightThemeSwitcher) == true,
            evidence.desktop.extensions.contains("'\(Self.nightThemeSwitcher)'")
        {
            return Sign(words: "The extension \(Self.nightThemeSwitcher) is enabled.")
        }
        return evidence.programs.first { programs.contains($0.name) }
            .map { Sign(words: "Process \($0.process) is \($0.name).", process: $0.process) }
    }
}
