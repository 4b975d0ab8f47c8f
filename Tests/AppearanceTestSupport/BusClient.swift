import Synchronization

/// A foreign D-Bus client (python3-dbus): subscribes to one name, calls it, sets its properties.
///
/// Signals and replies come in the order in which the bus delivered them; a wait for one passes
/// over those before it.
package final class BusClient: Sendable {
    /// An error that came back in place of a reply.
    package struct RemoteError: Error, Equatable, CustomStringConvertible {
        package var name: String
        package var message: String
        package var description: String { "\(name): \(message)" }
    }

    /// The service that everyone of ours talks to.
    package static let appearanced = (
        name: "io.github.appearanced", path: "/io/github/appearanced",
        interface: "io.github.appearanced.Appearance1"
    )

    private let process: ChildProcess
    private let lastRequest = Mutex(0)

    /// Connects to the bus of an environment and subscribes to the signals of `name` at `path`.
    package init(
        environment: [String: String], on role: PrivateBus.Role = .session,
        name: String = appearanced.name, path: String = appearanced.path,
        interface: String = appearanced.interface
    ) throws {
        let bus = role == .system ? ["--system"] : []
        process = try ChildProcess(
            Python.system, [Repository.support + "/bus_client.py"] + bus + [name, path, interface],
            environment: environment, keepsInput: true)
        try process.waitForLine(containing: "\"ready\"")
    }

    /// Waits until the name has an owner.
    package func waitForOwner(within timeout: Duration = ChildProcess.timeout) throws {
        try waitForLine("the name's owner", within: timeout) { ($0["owner"].string ?? "") != "" }
    }

    /// Waits until the name has no owner.
    package func waitForNoOwner() throws {
        try waitForLine("the name to be given up") { $0["owner"].string == "" }
    }

    /// The arguments of the next signal of this name.
    @discardableResult
    package func waitForSignal(
        _ member: String, within timeout: Duration = ChildProcess.timeout,
        where matches: ([JSON]) -> Bool = { _ in true }
    ) throws -> [JSON] {
        try waitForLine("the signal \(member)", within: timeout) {
            $0["signal"].string == member && matches($0["arguments"].items)
        }["arguments"].items
    }

    /// The next `PropertiesChanged` that has this property, whole.
    @discardableResult
    package func waitForChange(
        of property: String, within timeout: Duration = ChildProcess.timeout,
        where matches: (JSON) -> Bool = { _ in true }
    ) throws -> [String: JSON] {
        try waitForLine("a change of \(property)", within: timeout) {
            $0["changed"].members[property].map(matches) ?? false
        }["changed"].members
    }

    /// Calls a method; `signature` is its argument types in D-Bus's letters.
    ///
    /// A `JSON` object `{"variant": ["t", 5]}` is a variant of that type.
    @discardableResult
    package func call(
        _ method: String, _ signature: String = "", _ arguments: [JSON] = [],
        interface: String? = nil, at path: String? = nil, to destination: String? = nil
    ) throws -> JSON {
        var request: [String: JSON] = [
            "do": "call", "method": .string(method), "signature": .string(signature),
            "arguments": .array(arguments),
        ]
        if let interface { request["interface"] = .string(interface) }
        if let path { request["path"] = .string(path) }
        if let destination { request["destination"] = .string(destination) }
        return try reply(to: request)
    }

    /// Reads a property.
    package func get(_ property: String) throws -> JSON {
        try reply(to: ["do": "get", "property": .string(property)])
    }

    /// Reads every property.
    package func properties() throws -> [String: JSON] {
        try reply(to: ["do": "get_all"]).members
    }

    /// The D-Bus type of every property, as it comes over the bus.
    package func propertyTypes() throws -> [String: String] {
        try reply(to: ["do": "types"]).members.compactMapValues(\.string)
    }

    /// Records each signal from now on with the value of a property while it is handled.
    package func readAtSignals(_ property: String) throws {
        _ = try reply(to: ["do": "read_at_signals", "property": .string(property)])
    }

    /// Records each signal from now on with a method's reply to its first arguments, of
    /// the types given, while it is handled.
    package func callAtSignals(_ method: String, _ signature: String) throws {
        _ = try reply(to: [
            "do": "read_at_signals", "method": .string(method), "signature": .string(signature),
        ])
    }

    /// Sets a property to a text, or to any variant.
    package func set(_ property: String, to value: JSON) throws {
        _ = try reply(to: ["do": "set", "property": .string(property), "value": value])
    }

    /// Sends calls one after another without waiting in between; their replies are left unread.
    package func setInFlight(_ property: String, to values: [JSON]) throws {
        for value in values {
            try send(["do": "set", "property": .string(property), "value": value])
        }
    }

    /// The XML that the object shows of itself.
    package func introspect() throws -> String {
        try reply(to: ["do": "introspect"]).string ?? ""
    }

    /// Takes a bus name.
    package func own(_ name: String) throws {
        _ = try reply(to: ["do": "own", "name": .string(name)])
    }

    /// Sends a signal of this client's own, as a faked service does or a forger; to everybody, or
    /// straight to one.
    package func emit(
        _ member: String, _ signature: String = "", _ arguments: [JSON] = [], from path: String,
        interface: String, to destination: String? = nil
    ) throws {
        var request: [String: JSON] = [
            "do": "emit", "member": .string(member), "signature": .string(signature),
            "arguments": .array(arguments), "path": .string(path),
            "interface": .string(interface),
        ]
        if let destination { request["destination"] = .string(destination) }
        _ = try reply(to: request)
    }

    /// Everybody on the bus, by the names that the bus gave them.
    package func everybody() throws -> [String] {
        let names = try call(
            "ListNames", interface: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
            to: "org.freedesktop.DBus")
        return names.items.compactMap(\.string).filter { $0.hasPrefix(":") }
    }

    /// Gives a bus name back.
    package func release(_ name: String) throws {
        _ = try reply(to: ["do": "release", "name": .string(name)])
    }

    /// Every line so far, for tests that count.
    package func lines() throws -> [JSON] {
        try process.text().split(separator: "\n").map { try JSON(parsing: String($0)) }
    }

    /// How often a signal has come so far.
    package func count(of member: String) throws -> Int {
        try lines().count { $0["signal"].string == member }
    }

    /// The client's process, to stop, go on or kill.
    package var client: ChildProcess { process }

    @discardableResult
    private func send(_ request: [String: JSON]) throws -> Int {
        let id = lastRequest.withLock { number in
            number += 1
            return number
        }
        var request = request
        request["id"] = .integer(Int64(id))
        try process.write(line: JSON.object(request).text)
        return id
    }

    private func reply(to request: [String: JSON]) throws -> JSON {
        let id = Int64(try send(request))
        // Signals that came before the reply stay for later waits.
        let line = try process.waitForLineLeavingOthers("reply \(id)") {
            $0.hasPrefix("{\"reply\": \(id),")
        }
        let reply = try JSON(parsing: line)
        if let name = reply["error"].string {
            throw RemoteError(name: name, message: reply["message"].string ?? "")
        }
        return reply["value"]
    }

    @discardableResult
    private func waitForLine(
        _ what: String, within timeout: Duration = ChildProcess.timeout,
        where matches: (JSON) -> Bool
    ) throws -> JSON {
        let line = try process.waitForLine(what, within: timeout) {
            matches(try JSON(parsing: $0))
        }
        return try JSON(parsing: line)
    }
}
