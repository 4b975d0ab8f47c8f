/// A stand-in for a compositor with wlr-foreign-toplevel-management and ext-idle-notify 2, whose windows are
/// those of the test.
package final class FakeCompositor: Sendable {
    private let process: ChildProcess
    /// The environment with which a program finds it.
    package let environment: [String: String]

    /// Starts it; of the protocols it may have fewer.
    package init(in home: TestHome, without missing: String...) throws {
        let path = home.runtimeDirectory + "/wayland-fake"
        environment = ["WAYLAND_DISPLAY": path]
        process = try ChildProcess(
            Python.system, [Repository.support + "/presence_server.py", path] + missing,
            environment: home.environment, keepsInput: true)
        try process.waitForLine(containing: "\"ready\"")
    }

    /// Shows windows in use that fill the screen, of programs with these names.
    package func show(fullscreen names: [String]) throws {
        for name in names { try process.write(line: JSON.object(["show": .string(name)]).text) }
    }

    /// Opens so many windows behind the others, whose names have so many bytes.
    package func open(windows count: Int, namedBy bytes: Int) throws {
        try process.write(line: #"{"open": \#(count), "bytes": \#(bytes)}"#)
        try process.waitForLine(containing: "\"opened\"")
    }

    /// Sends what is no message: an `event` that nothing has, or a `flood` of bytes.
    package func send(nonsense kind: String) throws {
        try process.write(line: #"{"nonsense": "\#(kind)"}"#)
    }

    /// Waits until a client asks for reports of a time without input; returns the request and the milliseconds.
    package func waitForIdleRequest() throws -> JSON {
        try JSON(parsing: process.waitForLine(containing: "\"idle\""))["idle"]
    }

    /// Reports that there was no input for the time that was asked for, or that there is some again.
    package func report(idle isIdle: Bool) throws {
        try process.write(line: #"{"idled": \#(isIdle)}"#)
    }

    /// Waits until so many clients have connected.
    package func waitForClients(_ count: Int) throws {
        for _ in 0..<count { try process.waitForLine(containing: "\"client\"") }
    }
}
