/// A stand-in for a notification service, which can be clicked, and refuse, hang and die.
package final class FakeNotifications: Sendable {
    private let process: ChildProcess

    /// Takes the name on a session bus.
    package init(on bus: PrivateBus) throws {
        process = try ChildProcess(
            Python.system, [Repository.support + "/notification_service.py"],
            environment: TestHome.plainEnvironment.merging(bus.environment) { $1 },
            keepsInput: true)
        try process.waitForLine(containing: "\"ready\"")
    }

    /// The next notification.
    package func waitForNotification() throws -> JSON {
        try JSON(parsing: process.waitForLine(containing: "\"shown\""))["shown"]
    }

    /// Waits until a notification has been closed by its sender.
    package func waitForClose(of notification: JSON) throws {
        try process.waitForLine("the notification to be closed") {
            try JSON(parsing: $0)["closed"] == notification["id"]
        }
    }

    /// How many notifications there have been so far.
    package var count: Int {
        process.text().split(separator: "\n").count { $0.contains("\"shown\"") }
    }

    /// Clicks a button of the last notification, by its key.
    package func click(_ key: String) throws { try send(["click": .string(key)]) }

    /// Clicks a button of an earlier notification, by its key, as a server may do late.
    package func click(_ key: String, of notification: JSON) throws {
        try send(["click": .string(key), "of": notification["id"]])
    }

    /// Clicks the last notification itself, with the token for the window that opens then.
    package func clickItself(token: String) throws {
        try send(["click": "default", "token": .string(token)])
    }

    /// Closes the last notification without an answer, as a person does.
    package func dismiss() throws { try send(["dismiss": true]) }

    /// Refuses every notification from now on, with a reason.
    package func refuse(_ why: String) throws { try send(["refuse": .string(why)]) }

    /// Can do only this from now on, in the words of the specification.
    package func can(_ capabilities: JSON...) throws { try can(capabilities) }

    /// Can do only this from now on.
    package func can(_ capabilities: [JSON]) throws {
        try send(["capabilities": .array(capabilities)])
    }

    /// Has this name from now on; `nil` for none.
    package func rename(_ name: String?) throws {
        try send(["name": name.map { .string($0) } ?? .null])
    }

    /// Stops replying.
    package func hang() { process.signal(19) }

    /// Ends without a word.
    package func die() throws {
        process.signal(9)
        try process.expectExit()
    }

    private func send(_ request: [String: JSON]) throws {
        try process.write(line: JSON.object(request).text)
        try process.waitForLineLeavingOthers("the end of it") { $0.contains("\"done\"") }
    }
}
