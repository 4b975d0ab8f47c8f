internal import Glibc

/// The running program.
package enum Program {
    /// Its name, which begins its messages.
    package static let name = String(
        CommandLine.arguments.first?.split(separator: "/").last ?? "appearancectl")
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
