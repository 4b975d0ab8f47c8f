internal import AppearanceLimits
package import CLinux
internal import CProcess
import Glibc

/// A program that is to be run beside the loop.
package struct ChildProgram: Equatable, Sendable {
    /// A path, or a name that is looked for in `PATH`.
    package var name: String
    /// The arguments after the name.
    package var arguments: [String]
    /// The variables added to our environment; ours is passed on without those that the service manager
    /// meant for us alone.
    package var environment: [String: String]
    /// The time after which it is asked to end.
    package var timeout: Duration
    /// The time after that request at which it is killed.
    package var grace: Duration
    /// The limit of its output, and of its error output, in bytes; the rest is dropped.
    package var limitBytes: Int
    /// Whether processes that it leaves behind may write on, unread; else that ends them.
    package var mayLeaveProcesses: Bool

    package init(
        _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
        timeout: Duration, grace: Duration = .seconds(2), limitBytes: Int = 64 * 1024,
        mayLeaveProcesses: Bool = false
    ) {
        self.name = name
        self.arguments = arguments
        self.environment = environment
        self.timeout = timeout
        self.grace = grace
        self.mayLeaveProcesses = mayLeaveProcesses
        self.limitBytes = limitBytes
    }
}

extension ChildProgram {
    /// The variables with which programs write English, and every character as UTF-8.
    package static let plainLocale = ["LC_ALL": "C.UTF-8", "LANGUAGE": ""]

    /// The remedy for a script that the kernel cannot execute.
    package static let interpreterHint =
        "check that its first line names an interpreter that exists, such as #!/bin/sh"

    /// Returns the reason why the program could not be started, with the remedy.
    package func startProblem(_ error: IOError) -> String {
        switch error.errno {
        case .noExecutable?: Self.interpreterHint
        case .noSuchFile?: File.exists(name) ? Self.interpreterHint : "it has been removed"
        default: "\(error)"
        }
    }
}

/// The result of a program.
package struct ChildOutcome: Equatable, Sendable {
    /// How it ended.
    package enum Ending: Equatable, Sendable {
        /// By itself, with this code.
        case exited(Int32)
        /// By a signal that was not ours.
        case killed(signal: Int32)
        /// It did not end in time, and was made to.
        case stuck
        /// It has exited, and the kernel has no exit status for it.
        case unknown
    }

    package let ending: Ending
    /// Its standard output and its standard error.
    package let output: [UInt8]
    package let errorOutput: [UInt8]

    package init(ending: Ending, output: [UInt8], errorOutput: [UInt8]) {
        self.ending = ending
        self.output = output
        self.errorOutput = errorOutput
    }

    /// Whether it exited with code 0.
    package var isSuccess: Bool { ending == .exited(0) }
}

extension ChildOutcome {
    /// The first line of its error output, or else of its output, shortened for the log.
    package var firstWords: String? {
        String(decoding: errorOutput + output, as: UTF8.self)
            .split(whereSeparator: \.isNewline).first
            .map { String($0).cut(toBytes: Limits.echoedBytes).withoutControls }
    }

    /// The reason of the failure, with the first line of its output; `command` is the command as
    /// typed into a shell.
    package func failureDescription(of command: String) -> String {
        let words = firstWords.map { ": \($0)" } ?? ""
        return switch ending {
        case .exited(0): "`\(command)` gave no valid result\(words)"
        case .exited(let code): "`\(command)` failed with code \(code)\(words)"
        case .killed(let signal): "`\(command)` was ended by signal \(signal)\(words)"
        case .stuck: "`\(command)` did not end and was stopped\(words)"
        case .unknown: "`\(command)` has ended, and its exit status is unknown\(words)"
        }
    }
}

/// The path of a program, looked up in `PATH` as a shell does.
///
/// execvpe(3) does not serve: if a folder of `PATH` may not be entered, it reports every program
/// that is in none of the folders as `EACCES`, like a program that must not be executed.
/// `su` leaves such a folder to an ordinary user: root's.
package enum ProgramPath {
    /// The folders of `PATH`; those of the C library if it is not set.
    package static var folders: String { CurrentProcess.variable("PATH") ?? "/bin:/usr/bin" }

    /// Returns the path of the first file of this name that can be executed; a name with a slash is
    /// a path already.
    ///
    /// - Throws: `IOError` with `permissionDenied` if every such file must not be executed, and
    ///   with `noSuchFile` if there is none.
    package static func find(
        _ name: String, in folders: String = folders
    ) throws(IOError) -> String {
        if name.contains("/") { return name }
        var reason = Errno.noSuchFile
        for folder in folders.split(separator: ":", omittingEmptySubsequences: false) {
            let path = folder.isEmpty ? "./\(name)" : "\(folder)/\(name)"
            guard File.isRegular(path) else { continue }
            if File.isExecutable(path) { return path }
            reason = .permissionDenied
        }
        throw .system(call: "execve", subject: name, errno: reason)
    }
}

/// How a child is started: in a process group of its own, with signals as at a login, nothing to
/// read, and nothing open but its two outputs.
package enum ChildSpawning {
    /// The variables with which the service manager addresses this process alone.
    private static let ours: Set<String> = [
        "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC",
        "WATCHDOG_PID", "MAINPID", "INVOCATION_ID", "JOURNAL_STREAM", "SYSTEMD_EXEC_PID",
    ]

    /// Starts the program, writing to these two descriptors, which stay the caller's.
    package static func start(
        _ program: ChildProgram, output: Int32, errorOutput: Int32
    ) throws(IOError) -> pid_t {
        keepExitStatuses()
        let path = try ProgramPath.find(program.name)
        var arguments = ([program.name] + program.arguments).map { strdup($0) } + [nil]
        var environment = environment(of: program) + [nil]
        defer { for text in arguments + environment { free(text) } }
        var process: pid_t = 0
        let error = cprocess_start(
            &process, path, &arguments, &environment, output, errorOutput,
            DescriptorLimit.ofChildren ?? 0)
        guard error == 0 else {
            throw .system(
                call: "execve", subject: program.name, errno: Errno(rawValue: error))
        }
        return process
    }

    /// Undoes an inherited `SIGCHLD` = `SIG_IGN`, with which the kernel keeps no exit status.
    private static func keepExitStatuses() {
        var action = sigaction()
        guard sigaction(SIGCHLD, nil, &action) == 0,
            unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
        else { return }
        signal(SIGCHLD, SIG_DFL)
    }

    /// The entries of its environment, each to be freed; ours byte by byte, as not all are UTF-8.
    private static func environment(of program: ChildProgram) -> [UnsafeMutablePointer<CChar>?] {
        var entries: [UnsafeMutablePointer<CChar>?] = []
        var entry = environ
        while let text = entry.pointee {
            let name = String(String(cString: text).prefix { $0 != "=" })
            if !ours.contains(name), program.environment[name] == nil {
                entries.append(strdup(text))
            }
            entry += 1
        }
        for (name, value) in program.environment.sorted(by: { $0.key < $1.key }) {
            entries.append(strdup("\(name)=\(value)"))
        }
        return entries
    }
}
