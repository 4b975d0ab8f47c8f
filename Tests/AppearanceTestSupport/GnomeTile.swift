/// The tile of GNOME's quick settings without a shell: our real code, which reports each change of its content.
package final class GnomeTile: Sendable {
    private let process: ChildProcess

    /// Enables the tile on the session bus of an environment.
    package init(environment: [String: String]) throws {
        process = try ChildProcess(
            "gjs", ["-m", Repository.support + "/gnome_tile.js"], environment: environment,
            keepsInput: true)
        try process.waitForLine(containing: "\"ready\"")
    }

    /// Waits for a content with a subtitle, and a sentence that contains some words.
    @discardableResult
    package func waitFor(_ subtitle: String, _ words: String) throws -> JSON {
        try JSON(
            parsing: process.waitForLine("\(subtitle): \(words)") {
                let content = try JSON(parsing: $0)
                return content["subtitle"].string == subtitle
                    && content["rows"].items[0]["label"].string?.contains(words) == true
            })
    }

    /// The number of changes so far.
    package var changes: Int {
        process.text().split(separator: "\n").count { $0.contains("\"subtitle\"") }
    }

    /// Clicks the tile itself.
    package func click() throws { try process.write(line: "click") }

    /// Chooses the row of the menu with a label.
    package func choose(_ label: String) throws { try process.write(line: label) }

    /// Disables the tile.
    package func disable() throws {
        try process.write(line: "disable")
        try process.waitForLine(containing: "\"disabled\"")
    }

    /// Exits once there is no daemon; returns what it has complained about.
    package func exit() throws -> String {
        try process.write(line: "quit")
        try process.expectExit()
        return process.text(on: .errors)
    }
}

extension JSON {
    /// The labels of the rows of a tile that are on.
    package var labelsOn: [String] {
        self["rows"].items.filter { $0["isOn"].bool == true }.compactMap { $0["label"].string }
    }
}
