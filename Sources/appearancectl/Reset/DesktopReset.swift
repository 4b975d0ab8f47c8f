internal import AppearanceDesktop
internal import AppearanceModel
internal import Console
internal import Diagnosis
internal import Glibc
internal import Linux

/// The restoring of desktop settings from the daemon's restore journal.
struct DesktopReset {
    /// The state directory, which has the journals.
    private let folder: String
    private let file: KeptFile
    /// The reasons why settings could not be restored.
    private(set) var failures: [String] = []

    /// Creates the reset, which has not read the journal.
    ///
    /// - Throws: `CommandLineError` without a state directory.
    init() throws(CommandLineError) {
        guard let folder = Self.directories.state else {
            throw CommandLineError(
                """
                HOME is not set, so the restore journal cannot be found.
                Run this inside your login session.
                """)
        }
        self.folder = folder
        file = KeptFiles.journal(of: .desktop, in: folder)
    }

    private func journal() throws(CommandLineError) -> SettingsJournal? {
        switch file.read({ SettingsJournal(decoding: $0, of: .desktop) }) {
        case .absent: return nil
        case .content(let journal): return journal
        case .unreadable(let error): throw Self.unreadable(error)
        case .invalid: throw CommandLineError(SettingsJournal.invalidText(file.path))
        }
    }

    private static func unreadable(_ error: IOError) -> CommandLineError {
        CommandLineError("The restore journal cannot be read: \(error).")
    }

    private static let directories = BaseDirectories { CurrentProcess.variable($0) }
    private static let session = DesktopSession { CurrentProcess.variable($0) }

    // MARK: Restoring

    /// Restores every setting in the journal, as it is now, and returns a line for each.
    mutating func restore() -> [String] {
        var journal = SettingsJournal()
        do throws(CommandLineError) {
            guard let found = try self.journal() else { return [] }
            journal = found
        } catch {
            failures.append(error.text)
            return []
        }
        var report: [String] = []
        for setting in journal.settings {
            guard let entry = journal[setting] else { continue }
            do throws(CommandLineError) {
                report.append(try restore(setting, entry.original))
                journal.didRestore(setting)
            } catch {
                failures.append(error.text)
            }
        }
        do throws(CommandLineError) { try save(journal) } catch { failures.append(error.text) }
        failures += journal.unknownText(file.path).map { [$0] } ?? []
        return report
    }

    /// Lets the night filter stop and restore the settings that it has changed, if there are any, and
    /// returns a line.
    mutating func restoreNightLights() -> [String] {
        let isChanged = NightLight.allCases.contains { nightLight in
            let file = KeptFiles.journal(of: .nightLight(nightLight), in: folder)
            // If that is unknown, the filter reports why.
            return (try? File.isAbsent(file.path) && file.copies().isEmpty) != true
        }
        guard isChanged else { return [] }
        let command = Command(ScreenEvidence.program, ["--reset"])
        switch CommandRunner.run([command], within: .seconds(30))[0] {
        case .output: return ["night filter: stopped, and its settings restored"]
        case .failed(let message):
            failures.append("`\(ScreenEvidence.program) --reset` failed: \(message)")
        case .missing:
            failures.append("`\(ScreenEvidence.program)` is missing; install appearanced again.")
        case .timedOut, .tooLong:
            failures.append("`\(ScreenEvidence.program) --reset` did not exit in time.")
        }
        return []
    }

    /// Adds the invalid journals that the daemon or the night filter keeps, also just now, to the failures.
    mutating func addInvalidJournals() {
        do throws(IOError) {
            for (_, file) in KeptFiles.journals(in: folder) {
                failures += try file.copies().map(SettingsJournal.invalidText)
            }
        } catch {
            failures.append(Self.unreadable(error).text)
        }
    }

    /// Disables the ready-made hooks, each of which restores its program's colours, and returns their
    /// results.
    mutating func disableHooks() -> [String] {
        do throws(CommandLineError) {
            return try HookSwitch.disableReady()
        } catch {
            failures.append(error.text)
            return []
        }
    }

    private func save(_ journal: SettingsJournal) throws(CommandLineError) {
        if journal.settings.isEmpty, !journal.unknown.hasSettings {
            return try FileWriting.remove(file.path)
        }
        try FileWriting.write(journal.encoded, to: file.path)
    }

    private func restore(
        _ setting: DesktopSetting, _ original: String?
    ) throws(CommandLineError) -> String {
        let present = try value(of: setting)
        guard present != original else { return "\(setting.name): \(Self.text(original)) already" }
        let isDefault = original == nil || original == defaultValue(of: setting)
        let command = isDefault ? setting.unsetting : setting.writing(original ?? "")
        if let command { try run(command) } else { try edit(setting, original) }
        // A program may report success without an effect.
        let result = try value(of: setting)
        guard result == original || original == nil && result != present else {
            throw CommandLineError(
                "\(setting.name) is still \(Self.text(result))"
                    + (command.map { " after `\($0.shellText)`." } ?? "."))
        }
        return "\(setting.name): \(Self.text(original)) again"
    }

    private static func text(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "unset" }

    private func value(of setting: DesktopSetting) throws(CommandLineError) -> String? {
        var texts: [String] = []
        switch setting.source(in: Self.session) {
        case .files(let paths):
            for path in paths { texts.append(String(decoding: try bytes(of: path), as: UTF8.self)) }
        case .programs(let commands):
            for command in commands {
                switch result(of: command) {
                case .output(let text): texts.append(text)
                case .failed(let message) where setting.isUnset(byErrorOutput: message): return nil
                case let other: throw error(command, other)
                }
            }
        }
        return setting.value(in: texts)
    }

    /// Returns the content of a settings file; empty if there is none.
    private func bytes(of path: String) throws(CommandLineError) -> [UInt8] {
        guard FileWriting.exists(path) else { return [] }
        return try FileReading.bytes(of: path, limit: SettingsText.largestFile)
    }

    private func edit(_ setting: DesktopSetting, _ original: String?) throws(CommandLineError) {
        guard
            case .file(let path, let group, let key, _)? = setting.change(to: "", in: Self.session)
        else { return }
        if key.isEmpty, original == nil { return try FileWriting.remove(path) }
        for _ in 1...2 {
            let isDone = try FileWriting.whileLocked(path) {
                (lock: borrowing FileEditLock) throws(CommandLineError) in
                let before = try bytes(of: path)
                guard let text = String(validating: before, as: UTF8.self) else {
                    throw CommandLineError("\(path) is not UTF-8, so it is left alone.")
                }
                let changed = SettingsText.setting(key, in: group, to: original, of: text)
                if changed.isEmpty, File.linkTarget(path) == nil {
                    try FileWriting.remove(path)
                    return true
                }
                return try FileWriting.replace(
                    FileWriting.exists(path) ? before : nil, by: Array(changed.utf8), in: lock)
            }
            if isDone { return }
        }
        throw CommandLineError("\(path) has changed meanwhile and is kept. Run this again.")
    }

    /// Returns the default value of a setting; `nil` if unknown.
    private func defaultValue(of setting: DesktopSetting) -> String? {
        guard let command = setting.defaultReading, case .output(let text) = result(of: command)
        else { return nil }
        return setting.value(in: [text])
    }

    private func run(_ command: DesktopCommand) throws(CommandLineError) {
        let result = result(of: command)
        guard case .output = result else { throw error(command, result) }
    }

    private func result(of command: DesktopCommand) -> CommandResult {
        let path = try? ProgramPath.find(command.program, in: command.folders(ProgramPath.folders))
        let resolved = Command(
            path ?? command.program, command.arguments,
            environment: command.environment(in: Self.session))
        return CommandRunner.run([resolved], within: .seconds(10))[0]
    }

    private func error(_ command: DesktopCommand, _ result: CommandResult) -> CommandLineError {
        switch result {
        case .output: CommandLineError("`\(command.shellText)` had no effect.")
        case .failed(let message): CommandLineError("`\(command.shellText)` failed: \(message)")
        case .missing:
            CommandLineError(DesktopCommand.missing([command.program], of: [command]))
        case .timedOut, .tooLong:
            CommandLineError("`\(command.shellText)` did not exit in time.")
        }
    }
}
