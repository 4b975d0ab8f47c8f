internal import AppearanceDesktop
internal import Glibc

/// Gives back what the service has changed on the desktop, by the ledger that it keeps.
struct DesktopReset {
    private let path: String
    private var ledger: DesktopLedger
    /// What could not be given back, and why.
    private(set) var complaints: [String] = []

    init() throws(CommandLineError) {
        guard let path = Self.path("XDG_STATE_HOME", otherwise: ".local/state") else {
            throw CommandLineError(
                """
                HOME is not set, so it is not known what was changed.
                Run this inside your login session.
                """)
        }
        self.path = path + "/appearanced/" + DesktopLedger.fileName
        ledger = try Self.ledger(at: self.path)
    }

    private static func ledger(at path: String) throws(CommandLineError) -> DesktopLedger {
        guard FileWriting.exists(path) else { return DesktopLedger() }
        let bytes = try FileReading.bytes(of: path, limit: DesktopLedger.largestFile)
        guard let ledger = DesktopLedger(decoding: bytes) else {
            throw CommandLineError("\(path) makes no sense, so it is not known what was changed.")
        }
        return ledger
    }

    static func path(_ name: String, otherwise below: String) -> String? {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        return variable(name) ?? variable("HOME").map { "\($0)/\(below)" }
    }

    // MARK: One after the other

    /// Gives back everything; returns what was done, in words.
    mutating func giveBack() -> [String] {
        var report: [String] = []
        for setting in ledger.settings {
            guard let entry = ledger[setting] else { continue }
            do throws(CommandLineError) {
                report.append(try giveBack(setting, entry.original))
                ledger.gaveBack(setting)
            } catch {
                complaints.append(error.text)
            }
        }
        do throws(CommandLineError) { try keep() } catch { complaints.append(error.text) }
        return report
    }

    private func keep() throws(CommandLineError) {
        guard FileWriting.exists(path) else { return }
        if ledger.settings.isEmpty { return try FileWriting.remove(path) }
        try FileWriting.write(String(decoding: ledger.encoded, as: UTF8.self), to: path)
    }

    private func giveBack(
        _ setting: DesktopSetting, _ original: String?
    ) throws(CommandLineError) -> String {
        let present = try value(of: setting)
        guard present != original else { return "\(setting.name): \(Self.words(original)) already" }
        let isDefault = original == nil || original == defaultValue(of: setting)
        let command = isDefault ? setting.unsetting : setting.writing(original ?? "")
        _ = try run(command)
        // A program may say that all is well while nothing hears it.
        let result = try value(of: setting)
        guard result == original || original == nil && result != present else {
            throw CommandLineError(
                "\(setting.name) is still \(Self.words(result)) after `\(command.shellText)`.")
        }
        return "\(setting.name): \(Self.words(original)) again"
    }

    private static func words(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "unset" }

    private func value(of setting: DesktopSetting) throws(CommandLineError) -> String? {
        switch setting.source {
        case .kdeglobals:
            guard let home = Self.path("XDG_CONFIG_HOME", otherwise: ".config") else { return nil }
            let directories = getenv("XDG_CONFIG_DIRS").map { String(cString: $0) }
            let texts = try KDEGlobals.paths(home: home, directories: directories)
                .filter(FileWriting.exists).map { path throws(CommandLineError) in
                    String(
                        decoding: try FileReading.bytes(of: path, limit: 4 << 20), as: UTF8.self)
                }
            return KDEGlobals(texts).value(of: setting)
        case .program(let command):
            switch answer(to: command) {
            case .said(let text): return setting.value(fromAnswer: text)
            case .refused(let complaint) where setting.isUnset(byComplaint: complaint): return nil
            case let other: throw complaint(of: command, other)
            }
        }
    }

    /// The value where nobody has set any; nil where that is not known.
    private func defaultValue(of setting: DesktopSetting) -> String? {
        guard let command = setting.defaultReading, case .said(let text) = answer(to: command)
        else { return nil }
        return setting.value(fromAnswer: text)
    }

    private func run(_ command: DesktopCommand) throws(CommandLineError) {
        let answer = answer(to: command)
        guard case .said = answer else { throw complaint(of: command, answer) }
    }

    private func answer(to command: DesktopCommand) -> CommandResult {
        let session = DesktopSession(
            configHome: Self.path("XDG_CONFIG_HOME", otherwise: ".config")
        ) { getenv($0).map { String(cString: $0) } }
        let question = Command(
            command.program, command.arguments, environment: command.environment(in: session))
        return CommandRunner.ask(
            [question],
            within: .seconds(10))[0]
    }

    private func complaint(of command: DesktopCommand, _ answer: CommandResult) -> CommandLineError
    {
        switch answer {
        case .said: CommandLineError("`\(command.shellText)` did nothing.")
        case .refused(let words): CommandLineError("`\(command.shellText)` failed: \(words)")
        case .missing:
            CommandLineError("`\(command.program)` is missing; install it: \(command.installation)")
        case .silent, .endless: CommandLineError("`\(command.shellText)` did not end in time.")
        }
    }
}
