internal import AppearanceProtocol
package import Console
internal import Glibc
internal import Linux

// The commands run at the same time, watched by the calling thread. Time and memory are bounded: a
// command that exceeds the timeout or the output limit is killed with its process group.

/// Runs commands, also in a program with other threads.
package enum CommandRunner {
    /// The default timeout of all commands together.
    package static let timeout = Duration.milliseconds(1500)

    /// Runs commands at the same time and returns their results in the same order.
    package static func run(_ commands: [Command], within timeout: Duration = timeout)
        -> [CommandResult]
    {
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
package struct Command: Hashable {
    package let program: String
    package let arguments: [String]
    /// The additional environment variables.
    package let environment: [String: String]

    package init(_ program: String, _ arguments: String...) {
        self.init(program, arguments)
    }

    package init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }
}

package enum CommandResult: Equatable {
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
    package func text(of command: Command) throws(CommandLineError) -> String {
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
