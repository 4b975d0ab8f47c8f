import Foundation

/// A logind controlled by a test (python3-dbusmock), on the test's own system bus.
///
/// Its signals come in the order of the requests.
package final class FakeLogind: Sendable {
    package static let name = "org.freedesktop.login1"
    package static let path = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    private static let mock = "org.freedesktop.DBus.Mock"

    /// The session that it has.
    package static let sessionID = "c1"

    package let bus: PrivateBus
    private let home: TestHome
    private let process: ChildProcess
    private let client: BusClient

    /// Starts it, on its own bus unless one is given, with an unlocked session of this user,
    /// in front unless it says otherwise.
    ///
    /// The lid is open; a machine without one, or with an old logind, sends no signal about it.
    package init(
        on bus: PrivateBus? = nil, in home: TestHome? = nil, knowsLid: Bool = true,
        isActive: Bool = true
    ) throws {
        let home = try home ?? TestHome()
        let bus = try bus ?? PrivateBus(in: home, as: .system)
        self.home = home
        self.bus = bus
        let environment = home.environment.merging(bus.environment) { $1 }
        process = try ChildProcess(
            Python.system, ["-m", "dbusmock", "--system", "--template", "logind"],
            environment: environment)
        client = try BusClient(
            environment: environment, on: .system, name: Self.name, path: Self.path,
            interface: Self.manager)
        try client.waitForOwner()
        try addSession(Self.sessionID, isActive: isActive)
        if knowsLid { try addLid(isClosed: false) }
        // The template's own cannot add a number to a text.
        try client.call(
            "AddMethod", "sssss",
            [
                .string(Self.manager), "GetUser", "u", "o",
                .string("ret = dbus.ObjectPath('\(Self.path)/user/%d' % args[0])"),
            ], interface: Self.mock)
    }

    /// Adds a session of this user.
    package func addSession(
        _ id: String, isActive: Bool = true, isRemote: Bool = false
    ) throws {
        try client.call(
            "AddSession", "ssusb",
            [.string(id), "seat0", .integer(Int64(getuid())), "somebody", .bool(isActive)],
            interface: Self.mock)
        guard isRemote else { return }
        // One that xrdp or GNOME's remote desktop has made.
        try set(session: id, "Type", "s", "x11")
        try set(session: id, "Seat", "(so)", ["", "/"])
        try set(session: id, "Remote", "b", true)
    }

    /// Removes a session of this user, whose last one `rest` is.
    package func removeSession(_ id: String, leaving rest: [String]) throws {
        try client.call(
            "RemoveObject", "s", [.string("\(Self.path)/session/\(id)")], interface: Self.mock)
        let sessions = rest.map { [.string($0), .string("\(Self.path)/session/\($0)")] as JSON }
        try set(
            "Sessions", to: ["variant": ["a(so)", .array(sessions)]],
            of: "org.freedesktop.login1.User", at: "\(Self.path)/user/\(getuid())")
    }

    /// Signals that a session has come or gone.
    package func signal(_ member: String, of id: String) throws {
        try client.call(
            "EmitSignal", "sssav",
            [
                .string(Self.manager), .string(member), "so",
                [
                    ["variant": ["s", .string(id)]],
                    ["variant": ["o", .string("\(Self.path)/session/\(id)")]],
                ],
            ], interface: Self.mock)
    }

    private func addLid(isClosed: Bool) throws {
        try client.call(
            "AddProperty", "ssv",
            [.string(Self.manager), "LidClosed", ["variant": ["b", .bool(isClosed)]]],
            interface: Self.mock)
    }

    /// The environment that connects the daemon to this bus, with the session by its id.
    package var environment: [String: String] {
        bus.environment.merging(["XDG_SESSION_ID": Self.sessionID]) { $1 }
    }

    /// Makes the session the user's display, or one that does not exist.
    package func makeSessionTheDisplay(_ id: String = sessionID) throws {
        let path = "\(Self.path)/user/\(getuid())"
        let display: JSON = [
            "variant": ["(so)", [.string(id), .string("\(Self.path)/session/\(id)")]]
        ]
        try set("Display", to: display, of: "org.freedesktop.login1.User", at: path)
    }

    /// Signals that the machine is about to be suspended, or has resumed.
    package func prepareForSleep(_ begins: Bool) throws {
        try client.call(
            "EmitSignal", "sssav",
            [
                .string(Self.manager), "PrepareForSleep", "b",
                [["variant": ["b", .bool(begins)]]],
            ], interface: Self.mock)
    }

    /// Closes or opens the lid.
    package func closeLid(_ isClosed: Bool) throws {
        try set(
            "LidClosed", to: ["variant": ["b", .bool(isClosed)]], of: Self.manager, at: Self.path)
    }

    /// Closes the lid as an old logind does, without a signal.
    package func closeLidSilently() throws { try addLid(isClosed: true) }

    /// Another client on its bus, which can own any name.
    package func neighbour() throws -> BusClient {
        try BusClient(
            environment: home.environment.merging(bus.environment) { $1 }, on: .system,
            name: Self.name, path: Self.path, interface: Self.manager)
    }

    /// Takes the session from the front, or brings it there.
    package func activateSession(_ isActive: Bool, _ id: String = sessionID) throws {
        try set(session: id, "Active", "b", .bool(isActive))
    }

    /// Locks or unlocks the session.
    package func lockSession(_ isLocked: Bool, _ id: String = sessionID) throws {
        try set(session: id, "LockedHint", "b", .bool(isLocked))
    }

    /// Logs the session out, while some of its processes remain.
    package func closeSession(_ id: String) throws { try set(session: id, "State", "s", "closing") }

    private func set(
        session id: String, _ property: String, _ signature: String, _ value: JSON
    ) throws {
        try set(
            property, to: ["variant": [.string(signature), value]], of: Self.session,
            at: "\(Self.path)/session/\(id)")
    }

    /// Ends it.
    package func end() throws { _ = try process.terminate() }

    /// Stops it from answering, until `resume`.
    package func stop() { process.signal(19) }

    /// Lets a stopped one go on.
    package func resume() { process.signal(18) }

    private func set(
        _ property: String, to value: JSON, of interface: String, at path: String
    ) throws {
        try client.call(
            "Set", "ssv", [.string(interface), .string(property), value],
            interface: "org.freedesktop.DBus.Properties", at: path)
    }
}
