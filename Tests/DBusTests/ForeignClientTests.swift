import AppearanceTestSupport
import DBus
import EventLoop
import Foundation
import Testing

/// A service as a client sees it that shares no line with it: python3-dbus.
@Suite(.bounded, .requires(.bus, .busClient)) struct ForeignClientTests {
    /// Runs a service on its own thread while the test calls it.
    private static func withClient(_ body: (BusClient) throws -> Void) throws {
        let home = try TestHome()
        let bus = try PrivateBus(in: home)
        let environment = home.environment.merging(bus.environment) { $1 }
        let client = try BusClient(
            environment: environment, name: SampleService.name, path: SampleService.path,
            interface: SampleService.interface)
        let service = Thread { [address = bus.address] in
            do { try serve(at: address) } catch { Issue.record(error) }
        }
        service.start()
        try client.waitForOwner()
        try body(client)
        try client.call("Quit", interface: SampleService.probe)
        try client.waitForNoOwner()
    }

    private static func serve(at address: String) throws {
        let loop = try EventLoop()
        let connection = try BusConnection(loop: loop, address: address)
        let service = SampleService(on: connection, introspection: SampleService.description)
        service.onQuit = { loop.exit(0) }
        _ = try connection.requestName(SampleService.name, flags: .doNotQueue)
        _ = try loop.run()
        connection.flush()
        connection.close()
    }

    @Test func `a foreign client reads every property`() throws {
        try Self.withClient { client in
            let properties = try client.properties()
            #expect(
                properties == [
                    "Mode": "light", "Since": 1_782_000_000_000_000, "Users": .array([]),
                ])
            #expect(try client.get("Mode") == "light")
        }
    }

    @Test func `a foreign client sets a property and receives the signal`() throws {
        try Self.withClient { client in
            try client.set("Mode", to: "dark")
            let changed = try client.waitForChange(of: "Mode")
            #expect(changed == ["Mode": "dark"])
            let signal = try client.waitForSignal("ModeChanged")
            #expect(signal == ["dark", "light"])
            #expect(try client.get("Mode") == "dark")
        }
    }

    @Test func `a foreign client receives the error of an invalid call`() throws {
        try Self.withClient { client in
            let word = #expect(throws: BusClient.RemoteError.self) {
                try client.set("Mode", to: "dusk")
            }
            #expect(word?.name == "org.freedesktop.DBus.Error.InvalidArgs")
            #expect(word?.message == "the mode is auto, light, dark or night")
            let arguments = #expect(throws: BusClient.RemoteError.self) {
                try client.call("SetMode", "s", ["dark"])
            }
            #expect(arguments?.message == "SetMode takes (sa{sv}), and got (s)")
        }
    }

    /// A client of ours would shorten the message itself.
    @Test func `the message of an error is cut before it is sent`() throws {
        try Self.withClient { client in
            let error = #expect(throws: BusClient.RemoteError.self) {
                try client.call("FailAtLength", interface: SampleService.probe)
            }
            #expect(error?.message == String(repeating: "x", count: 1_024) + "…")
        }
    }

    @Test func `a foreign client reads the description`() throws {
        try Self.withClient { client in
            let description = InterfaceDescription(try client.introspect())
            #expect(description?.declarations[SampleService.interface]?.count == 6)
        }
    }
}
