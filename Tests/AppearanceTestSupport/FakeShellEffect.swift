/// A stand-in for a desktop's shell with our effect in it, which reports each call.
package final class FakeShellEffect: Sendable {
    /// The shell, and whether our effect is there.
    package enum Shell: String, Sendable {
        case gnome
        case kwin
        case kwinWithoutEffect = "kwin-without-effect"
    }

    private let process: ChildProcess

    /// Acquires the names of the shell on the session bus of an environment.
    package init(_ shell: Shell, environment: [String: String]) throws {
        process = try ChildProcess(
            Python.system, [Repository.support + "/shell_effect.py", shell.rawValue],
            environment: environment)
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

    /// Leaves the bus, as when the shell exits or the extension is disabled.
    package func exit() throws {
        process.signal(15)
        try process.expectExit()
    }
}
