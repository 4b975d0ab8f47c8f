/// The real window on a screen of its own, and a user of it by AT-SPI, as a screen reader is.
package final class WindowUser: Sendable {
    package let window: ChildProcess
    /// The environment of the window, for a second start.
    package let environment: [String: String]
    private let server: XServer
    private let user: ChildProcess

    /// Starts the window on the bus of an environment, whose home has the services of `prepare`.
    package init(in home: TestHome, environment: [String: String]) throws {
        server = try XServer(in: home, size: "800x1800", framebufferFolder: home.path)
        let shared = environment.merging(server.environment) { $1 }.merging([
            "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GDK_DEBUG": "gl-disable",
            "GTK_A11Y": "atspi", "ADW_DISABLE_PORTAL": "1",
        ]) { $1 }.merging(["GSETTINGS_BACKEND": "memory"]) { own, _ in own }
        self.environment = shared.merging([
            "LD_PRELOAD": try PreloadedLibrary.compile("lasting_messages", in: home)
        ]) { "\($0):\($1)" }
        user = try ChildProcess(
            Python.system, [Repository.support + "/window_user.py"], environment: shared,
            keepsInput: true)
        try user.waitForLine(containing: "\"ready\"")
        window = try ChildProcess(BuiltProducts.appearanceWindow, environment: self.environment)
    }

    /// Lets the bus of a home start the bus for screen readers.
    package static func prepare(_ home: TestHome) throws {
        try home.write(
            """
            [D-BUS Service]
            Name=org.a11y.Bus
            Exec=/usr/libexec/at-spi-bus-launcher

            """, to: home.dataHome + "/dbus-1/services/org.a11y.Bus.service")
    }

    /// Waits until a widget has a name that contains a text.
    package func wait(until text: String) throws { try answer(["until": .string(text)]) }

    /// Waits until no widget has a name that contains a text.
    package func wait(untilGone text: String) throws { try answer(["until_gone": .string(text)]) }

    /// Presses the first button with a name, or with a beginning of one before an asterisk.
    package func press(_ name: String) throws { try answer(["press": .string(name)]) }

    /// Sets the number of a widget with a name.
    package func set(_ name: String, to number: Double) throws {
        try answer(["value": .array([.string(name), .number(number)])])
    }

    /// Opens a page by its tab.
    package func open(page name: String) throws { try answer(["open": .string(name)]) }

    /// Turns a switch the other way.
    package func turn(_ name: String) throws { try answer(["turn": .string(name)]) }

    /// Types a text into an entry, and Enter.
    package func type(_ text: String, into name: String) throws {
        try answer(["type": .array([.string(name), .string(text)])])
    }

    /// Types a text into a number, which keeps the keyboard.
    package func write(_ text: String, into name: String) throws {
        try answer(["write": .array([.string(name), .string(text)])])
    }

    /// Turns the wheel down over a number.
    package func turnWheel(over name: String, steps: Int) throws {
        try answer(["wheel": .array([.string(name), .number(Double(steps))])])
    }

    /// Opens a list of choices, and chooses the one that is some steps below the present one.
    package func choose(_ name: String, steps: Int) throws {
        try answer(["choose": .array([.string(name), .number(Double(steps))])])
    }

    /// Gives the window a size, and the keyboard.
    package func resize(width: Int, height: Int) throws {
        try answer(["size": .array([.number(Double(width)), .number(Double(height))])])
    }

    /// Drags from one place to another across a widget whose name contains a text; the places are from 0 to 1.
    package func drag(_ name: String, from start: Double, to end: Double) throws {
        try answer(["drag": .array([.string(name), .number(start), .number(end)])])
    }

    /// Takes the last change back by the menu, where it stays after the message has gone.
    package func undo() throws {
        try press("Main Menu")
        try press("Undo the Last Change")
    }

    /// Presses a key by its name, such as `Tab`.
    package func press(key: String) throws { try answer(["key": .string(key)]) }

    /// Waits until every pixel of the screen is black or red, and some are red.
    package func waitUntilRed() throws { try answer(["until_red": .string(server.framebuffer)]) }

    /// Returns the role and the name of the widget that has the keyboard.
    package func focused() throws -> (role: String, name: String) {
        let answer = try answer(["focused": true])["focused"].items
        return (answer.first?.string ?? "", answer.last?.string ?? "")
    }

    /// Returns the number of a widget with a name.
    package func number(of name: String) throws -> Double? {
        try answer(["values": .string(name)])["values"].number
    }

    /// Returns the roles and names of all widgets that the keyboard can reach.
    package func focusable() throws -> [(role: String, name: String)] {
        try answer(["focusable": true])["focusable"].items.map {
            ($0.items.first?.string ?? "", $0.items.last?.string ?? "")
        }
    }

    /// Returns the roles and names of all widgets that have a name, with the names of those that contain them.
    package func texts() throws -> [(role: String, name: String, parents: [String])] {
        try answer(["texts": true])["texts"].items.map { text in
            (
                text.items.first?.string ?? "", text.items.dropFirst().first?.string ?? "",
                text.items.last?.items.compactMap(\.string) ?? []
            )
        }
    }

    @discardableResult
    private func answer(_ request: JSON) throws -> JSON {
        try user.write(line: request.text)
        let (verb, _) = request.members.first ?? ("", .null)
        do {
            let line = try user.waitForLine(containing: "\"\(verb)\"")
            return try JSON(parsing: line)
        } catch {
            throw HarnessFailure(
                "\(request.text): \(error); the window wrote:\n\(window.text(on: .errors))")
        }
    }
}
