package import AppearanceDesktop
package import EventLoop
internal import Linux

/// Access to the settings of the desktop: by its programs, one at a time, and by its files.
package final class DesktopAccess {
    /// A list of all settings of GNOME has some 60 KB.
    private static let outputLimitBytes = 1 << 20

    private let loop: EventLoop
    private let timeout: Duration
    private let isManaged: Bool
    private var running: ChildProcess?
    private var edit: BackgroundWork<Result<CommandOutput?, DesktopError>>?
    /// Called when a program has succeeded, before its result is reported.
    package var onSuccess: () -> Void = {}

    /// Creates the access.
    ///
    /// - Parameters:
    ///   - loop: The loop beside which the programs run.
    ///   - timeout: The time after which a program is ended.
    ///   - isManaged: Whether this is a unit, whose sandbox may hide the user's other processes from it.
    package init(on loop: EventLoop, timeout: Duration, managed isManaged: Bool = false) {
        self.loop = loop
        self.timeout = timeout
        self.isManaged = isManaged
    }

    /// Reads settings; `ended` is called at once for files.
    ///
    /// - Parameters:
    ///   - source: The programs, which run in their order, or the files.
    ///   - session: The session of the programs.
    ///   - parse: Reads the texts; `nil` if a program has not printed what it should.
    ///   - ended: Receives the value, or the error of a program that has failed.
    /// - Throws: `DesktopError` if a program is missing or a file cannot be read.
    package func read<Value>(
        _ source: SettingSource, in session: DesktopSession,
        as parse: @escaping ([String]) -> Value?,
        _ ended: @escaping (Result<Value, DesktopError>) -> Void
    ) throws(DesktopError) {
        switch source {
        case .files(let paths):
            guard let value = parse(try texts(of: paths))
            else { throw DesktopError("\(paths.joined(separator: ", ")): no valid setting") }
            ended(.success(value))
        case .programs(let commands):
            var texts: [String] = []
            func runNext() throws(DesktopError) {
                try run([commands[texts.count]], in: session) { result in
                    do throws(DesktopError) {
                        let output = try result.get()
                        texts.append(output.text)
                        guard texts.count == commands.count else { return try runNext() }
                        guard let value = parse(texts)
                        else { throw DesktopError(output.command, output.outcome) }
                        ended(.success(value))
                    } catch {
                        ended(.failure(error))
                    }
                }
            }
            try runNext()
        }
    }

    /// Returns the texts of settings files; that of a missing one is empty.
    package func texts(of paths: [String]) throws(DesktopError) -> [String] {
        do throws(IOError) {
            var texts: [String] = []
            for path in paths {
                let bytes = try File.readIfPresent(path, limit: SettingsText.largestFile)
                texts.append(String(decoding: bytes ?? [], as: UTF8.self))
            }
            return texts
        } catch {
            throw DesktopError("\(error)")
        }
    }

    /// Changes a setting; `ended` receives the output of the program, or `nil` for a file.
    ///
    /// - Throws: `DesktopError` if no program can be started, with what to install.
    package func write(
        _ change: SettingChange, in session: DesktopSession,
        _ ended: @escaping (Result<CommandOutput?, DesktopError>) -> Void
    ) throws(DesktopError) {
        switch change {
        case .programs(let commands):
            try run(commands, in: session) { ended($0.map(Optional.some)) }
        case .file(let path, let group, let key, let value):
            do throws(IOError) {
                edit = try BackgroundWork("settings-writer", on: loop) {
                    let result = Self.editFile(at: path) {
                        SettingsText.setting(key, in: group, to: value, of: $0)
                    }
                    return result.map { nil }.mapError { DesktopError("\($0)") }
                } then: { [weak self] result in
                    self?.edit = nil
                    ended(result)
                }
            } catch {
                throw DesktopError("\(error)")
            }
        }
    }

    /// Changes a file, which other settings, commands and programs may change at the same time.
    private static func editFile(
        at path: String, _ change: (String) -> String
    ) -> Result<Void, IOError> {
        Result { () throws(IOError) in
            // A link remains a link.
            let lock = try FileEditLock(of: path)
            for _ in 1...3 {
                let before = try lock.read(limit: SettingsText.largestFile)
                guard let text = String(validating: before ?? [], as: UTF8.self) else {
                    throw .system(call: "read", subject: lock.path, errno: .illegalByteSequence)
                }
                if try lock.replace(before, by: Array(change(text).utf8)) { return }
            }
            // A program writes it all the time; the setting is tried again later.
            throw .system(call: "rename", subject: lock.path, errno: .wouldBlock)
        }
    }

    /// Runs the first of these commands that is installed.
    private func run(
        _ commands: [DesktopCommand], in session: DesktopSession,
        _ ended: @escaping (Result<CommandOutput, DesktopError>) -> Void
    ) throws(DesktopError) {
        var missing: [String] = []
        for command in commands {
            do throws(IOError) {
                running = try ChildProcess.start(try program(of: command, in: session), on: loop) {
                    [weak self] outcome in
                    self?.running = nil
                    guard outcome.isSuccess
                    else { return ended(.failure(DesktopError(command, outcome))) }
                    self?.onSuccess()
                    ended(.success(CommandOutput(command: command, outcome: outcome)))
                }
                return
            } catch {
                guard case .system(_, let program, .noSuchFile) = error
                else { throw DesktopError("\(error)") }
                missing.append(program)
            }
        }
        throw DesktopError(DesktopCommand.missing(missing, of: commands))
    }

    private func program(
        of command: DesktopCommand, in session: DesktopSession
    ) throws(IOError) -> ChildProgram {
        let folders = command.folders(ProgramPath.folders)
        for helper in command.helpers { _ = try ProgramPath.find(helper, in: folders) }
        let isUnit = command.needsProcesses && isManaged
        let variables = ChildProgram.plainLocale.merging(command.environment(in: session)) { $1 }
        return ChildProgram(
            try ProgramPath.find(isUnit ? "systemd-run" : command.program, in: folders),
            isUnit ? command.unitArguments(variables, timeout: timeout) : command.arguments,
            environment: isUnit ? [:] : variables, timeout: timeout,
            limitBytes: Self.outputLimitBytes)
    }

    /// Ends the running programs now, whose results are not reported, and waits for the files.
    package static func stop(_ accesses: [DesktopAccess]) {
        ChildProcess.endNow(accesses.compactMap(\.running))
        for access in accesses { access.edit?.finish() }
    }
}
