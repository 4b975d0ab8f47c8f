internal import AppearanceConfig
package import AppearanceDesktop
internal import AppearanceModel
internal import AppearanceProtocol
package import Console
internal import DaemonClient
internal import Glibc
internal import Linux
package import SettingsFile

/// The restoring of everything on the desktop that appearanced has changed: its settings by the restore
/// journals, the portal's files and the ready-made hooks.
package struct DesktopReset {
    /// One thing that is restored.
    package enum Change: Sendable {
        /// The configuration no longer makes the desktop follow.
        case configuration(FileChange)
        /// A setting gets its original value; `nil` for none.
        case setting(DesktopSetting, original: String?)
        /// The night filter stops, and restores the settings that it has changed.
        case nightFilter
        /// A program that setup has stopped, as the night filter replaces it, starts again.
        case program(StoppedProgram)
        /// The exposure of a camera that a killed grab has left manual.
        case camera
        /// A ready-made hook is disabled, which restores the colours of its program.
        case hook(String)
        /// A file of the portal.
        case portal(FileChange)
    }

    /// The state directory, which has the journals.
    private let folder: String
    private let file: KeptFile
    private let routing: PortalRouting
    /// The reasons why something could not be restored.
    package private(set) var failures: [String] = []

    /// Creates the reset, which has not read the journal.
    ///
    /// - Throws: `CommandLineError` without a state directory.
    package init() throws(CommandLineError) {
        routing = try .ofThisSession()
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

    /// Returns what `run` would restore now.
    ///
    /// - Throws: `SettingsError` or `CommandLineError` if nothing can be restored.
    package func changes() throws -> [Change] {
        var changes: [Change] = []
        if let change = try Self.configurationChange() { changes.append(.configuration(change)) }
        if let journal = try journal() {
            for setting in journal.settings {
                guard let entry = journal[setting] else { continue }
                // One that cannot be read is tried nevertheless.
                if let present = try? value(of: setting), present == entry.original { continue }
                changes.append(.setting(setting, original: entry.original))
            }
        }
        if hasNightLights { changes.append(.nightFilter) }
        // Records that cannot be read are a failure of `run`, which restores the rest.
        changes += ((try? StoppedProgram.all(in: folder)) ?? []).map(Change.program)
        if hasCamera { changes.append(.camera) }
        changes += HooksOfUser.current().enabledReadyHooks.map { .hook($0.name) }
        return changes + routing.removal().map(Change.portal)
    }

    // MARK: Restoring

    /// Restores everything, and returns a line for each step; the reasons for the rest are `failures`.
    ///
    /// - Throws: `SettingsError`, `CommandLineError` or `DaemonError` if nothing was restored.
    package mutating func run() throws -> [String] {
        var report = try Self.stopFollowing()
        // The journal is complete only after the daemon has stopped changing settings.
        report += restore()
        report += restoreNightLights()
        report += startPrograms()
        report += restoreCamera()
        addInvalidJournals()
        report += disableHooks()
        let portal = routing.remove()
        if !portal.report.isEmpty { report += portal.report + [PortalRouting.restart] }
        failures += portal.failures
        return report
    }

    /// Restores every setting in the journal, as it is now, and returns a line for each.
    private mutating func restore() -> [String] {
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

    /// Whether the night filter has changed settings; if that is unknown, the filter reports why.
    private var hasNightLights: Bool {
        NightLight.allCases.contains { nightLight in
            let file = KeptFiles.journal(of: .nightLight(nightLight), in: folder)
            return (try? File.isAbsent(file.path) && file.copies().isEmpty) != true
        }
    }

    /// Lets the night filter stop and restore the settings that it has changed, if there are any, and
    /// returns a line.
    private mutating func restoreNightLights() -> [String] {
        guard hasNightLights else { return [] }
        return runReset(
            of: ScreenEvidence.program, line: "night filter: stopped, and its settings restored")
    }

    /// Whether a grab that was killed has left the exposure of a camera manual.
    private var hasCamera: Bool {
        (try? File.isAbsent(CameraEvidence.journal(in: folder).path)) != true
    }

    /// Restores the exposure of a camera, if a grab has left it manual, and returns a line.
    private mutating func restoreCamera() -> [String] {
        guard hasCamera else { return [] }
        return runReset(of: CameraEvidence.program, line: "camera: its exposure restored")
    }

    /// Lets a program restore what it has changed, and returns a line, or adds the reason to the failures.
    private mutating func runReset(of program: String, line: String) -> [String] {
        switch CommandRunner.run([Command(program, ["--reset"])], within: .seconds(30))[0] {
        case .output: return [line]
        case .failed(let message): failures.append("`\(program) --reset` failed: \(message)")
        case .missing: failures.append("`\(program)` is missing; install it again.")
        case .timedOut, .tooLong: failures.append("`\(program) --reset` did not exit in time.")
        }
        return []
    }

    /// Starts the programs again that setup has stopped, and returns a line for each.
    private mutating func startPrograms() -> [String] {
        var (report, remaining): ([String], [StoppedProgram]) = ([], [])
        do throws(CommandLineError) {
            let programs = try StoppedProgram.all(in: folder)
            guard !programs.isEmpty else { return [] }
            for program in programs {
                do throws(CommandLineError) {
                    for command in program.startCommands { try command.run() }
                    report.append(
                        program.startCommands.isEmpty
                            ? "\(program.name): start it again yourself; setup has stopped it"
                            : "\(program.name): started again")
                } catch {
                    failures.append(error.text)
                    remaining.append(program)
                }
            }
            try StoppedProgram.write(remaining, in: folder)
        } catch {
            failures.append(error.text)
        }
        return report
    }

    /// Adds the invalid journals that the daemon or the night filter keeps, also just now, to the failures.
    private mutating func addInvalidJournals() {
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
    private mutating func disableHooks() -> [String] {
        let result = HookSwitch.disableReady()
        failures += result.failures
        return result.report
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

// MARK: - The daemon

extension DesktopReset {
    /// The time within which the daemon leaves the desktop, in seconds: it ends a program that hangs after
    /// 10 s, and kills it 2 s later.
    private static let timeoutSeconds = 15

    /// Stops the running daemon and, by the configuration, later ones from changing the desktop.
    ///
    /// - Returns: A line for each change.
    private static func stopFollowing() throws -> [String] {
        // An invalid configuration is an error before anything is changed.
        let planned: FileChange?
        do throws(SettingsError) { planned = try configurationChange() } catch {
            guard case .readOnly = error else { throw error }
            throw CommandLineError("\(error)\nNothing was restored. Run this again afterwards.")
        }
        let isRunning = try leaveDesktop()
        guard planned != nil else { return [] }
        let made: FileChange?
        do throws(SettingsError) { made = try FileChange.make(configurationChange) } catch {
            throw CommandLineError(
                """
                \(error)
                Nothing was restored. Set follow = "none" under [desktop] yourself, and run this again.
                """)
        }
        guard let change = made else { return [] }
        // Otherwise the daemon would not notice that the next command sets it again.
        if isRunning { _ = DaemonReload.outcome(of: change.after ?? [], at: change.path) }
        return ["\(change.path): follow = \"none\", so that the settings are not changed again"]
    }

    /// Stops the running daemon from changing the desktop until its configuration changes.
    ///
    /// A connection that ends without an answer is one to a daemon that was ending; another may follow it.
    ///
    /// - Returns: Whether a daemon runs.
    private static func leaveDesktop(tries: Int = 2) throws(DaemonError) -> Bool {
        // Swift 6.2 cannot compile the cases as patterns here.
        do throws(DaemonError) {
            try Request.leaveDesktop.send(withinSeconds: timeoutSeconds)
            return true
        } catch {
            switch error {
            // Without a daemon, nothing changes the desktop.
            case .notRunning, .noRuntimeDirectory, .foreignOwner: return false
            case .disconnected where tries > 1: return try leaveDesktop(tries: tries - 1)
            case .refused, .protocolViolation, .timedOut, .unconfirmed, .disconnected, .hungUp,
                .system:
                throw error
            }
        }
    }

    /// Returns the change of the configuration to `follow = "none"`, and to the evening's temperature that setup
    /// has replaced by that of another program; `nil` if there is nothing to change.
    private static func configurationChange() throws(SettingsError) -> FileChange? {
        let draft = try ConfigurationPlace { CurrentProcess.variable($0) }.draft()
        var changes: [ConfigurationEdit.Change] = []
        if draft.configuration.desktop.follow != .none {
            changes.append(.init("desktop.follow", to: "\"none\""))
        }
        if let folder = directories.state,
            let original = ((try? StoppedProgram.all(in: folder)) ?? []).first?.temperature,
            draft.configuration.nightfilter.evening.temperature != original
        {
            let key = "nightfilter.evening.temperature"
            changes.append(original == 0 ? .init(removing: key) : .init(key, to: "\(original)"))
        }
        return changes.isEmpty ? nil : try draft.change(changes)
    }
}
