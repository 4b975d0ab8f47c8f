internal import AppearanceProtocol
internal import Console
internal import Glibc
internal import Linux

// The commands run at the same time, watched by this one thread. Time and memory are bounded: a
// command that exceeds the timeout or the output limit is killed with its process group.

enum CommandRunner {
    /// The default timeout of all commands together.
    static let timeout = Duration.milliseconds(1500)

    /// Runs commands at the same time and returns their results in the same order.
    static func run(_ commands: [Command], within timeout: Duration = timeout) -> [CommandResult] {
        // `sigtimedwait` waits for the children, so SIGCHLD must be blocked before they start.
        var childEnds = sigset_t([SIGCHLD])
        sigprocmask(SIG_BLOCK, &childEnds, nil)
        let deadline = ContinuousClock.now + timeout
        let running = commands.map(RunningCommand.init)
        while readOutput(of: running, until: deadline) {}
        return running.map { $0.result(by: deadline) }
    }

    /// Waits for output and reads it; returns false at the deadline, or when all output is read.
    private static func readOutput(
        of running: [RunningCommand], until deadline: ContinuousClock.Instant
    ) -> Bool {
        var polled = running.flatMap(\.descriptors).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let left = deadline - .now
        guard !polled.isEmpty, left > .zero else { return false }
        let outcome = SystemCall.attempt {
            poll(&polled, nfds_t(polled.count), left.pollMilliseconds)
        }
        guard case .success = outcome else { return false }
        for command in running { command.read() }
        return true
    }
}

/// A command: the name of a program in PATH, and its arguments.
struct Command: Hashable {
    let program: String
    let arguments: [String]
    /// The additional environment variables.
    let environment: [String: String]

    init(_ program: String, _ arguments: String...) {
        self.init(program, arguments)
    }

    init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }
}

enum CommandResult: Equatable {
    /// The standard output of a command that succeeded.
    case output(String)
    /// The last line of standard error of a command that failed, or its exit status.
    case failed(String)
    case missing
    /// The command did not exit within the timeout.
    case timedOut
    /// The output exceeded the limit.
    case tooLong
}

extension CommandResult {
    /// Returns the output.
    ///
    /// - Throws: `CommandLineError` with a sentence about the program if the command failed.
    func text(of command: Command) throws(CommandLineError) -> String {
        let program = command.program
        switch self {
        case .output(let text): return text
        case .failed(let message):
            throw CommandLineError(
                "\(program) failed: \(message.excerpt)\(message.hasSuffix(".") ? "" : ".")")
        case .missing: throw CommandLineError("\(program) is not installed.")
        case .timedOut: throw CommandLineError("\(program) did not answer in time.")
        case .tooLong: throw CommandLineError("The output of \(program) is too long.")
        }
    }

    /// The first value of a reply that busctl printed as JSON, without its variants.
    var busValue: JSON? {
        guard case .output(let text) = self,
            let reply = try? JSON(decoding: Array(text.utf8)),
            var value = reply["data"]?.array?.first
        else { return nil }
        while value["type"] != nil, let inner = value["data"] { value = inner }
        return value
    }
}

extension String {
    /// The first line of a foreign text, at most 200 characters.
    var excerpt: String {
        let line = String(prefix { !$0.isNewline })
        return line.count > 200 ? line.prefix(200) + "…" : line
    }
}
