/// A stand-in for our extension of GNOME Shell, which reports each call.
package final class FakeShellExtension: Sendable {
    private let process: ChildProcess

    /// Acquires the extension's name on the session bus of an environment.
    package init(environment: [String: String]) throws {
        process = try ChildProcess(
            Python.system, [Repository.support + "/shell_extension.py"], environment: environment)
        try process.waitForLine(containing: "\"ready\"")
    }

    /// Waits for a call with this progress, or for the loss of the caller, which restores 0.
    @discardableResult
    package func waitForProgress(_ progress: Double) throws -> JSON {
        try JSON(
            parsing: process.waitForLine("the progress \(progress)") {
                try JSON(parsing: $0)["progress"].number == progress
            })
    }

    /// Leaves the bus, as when the extension is disabled.
    package func exit() throws {
        process.signal(15)
        try process.expectExit()
    }
}
