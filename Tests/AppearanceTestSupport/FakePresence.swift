/// A stand-in for the services of a session that know the user's presence: GNOME's, and of saving power.
package final class FakePresence: Sendable {
    private let process: ChildProcess

    /// Takes the names on a session bus.
    package init(on bus: PrivateBus) throws {
        process = try ChildProcess(
            Python.system, [Repository.support + "/presence_service.py"],
            environment: TestHome.plainEnvironment.merging(bus.environment) { $1 },
            keepsInput: true)
        try process.waitForLine(containing: "\"ready\"")
    }

    /// Obeys a command of Tests/Support/presence_service.py.
    package func send(_ name: String, _ value: JSON) throws {
        try process.write(line: JSON.object([name: value]).text)
        try process.waitForLineLeavingOthers("the end of it") { $0.contains("\"done\"") }
    }

    /// Waits until a service has been asked, by the name in its answer.
    package func waitForQuestion(_ name: String) throws {
        try process.waitForLineLeavingOthers(name) { $0.contains("\"asked\"") && $0.contains(name) }
    }

    /// How many questions there have been so far.
    package var questions: Int {
        process.text().split(separator: "\n").count { $0.contains("\"asked\"") }
    }

    /// Stops replying.
    package func hang() { process.signal(19) }

    /// Replies again.
    package func resume() { process.signal(18) }

    /// Ends without a word.
    package func die() throws {
        process.signal(9)
        try process.expectExit()
    }
}
