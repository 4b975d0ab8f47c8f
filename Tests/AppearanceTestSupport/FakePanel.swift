/// A stand-in for a panel with icons, which can be clicked, exit and restart.
package final class FakePanel: Sendable {
    private let process: ChildProcess

    /// Takes the name on a session bus.
    package init(on bus: PrivateBus) throws {
        process = try ChildProcess(
            Python.system, [Repository.support + "/panel.py"],
            environment: TestHome.plainEnvironment.merging(bus.environment) { $1 },
            keepsInput: true)
        try process.waitForLine(containing: "\"ready\"")
    }

    /// Waits for an icon.
    package func waitForIcon() throws {
        try process.waitForLine(containing: "\"registered\"")
    }

    /// Waits until this panel reads what a test expects, again after each signal that it gets.
    package func waitUntil(_ isExpected: (FakePanel) throws -> Bool) throws {
        while try !isExpected(self) { try process.waitForLine(containing: "{\"signal\": ") }
    }

    /// How many signals of a name there have been so far.
    package func count(of signal: String) -> Int {
        process.text().split(separator: "\n").count { $0.contains("\"\(signal)\"") }
    }

    /// The properties of the icon.
    package func item() throws -> JSON { try ask("item", for: "item") }

    /// The menu's items, as a person opens it.
    package func menu() throws -> [JSON] { try ask("menu", for: "menu").items }

    /// Clicks the item of the menu with a label, once it is there: the icon comes before the state.
    package func click(_ label: String) throws {
        try waitUntil { try $0.menu().contains { $0["label"].string == label } }
        guard let item = try menu().first(where: { $0["label"].string == label }) else {
            throw HarnessFailure("the menu has no \(label): \(try menu().map(\.text))")
        }
        _ = try ask("click", ["id": item["id"]], for: "done")
    }

    /// Clicks the icon with the middle button.
    package func middleClick() throws { _ = try ask("middle", for: "done") }

    /// Exits, as far as programs on the bus see it.
    package func leave() throws { _ = try ask("leave", for: "done") }

    /// Starts again.
    package func comeBack() throws { _ = try ask("return", for: "done") }

    private func ask(
        _ what: String, _ more: [String: JSON] = [:], for answer: String
    ) throws -> JSON {
        let request = JSON.object(more.merging(["do": .string(what)]) { $1 })
        try process.write(line: request.text)
        let line = try process.waitForLineLeavingOthers("the answer to \(what)") {
            $0.hasPrefix("{\"\(answer)\"")
        }
        return try JSON(parsing: line)[answer]
    }
}
