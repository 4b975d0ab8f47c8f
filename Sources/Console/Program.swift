package import ArgumentParser
internal import Glibc
internal import Linux

/// The entry point of a program with commands.
package enum Program {
    /// The name of the running program, which begins its messages.
    package static let name = String(
        CommandLine.arguments.first?.split(separator: "/").last ?? "appearancectl")

    /// Runs a body and exits: with status 0, or with the status of its error.
    ///
    /// - Parameters:
    ///   - root: The command whose usage is printed for invalid arguments.
    ///   - error: Converts an error of the body; `nil` for one of ArgumentParser.
    ///   - body: The work of the program.
    package static func run(
        _ root: (some ParsableCommand).Type,
        converting error: (any Error) -> CommandLineError? = { $0 as? CommandLineError },
        _ body: () throws -> Void
    ) {
        // A closed reader is not an error: `StandardOutput` detects it and exits quietly.
        signal(SIGPIPE, SIG_IGN)
        StandardDescriptors.fill()
        do { try body() } catch let thrown {
            if let error = error(thrown) {
                StandardError.line(error.lines)
                error.status.exit()
            }
            // The rest is ArgumentParser's own: help, version, or invalid usage.
            let message = root.fullMessage(for: thrown).trimming(\.isNewline)
            guard root.exitCode(for: thrown).isSuccess else {
                StandardError.line(message)
                ExitStatus.usage.exit()
            }
            StandardOutput.line(message)
            ExitStatus.done.exit()
        }
    }
}

/// An error as a program prints it: the cause and the remedy.
///
/// `appearancectl doctor` prints the text of a missing fact with the check that needs it.
package struct CommandLineError: Error, Equatable {
    package let text: String
    package let status: ExitStatus
    /// Whether each line is a diagnostic that begins with its position in a file.
    private var isPlaced = false

    package init(_ text: String, _ status: ExitStatus = .refused) {
        self.text = text
        self.status = status
    }

    /// Creates an error from diagnostics, each on a line that begins with its position.
    package init(placed lines: String) {
        self.init(lines)
        isPlaced = true
    }

    package var lines: String { isPlaced ? text : "\(Program.name): \(text)" }
}

package enum ExitStatus: Int32, Sendable {
    case done = 0
    /// The request was refused, or failed.
    case refused = 1
    case usage = 2
    case notRunning = 3

    package func exit() -> Never { Glibc.exit(rawValue) }
}
