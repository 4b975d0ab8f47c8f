package import AppearanceDesktop
internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import Linux

/// The desktop and those of its settings that follow.
struct DesktopEvidence {
    typealias Known<Value> = Result<Value, CommandLineError>

    let desktop: Desktop
    /// The value of `XDG_CURRENT_DESKTOP`.
    let names: String
    /// The settings to change; `nil` if none follow.
    let control: DesktopSwitch?
    /// The value of each setting that follows; `nil` if it is unset.
    let values: [DesktopSetting: Known<String?>]
    /// The missing programs that read or change the settings, each with a command that needs it.
    let missing: [(program: String, command: DesktopCommand)]
    /// The shared settings of Plasma's programs.
    let plasma: KDEGlobals
    /// The setting of the desktop that tells whether it, or a part of it, switches by itself, as gsettings
    /// prints it; empty on a desktop without one.
    let switching: String

    /// The desktop's own night light, as it is set; `nil` for a desktop without one, and if it is unknown.
    let nightLight: OwnNightLight?

    /// The major version of the GNOME Shell that runs, such as 48; empty for none.
    let shellVersion: String

    /// The enabled extensions of GNOME Shell, as gsettings lists them; empty on another desktop.
    var extensions: String { desktop == .gnome ? switching : "" }
    /// The extensions that GNOME Shell does not load although they may be enabled, as gsettings lists them;
    /// empty on another desktop.
    let disabledExtensions: String

    /// Reads all settings at once.
    ///
    /// - Parameters:
    ///   - settings: The configuration of the settings that follow.
    ///   - variables: The environment of the daemon and the portal.
    ///   - hasBus: Whether there is a session bus; without one, gsettings would start one.
    init(_ settings: DesktopSettings, _ variables: [String: String], hasBus: Bool) {
        names = variables["XDG_CURRENT_DESKTOP"] ?? ""
        let session = DesktopSession { variables[$0] }
        desktop = session.desktop(named: names) { FileReading.text(of: $0) }
        control = DesktopSwitch(settings.follow, on: desktop)
        plasma = KDEGlobals(session.plasmaPaths.map(Self.text))
        let home = session.configHome ?? ""
        let followers = (control?.settings(in: settings, on: desktop) ?? [])
            .filter { $0.isUsable { FileWriting.exists("\(home)/\($0)") } }
        let commands = hasBus ? followers.compactMap { $0.command(in: session) } : []
        let questions =
            hasBus
            ? [Self.question(on: desktop)].compactMap(\.self)
                + (desktop == .gnome ? [Self.disabled, Self.shell] : []) : []
        let light = NightLight(of: desktop)
        let lightQuestions = hasBus ? light?.questions(in: session) ?? [] : []
        // A program of a wallpaper daemon that does not run tries for half a second to reach it.
        let all = CommandRunner.run(commands + questions + lightQuestions, within: .seconds(5))
        let results = Array(all.prefix(commands.count + questions.count))
        let replies = results.dropFirst(commands.count).map(\.text)
        nightLight = light.flatMap {
            OwnNightLight($0, session, all.suffix(lightQuestions.count).map(\.text))
        }
        switching = replies.first ?? ""
        disabledExtensions = desktop == .gnome ? replies.dropFirst().first ?? "" : ""
        let version = desktop == .gnome ? results.last?.busValue?.string : nil
        shellVersion = version?.split(separator: ".").first.map(String.init) ?? ""
        var left = results[...]
        var values: [DesktopSetting: Known<String?>] = [:]
        var missing: [(program: String, command: DesktopCommand)] = []
        for setting in followers {
            switch setting.source(in: session) {
            case .files(let paths):
                values[setting] = .success(setting.value(in: paths.map(Self.text)))
            case .programs(let commands):
                guard let command = commands.first, let result = left.popFirst(), hasBus
                else { break }
                let helper = command.helpers.first { (try? ProgramPath.find($0)) == nil }
                if let program = result == .missing ? command.program : helper {
                    missing.append((program, command))
                }
                if case .failed(let message) = result, setting.isMissing(byErrorOutput: message) {
                    break
                }
                values[setting] = setting.value(from: result)
            }
        }
        self.values = values
        self.missing = missing
    }

    /// Returns the command that prints the setting of a desktop that tells whether it switches by itself.
    private static func question(on desktop: Desktop) -> Command? {
        switch desktop {
        case .gnome: Command("gsettings", "get", "org.gnome.shell", "enabled-extensions")
        case .cinnamon: Command("gsettings", "get", "org.cinnamon", "enabled-applets")
        case .pantheon:
            Command(
                "gsettings", "get", "io.elementary.settings-daemon.prefers-color-scheme",
                "prefer-dark-schedule")
        case .kde, .xfce, .mate, .budgie, .cosmic, .x11, .layerShell, .other: nil
        }
    }

    private static let disabled = Command(
        "gsettings", "get", "org.gnome.shell", "disabled-extensions")

    /// The command that prints the version of the GNOME Shell that runs.
    private static let shell = Command(
        "busctl", "--user", "--json=short", "--auto-start=no", "--timeout=1", "call",
        "org.gnome.Shell", "/org/gnome/Shell", "org.freedesktop.DBus.Properties", "Get", "ss",
        "org.gnome.Shell", "ShellVersion")

    /// Returns the text of a settings file; empty if there is none.
    private static func text(at path: String) -> String {
        FileReading.text(of: path, limit: SettingsText.largestFile) ?? ""
    }
}

extension DesktopSetting {
    /// The command that reads the setting; `nil` if it is read from a file.
    fileprivate func command(in session: DesktopSession) -> Command? {
        guard case .programs(let commands) = source(in: session), let command = commands.first
        else { return nil }
        return Command(command.program, command.arguments, environment: command.environment)
    }

    fileprivate func value(from result: CommandResult) -> Result<String?, CommandLineError> {
        switch result {
        case .output(let text): return .success(value(in: [text]))
        case .failed(let message):
            return isUnset(byErrorOutput: message)
                ? .success(nil)
                : .failure(CommandLineError("\(name) cannot be read: \(message.excerpt)"))
        case .missing, .timedOut, .tooLong:
            return .failure(CommandLineError("\(name) cannot be read."))
        }
    }

    /// The name of the setting for a person.
    package var name: String {
        switch place {
        case .gsettings(let schema, let key): "\(schema) \(key)"
        case .kconfig(let setting):
            "\(setting.place.key) of [\(setting.place.group)] in \(setting.place.file)"
        case .plasmashell: "background picture of plasmashell"
        case .xfconf(let channel, let property): "\(property) of \(channel)"
        case .xfconfScreens(let channel, let suffix): "\(suffix.dropFirst()) of \(channel)"
        case .x11Root: "background picture of the X server"
        case .layerShell: "background picture of the Wayland compositor"
        case .file(let path, _, let key): key.isEmpty ? path : "\(key) in \(path)"
        }
    }
}
