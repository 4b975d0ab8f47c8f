internal import AppearanceDesktop
internal import Console
internal import Linux

/// The night light of a desktop, as its user has set it.
struct OwnNightLight: Equatable {
    let kind: NightLight
    /// Whether it warms the screen in the evening.
    let isOn: Bool
    /// The colour temperature at night in kelvin; `nil` if it is unknown.
    let temperature: Int?

    /// Reads the settings, of GNOME from what its programs have printed; `nil` if they are not readable.
    init?(_ kind: NightLight, _ session: DesktopSession, _ printed: [String]) {
        let texts =
            switch kind.source(in: session) {
            case .programs: printed
            case .files(let paths):
                paths.map { FileReading.text(of: $0, limit: SettingsText.largestFile) ?? "" }
            }
        guard let reading = NightLightReading(of: kind, texts: texts) else { return nil }
        self.kind = kind
        isOn = reading.values[kind.switchKey] == "true"
        let text =
            switch kind {
            case .gnome: reading.values["night-light-temperature"]
            // https://invent.kde.org/plasma/kwin/-/blob/master/src/plugins/nightlight/nightlightsettings.kcfg
            case .kwin: reading.values["NightTemperature"] ?? "4500"
            case .magnifier: nil as String?
            }
        temperature = text?.split(separator: " ").last.flatMap { Int($0) }
    }
}

extension NightLight {
    /// The key of the setting that turns it on.
    fileprivate var switchKey: String { settings.last?.key ?? "" }

    /// Returns the programs that print its settings; none if they are in files.
    func questions(in session: DesktopSession) -> [Command] {
        guard case .programs(let commands) = source(in: session) else { return [] }
        return commands.map {
            Command($0.program, $0.arguments, environment: $0.environment(in: session))
        }
    }

    /// Returns the commands that turn it on or off; none if a running desktop would not notice them.
    func switchCommands(on isOn: Bool) -> [Command] {
        let commands = writing(isOn ? "true" : "false", to: switchKey)
        guard let command = commands.first(where: { (try? ProgramPath.find($0.program)) != nil })
        else { return [] }
        switch self {
        case .gnome, .magnifier: return [Command(command.program, command.arguments)]
        case .kwin:
            if command.program == "kwriteconfig6" {
                return [Command(command.program, ["--notify"] + command.arguments)]
            }
            // The program of KDE Frameworks 5 cannot tell KWin.
            guard let announcement = announcementCommand, (try? ProgramPath.find("busctl")) != nil
            else { return [] }
            return [Command(command.program, command.arguments), announcement]
        }
    }

    /// The command that tells a running desktop of another value of the switch; `nil` if it notices by itself.
    private var announcementCommand: Command? {
        guard let (path, group) = announcement else { return nil }
        let name = switchKey.utf8.map { String($0) }
        return Command(
            "busctl",
            ["--user", "emit", path, "org.kde.kconfig.notify", "ConfigChanged", "a{saay}", "1"]
                + [group, "1", "\(name.count)"] + name)
    }
}

extension CommandResult {
    /// The output; empty for any other result.
    var text: String { if case .output(let text) = self { text } else { "" } }
}
