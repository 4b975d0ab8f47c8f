internal import AppearanceDesktop
internal import AppearanceModel

/// The desktop and its own settings, as far as they are to follow.
struct DesktopEvidence {
    typealias Known<Value> = Result<Value, Unavailable>

    let desktop: Desktop
    /// The value of `XDG_CURRENT_DESKTOP`.
    let names: String
    /// What is to be turned; nil where nothing is.
    let control: DesktopSwitch?
    /// What each of the settings says that follow; nil where nobody has set any.
    let values: [DesktopSetting: Known<String?>]
    /// Programs that it takes to read or turn them, and that are not there.
    let missing: [DesktopCommand]
    /// What all of Plasma's programs share.
    let plasma: KDEGlobals
    /// The extensions of GNOME's shell that are enabled, as gsettings lists them.
    let extensions: String

    /// Asks for everything at once.
    ///
    /// - Parameters:
    ///   - settings: What is to follow.
    ///   - variables: With which the service and the portal are started.
    ///   - mayAsk: Whether there is a session bus; without one, gsettings would start one.
    init(_ settings: DesktopSettings, _ variables: [String: String], mayAsk: Bool) {
        names = variables["XDG_CURRENT_DESKTOP"] ?? ""
        desktop = Desktop(currentDesktop: names)
        control = DesktopSwitch(settings.follow, on: desktop)
        plasma = Self.plasma(variables)
        let followers = control?.settings(in: settings) ?? []
        let asked = mayAsk ? followers.compactMap { $0.question } : []
        let isGNOME = mayAsk && desktop == .gnome
        let answers = CommandRunner.ask(asked + (isGNOME ? [Self.extensionsQuestion] : []))
        if isGNOME, case .said(let text) = answers.last {
            extensions = text
        } else {
            extensions = ""
        }
        var told = answers[...]
        var values: [DesktopSetting: Known<String?>] = [:]
        var missing: [DesktopCommand] = []
        for setting in followers {
            switch setting.source {
            case .kdeglobals: values[setting] = .success(plasma.value(of: setting))
            case .program(let command):
                guard let answer = told.popFirst(), mayAsk else { break }
                if answer == .missing { missing.append(command) }
                values[setting] = setting.value(from: answer)
            }
        }
        self.values = values
        self.missing = missing
    }

    /// Whether the desktop is COSMIC, whose own setting is a file that appearanced does not write.
    var isCOSMIC: Bool { Desktop.nameWithOwnSwitch(in: names) == "cosmic" }

    private static let extensionsQuestion = Command(
        "gsettings", "get", "org.gnome.shell", "enabled-extensions")

    private static func plasma(_ variables: [String: String]) -> KDEGlobals {
        let home = variables["XDG_CONFIG_HOME"] ?? variables["HOME"].map { $0 + "/.config" }
        let paths = home.map {
            KDEGlobals.paths(home: $0, directories: variables["XDG_CONFIG_DIRS"])
        }
        return KDEGlobals(
            (paths ?? []).compactMap { path in
                (try? FileReading.bytes(of: path, limit: 1024 * 1024)).map {
                    String(decoding: $0, as: UTF8.self)
                }
            })
    }
}

extension DesktopSetting {
    /// What is asked for its value; nil where a file has it.
    fileprivate var question: Command? {
        guard case .program(let command) = source else { return nil }
        return Command(
            command.program, command.arguments, environment: command.environment)
    }

    fileprivate func value(from answer: CommandResult) -> Result<String?, Unavailable> {
        switch answer {
        case .said(let text): return .success(value(fromAnswer: text))
        case .refused(let complaint):
            return isUnset(byComplaint: complaint)
                ? .success(nil)
                : .failure(Unavailable("\(name) cannot be read: \(complaint.excerpt)"))
        case .missing, .silent, .endless:
            return .failure(Unavailable("\(name) cannot be read."))
        }
    }

    /// How a person finds it.
    var name: String {
        switch place {
        case .gsettings(let schema, let key): "\(schema) \(key)"
        case .kdeglobals(let group, let key): "\(key) of [\(group)] in kdeglobals"
        case .xfconf(let channel, let property): "\(property) of \(channel)"
        }
    }
}
