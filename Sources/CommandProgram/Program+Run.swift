package import ArgumentParser
package import Console
internal import Glibc
internal import Linux

extension Program {
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
