package import AppearanceDesktop
internal import AppearanceModel
internal import Console
internal import Glibc
internal import Linux

/// A program, or the night light of a desktop, that warms the screen in the evening, and which the night filter
/// can replace.
package struct EveningProgram: Equatable {
    /// The part of the system that starts it.
    package enum Origin: Equatable {
        /// A unit of the user's service manager.
        case unit(String)
        /// The autostart of the session, or a person.
        case process(Int32)
        /// The settings of a desktop.
        case nightLight(NightLight)
    }

    /// The name for people.
    let name: String
    let origin: Origin
    let settings: ForeignEvening

    /// The commands that stop it, now and at the next login where that is possible.
    package var stopCommands: [Command] {
        switch origin {
        case .unit(let unit): [Command("systemctl", "--user", "disable", "--now", unit)]
        case .process(let process): [Command("kill", "\(process)")]
        case .nightLight(let nightLight): nightLight.switchCommands(on: false)
        }
    }

    /// Stops it.
    ///
    /// - Throws: `CommandLineError` if a command fails; a process that has ended meanwhile is no error.
    func stop() throws(CommandLineError) {
        switch origin {
        // A shell has the command built in, and the system may have no program of it.
        case .process(let process): kill(process, SIGTERM)
        case .unit, .nightLight: for command in stopCommands { try command.run() }
        }
    }

    /// The action that is left to the user, as a sentence; empty for none.
    var remainder: String {
        guard case .process = origin else { return "" }
        return "Take \(name) out of the autostart of your session, so that it does not start again."
    }
}

extension Evidence {
    /// The program that warms the screen in the evening; `nil` if there is none whose settings are known.
    var eveningProgram: EveningProgram? {
        let running = programs.lazy.compactMap { program -> EveningProgram? in
            guard program.isOfThisSession,
                let settings = eveningSettings(of: program), settings.isWarm
            else { return nil }
            let unit = program.unit.map(EveningProgram.Origin.unit)
            return EveningProgram(
                name: program.name, origin: unit ?? .process(program.process), settings: settings)
        }
        return running.first ?? eveningNightLight
    }

    private func eveningSettings(of program: RunningProgram) -> ForeignEvening? {
        func text(_ names: String...) -> String {
            let folder = BaseDirectories { variables[$0] }.configuration ?? ""
            return names.lazy.compactMap { FileReading.text(of: "\(folder)/\($0)") }.first ?? ""
        }
        let arguments = program.arguments
        return switch program.name {
        case "redshift", "redshift-gtk":
            ForeignEvening(redshift: text("redshift/redshift.conf", "redshift.conf"), arguments)
        case "gammastep", "gammastep-indicator":
            ForeignEvening(redshift: text("gammastep/config.ini"), arguments)
        case "wlsunset": ForeignEvening(wlsunset: arguments)
        case "hyprsunset": ForeignEvening(hyprsunset: text("hypr/hyprsunset.conf"), arguments)
        case "sunsetr": ForeignEvening(sunsetr: text("sunsetr/sunsetr.toml"))
        default: nil
        }
    }

    /// The night light of this desktop, if the user has turned it on, and not the night filter.
    private var eveningNightLight: EveningProgram? {
        guard let nightLight = desktop.nightLight, nightLight.isOn,
            let temperature = nightLight.temperature, !isHeld(nightLight.kind)
        else { return nil }
        let settings = ForeignEvening(temperature: temperature)
        guard settings.isWarm else { return nil }
        return EveningProgram(
            name: nightLight.kind.name, origin: .nightLight(nightLight.kind), settings: settings)
    }
}

extension Evidence {
    /// Whether the night filter has changed the settings of a night light.
    private func isHeld(_ nightLight: NightLight) -> Bool {
        guard let folder = BaseDirectories({ variables[$0] }).state else { return false }
        let journal = KeptFiles.journal(of: .nightLight(nightLight), in: folder)
        return (try? File.isAbsent(journal.path)) != true
    }
}

extension RunningProgram {
    /// The arguments, after the name of the program or of its script.
    fileprivate var arguments: [String] {
        let line = FileReading.text(of: "/proc/\(process)/cmdline") ?? ""
        return line.split(separator: "\0").dropFirst().map(String.init)
    }

    /// The unit of the user's service manager that is made for the program; `nil` for any other origin.
    var unit: String? {
        EveningProgram.unit(
            of: name, inGroup: FileReading.text(of: "/proc/\(process)/cgroup") ?? "")
    }
}

extension EveningProgram {
    /// Returns the unit of a program by the text of its `cgroup`; `nil` if the unit is not named after it.
    ///
    /// A program that a compositor, a terminal or an autostart entry has started is in the unit of that one,
    /// which must not be stopped with it.
    package static func unit(of program: String, inGroup group: String) -> String? {
        guard group.contains("/user@"),
            let name = group.split(separator: "/").last.map({ String($0).trimmed }),
            name.hasSuffix(".service"), name.hasPrefix(program),
            !name.dropFirst(program.count).prefix(1).contains(where: \.isLetter)
        else { return nil }
        return name
    }
}
