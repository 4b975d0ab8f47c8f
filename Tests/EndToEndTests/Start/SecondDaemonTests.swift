import AppearanceTestSupport
import Foundation
import Testing

/// One daemon at a time: the second exits and leaves no trace.
@Suite(.bounded, .requires(.bus)) struct SecondDaemonTests {
    private let first: RunningDaemon

    init() throws {
        first = try RunningDaemon.inDaylight()
        #expect(try first.appearancectl("set", "night").status == .exited(0))
        try first.home.waitForSaved(mode: "night")
    }

    @Test func `a second daemon in the same runtime directory is refused`() throws {
        let state = FileTree(first.home.stateHome)
        let socket = inode(of: first.home.socket)
        let second = try ChildProcess.run(
            BuiltProducts.appearanced, environment: first.environment)
        #expect(second.status == .exited(75))
        #expect(second.errors.contains("appearanced is running already"), "\(second.errors)")
        #expect(second.errors.contains(first.home.socket), "\(second.errors)")
        try expectUnharmed()
        #expect(inode(of: first.home.socket) == socket)
        #expect(FileTree(first.home.stateHome) == state)
    }

    /// As with `dbus-run-session sway`, beside the bus of the user's service manager.
    @Test(.row("D31")) func `a second daemon on a bus of its session names the user's bus`() throws
    {
        let usual = first.home.runtimeDirectory + "/bus"
        try FileManager.default.createSymbolicLink(
            atPath: usual,
            withDestinationPath: String(first.bus.address.dropFirst("unix:path=".count)))
        let other = try PrivateBus(in: TestHome())
        for (address, isOther) in [(other.address, true), ("unix:path=\(usual)", false)] {
            let second = try ChildProcess.run(
                BuiltProducts.appearanced,
                environment: first.environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
            )
            #expect(second.status == .exited(75))
            #expect(second.errors.contains("a bus of its own (\(address))") == isOther)
            #expect(second.errors.contains("beside yours (unix:path=\(usual))") == isOther)
            #expect(second.errors.contains("without dbus-run-session") == isOther)
        }
        try expectUnharmed()
    }

    @Test(.row("D1")) func `a second daemon on the same bus is refused`() throws {
        let home = try TestHome.inDaylight()
        let second = try ChildProcess.run(
            BuiltProducts.appearanced, environment: first.environment(in: home))
        #expect(second.status == .exited(75))
        #expect(
            second.errors.contains(
                "appearanced is running already: it owns io.github.appearanced on this bus"),
            "\(second.errors)")
        #expect(!second.errors.contains("another program"), "\(second.errors)")
        try expectUnharmed()
        #expect(FileTree(home.stateHome).paths.isEmpty)
        #expect(!isThere(home.socket))
    }

    /// A monitor of the bus receives every signal of any sender.
    @Test(.row("D1"), .requires(.busClient)) func `a second daemon sends no signal`() throws {
        let client = try first.busClient()
        let before = try client.properties()
        let monitor = try ChildProcess(
            "dbus-monitor", ["--session", "--profile", "type='signal'"],
            environment: first.environment)
        try monitor.waitForLine(containing: "NameLost")
        let home = try TestHome.inDaylight()
        for environment in [first.environment, first.environment(in: home)] {
            let second = try ChildProcess.run(BuiltProducts.appearanced, environment: environment)
            #expect(second.status == .exited(75))
        }
        #expect(try client.properties() == before)
        // The bus sends its signals in order, so those of the second daemon come before this one.
        #expect(try first.appearancectl("set", "dark").status == .exited(0))
        let signal = try monitor.waitForLine(containing: "AppearanceChanged")
        #expect(try Self.senders(in: monitor) == [Self.sender(of: signal)])
    }

    /// The senders of the signals that were not sent by the bus itself.
    private static func senders(in monitor: ChildProcess) throws -> Set<Substring> {
        let signals = monitor.text().split(separator: "\n").filter { $0.hasPrefix("sig") }
        return try Set(signals.map { try sender(of: String($0)) })
            .subtracting(["org.freedesktop.DBus"])
    }

    /// The fourth of the fields: kind, time, serial number, sender, path, interface and name.
    private static func sender(of line: String) throws -> Substring {
        try #require(line.split(separator: "\t").dropFirst(3).first)
    }

    @Test(.row("U6"), .requires(.busClient)) func `exactly one of many concurrent daemons stays`()
        throws
    {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        let environment = home.environment.merging(bus.environment) { $1 }
        let notify = try NotifySocket(in: home)
        let daemons = try (0..<50).map { _ in
            try ChildProcess(
                BuiltProducts.appearanced,
                environment: environment.merging(notify.environment) { $1 })
        }
        try notify.waitForMessage(containing: "READY=1")
        let owner = try BusClient(
            environment: environment, name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus"
        ).call("GetConnectionUnixProcessID", "s", [.string(BusClient.appearanced.name)]).integer
        for daemon in daemons where Int64(daemon.processIdentifier) != owner {
            #expect(try daemon.expectExit() == .exited(75))
        }
        let winner = try #require(daemons.first { Int64($0.processIdentifier) == owner })
        #expect(try SocketConnection(to: home.socket).call("GetStatus")["error"] == .null)
        #expect(winner.isRunning)
    }

    /// The name is not given to another program, even with the flag to replace the owner.
    @Test(.row("D3"), .requires(.busClient)) func `the name of a running daemon is not replaced`()
        throws
    {
        let bus = try BusClient(
            environment: first.environment, name: "org.freedesktop.DBus",
            path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")
        let replaceAndDoNotQueue: JSON = 6
        let exists: JSON = 3
        #expect(
            try bus.call(
                "RequestName", "su", [.string(BusClient.appearanced.name), replaceAndDoNotQueue])
                == exists)
        try expectUnharmed()
        #expect(first.log("<3>").isEmpty, "\(first.log)")
    }

    private func expectUnharmed() throws {
        #expect(first.process.isRunning)
        #expect(try first.appearancectl("get").output == "night\n")
    }
}
