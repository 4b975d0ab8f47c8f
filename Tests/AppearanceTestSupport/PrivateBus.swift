import Synchronization

/// A real dbus-daemon of a test's own.
package final class PrivateBus: Sendable {
    /// The bus of a desktop that it replaces.
    package enum Role: String, Sendable {
        case session, system
    }

    /// The address of the bus.
    package let address: String
    private let role: Role
    private let arguments: [String]
    private let surroundings: [String: String]
    private let daemon: Mutex<ChildProcess>

    /// Starts the bus in a home; it answers when this returns.
    ///
    /// Services in the home's `data/dbus-1/services` (the system bus: `system-services`) are
    /// activated, and nobody can own a refused name. `library` is preloaded into it.
    package init(
        in home: TestHome, as role: Role = .session, refusing name: String = "org.example.Nobody",
        preloading library: String? = nil
    ) throws {
        self.role = role
        let socket = "\(home.path)/\(role.rawValue)-bus"
        address = "unix:path=\(socket)"
        let services = role == .session ? "services" : "system-services"
        let configuration = try home.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(socket)</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(home.dataHome)/dbus-1/\(services)</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
                <deny own="\(name)"/>
                <allow user="*"/>
              </policy>
              <limit name="max_incoming_bytes">1000000000</limit>
              <limit name="max_outgoing_bytes">1000000000</limit>
              <limit name="max_message_size">1000000000</limit>
              <limit name="max_completed_connections">100000</limit>
              <limit name="max_names_per_connection">50000</limit>
              <limit name="max_match_rules_per_connection">50000</limit>
              <limit name="max_replies_per_connection">50000</limit>
            </busconfig>
            """, to: "\(role.rawValue)-bus.conf")
        arguments = ["--config-file=\(configuration)", "--nofork", "--print-address=1"]
        surroundings = home.environment.merging(library.map { ["LD_PRELOAD": $0] } ?? [:]) { $1 }
        daemon = Mutex(try Self.started(arguments, in: surroundings))
    }

    private static func started(
        _ arguments: [String], in environment: [String: String]
    ) throws -> ChildProcess {
        let daemon = try ChildProcess("dbus-daemon", arguments, environment: environment)
        try daemon.waitForLine(containing: "unix:path=")
        return daemon
    }

    /// The environment for a program on this bus.
    package var environment: [String: String] {
        ["DBUS_\(role.rawValue.uppercased())_BUS_ADDRESS": address]
    }

    /// Kills the bus, as when a session ends badly.
    package func kill() throws {
        let daemon = daemon.withLock { $0 }
        daemon.signal(9)
        try daemon.expectExit()
    }

    /// Ends the bus in order, as when a session ends.
    package func end() throws {
        try daemon.withLock { $0 }.terminate()
    }

    /// Starts another bus at the address of the killed one, and waits until it answers.
    package func restart() throws {
        let next = try Self.started(arguments, in: surroundings)
        daemon.withLock { $0 = next }
    }

    /// Stops the bus from reading, until `resume`.
    package func stop() { daemon.withLock { $0 }.signal(19) }

    /// Lets a stopped bus go on.
    package func resume() { daemon.withLock { $0 }.signal(18) }
}
