import AppearanceTestSupport
import Testing

/// The interface of the portal backend, called by a foreign client.
@Suite(.bounded, .requires(.bus, .busClient)) struct PortalBackendTests {
    private static let everything: JSON = [
        "org.freedesktop.appearance": ["color-scheme": 2],
        "io.github.appearanced": ["appearance": "light"],
    ]

    @Test(
        .row("D11"),
        arguments: [
            ([], everything), ([""], everything), (["*"], everything),
            (["org.freedesktop.*"], ["org.freedesktop.appearance": ["color-scheme": 2]]),
            (
                ["org.freedesktop.appearance.*"],
                ["org.freedesktop.appearance": ["color-scheme": 2]]
            ),
            (["io.github.appearanced"], ["io.github.appearanced": ["appearance": "light"]]),
            (["org.gnome.desktop.interface"], [:]), (["org.freedesktop"], [:]),
            (["none.of.ours", "io.github.*"], ["io.github.appearanced": ["appearance": "light"]]),
        ] as [([String], JSON)])
    func `ReadAll accepts no names, names and patterns`(namespaces: [String], expected: JSON) throws
    {
        let daemon = try RunningDaemon.inDaylight()
        let client = try PortalBackend.client(daemon.environment)
        #expect(try client.call("ReadAll", "as", [.array(namespaces.map(JSON.string))]) == expected)
    }

    @Test(
        .row("D12"),
        arguments: [
            ("org.freedesktop.appearance", "colour-scheme"), ("org.freedesktop.appearance", ""),
            ("org.freedesktop.appearance", "accent-color"), ("", "color-scheme"),
            ("org.gnome.desktop.interface", "color-scheme"),
        ])
    func `an unknown key is not found`(namespace: String, key: String) throws {
        let daemon = try RunningDaemon.inDaylight()
        let client = try PortalBackend.client(daemon.environment)
        let error = try #require(throws: BusClient.RemoteError.self) {
            try client.call("Read", "ss", [.string(namespace), .string(key)])
        }
        #expect(error.name == "org.freedesktop.portal.Error.NotFound")
    }

    @Test(.row("D13")) func `every value has the type of the specification`() throws {
        let daemon = try RunningDaemon.inDaylight(
            """
            [portal]
            contrast = "higher"
            reduced_motion = true
            [portal.night]
            accent_color = "#ff0000"
            """)
        func read(_ key: String) throws -> String {
            try PortalBackend.reply(
                to: "\(PortalBackend.interface).Read", "string:org.freedesktop.appearance",
                "string:\(key)", on: daemon)
        }
        #expect(try read("color-scheme") == "variant uint32 2")
        #expect(try read("contrast") == "variant uint32 1")
        #expect(try read("reduced-motion") == "variant uint32 1")
        // Set only at night; by day it is unset, which the specification writes as out of range.
        #expect(
            try read("accent-color") == "variant struct { double -1 double -1 double -1 }")
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        #expect(try read("color-scheme") == "variant uint32 1")
        #expect(try read("accent-color") == "variant struct { double 1 double 0 double 0 }")
        let client = try PortalBackend.client(daemon.environment)
        #expect(try client.propertyTypes() == ["version": "u"])
        #expect(try client.properties() == ["version": 1])
    }

    @Test func `each key is reported once at the start and then with each real change`() throws {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        let client = try PortalBackend.client(
            home.environment.merging(bus.environment) { $1 })
        let daemon = try RunningDaemon(home: home, bus: bus)
        try client.waitForOwner()
        let service = try daemon.busClient()
        for mode in ["night", "night", "dark", "light", "auto", "auto"] {
            try service.set("Mode", to: .string(mode))
        }
        // Light by mode and light by schedule are the same to the portal.
        #expect(try client.call("Read", "ss", ["io.github.appearanced", "appearance"]) == "light")
        let before = try client.lines().filter { $0["signal"] == "SettingChanged" }
            .map { $0["arguments"] }
        let scheme = "org.freedesktop.appearance"
        let own = "io.github.appearanced"
        #expect(
            before == [
                [.string(scheme), "color-scheme", 2], [.string(own), "appearance", "light"],
                [.string(scheme), "color-scheme", 1], [.string(own), "appearance", "night"],
                [.string(own), "appearance", "dark"],
                [.string(scheme), "color-scheme", 2], [.string(own), "appearance", "light"],
            ])
    }

    @Test(.row("D14")) func `a read during a signal returns the new value`()
        throws
    {
        let daemon = try RunningDaemon.inDaylight()
        let portal = try PortalBackend.client(daemon.environment)
        try portal.callAtSignals("Read", "ss")
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try portal.waitForSignal("SettingChanged") { $0[1] == "appearance" }
        let noted = try portal.lines().filter { $0["signal"] == "SettingChanged" }
        #expect(noted.map { $0["arguments"][2] } == [1, "dark"])
        #expect(noted.map { $0["read"] } == [1, "dark"])
    }

    @Test(.row("D2")) func `a name that another program owns is acquired when it is free`() throws {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        let environment = home.environment.merging(bus.environment) { $1 }
        let other = try PortalBackend.client(environment)
        try other.own(PortalBackend.name)
        let daemon = try RunningDaemon(home: home, bus: bus)
        try daemon.process.waitForLine(
            containing: "<5>another program owns \(PortalBackend.name)", on: .errors)
        // Its own name and its work do not depend on it.
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        let listener = try PortalBackend.client(environment)
        try other.release(PortalBackend.name)
        #expect(
            try listener.waitForSignal("SettingChanged")
                == ["org.freedesktop.appearance", "color-scheme", 1])
    }

    /// A portal that waits for the backend then waits for neither sensors nor desktops.
    @Test func `the portal's name is requested right after the daemon's`() throws {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        let environment = home.environment.merging(bus.environment) { $1 }
        let monitor = try ChildProcess(
            "dbus-monitor", ["--session", "--profile", "type='method_call'"],
            environment: environment)
        try monitor.waitForLine(containing: "NameLost")
        let daemon = try RunningDaemon(home: home, bus: bus)
        // The serial number of a message follows the time and is followed by the sender.
        let first = try monitor.waitForLine(containing: "\tRequestName")
        let sender = try #require(first.split(separator: "\t").dropFirst(3).first)
        let third = try monitor.waitForLine(containing: "\t3\t\(sender)\t")
        #expect(third.hasSuffix("\tRequestName"), "\(monitor.text())")
        #expect(daemon.process.isRunning)
    }

    @Test func `each key is signalled again on a restarted bus`() throws {
        let daemon = try RunningDaemon.inDaylight()
        try daemon.bus.kill()
        try daemon.process.waitForLine(containing: "the session bus is gone", on: .errors)
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        try daemon.bus.restart()
        let client = try PortalBackend.client(daemon.environment)
        try client.waitForOwner()
        #expect(try client.call("Read", "ss", ["io.github.appearanced", "appearance"]) == "night")
        #expect(
            try client.call("ReadAll", "as", [[]])["org.freedesktop.appearance"]["color-scheme"]
                == 1)
    }

    /// Without its name the daemon is not a backend, so even a subscriber to its unique name
    /// gets no signal.
    @Test func `a backend that the configuration disables emits nothing`() throws {
        let daemon = try RunningDaemon.inDaylight()
        let client = try PortalBackend.client(daemon.environment)
        let owner = try client.call(
            "GetNameOwner", "s", [.string(PortalBackend.name)],
            interface: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
            to: "org.freedesktop.DBus")
        let listener = try BusClient(
            environment: daemon.environment, name: try #require(owner.string),
            path: PortalBackend.path, interface: PortalBackend.interface)
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try listener.waitForSignal("SettingChanged")
        try daemon.home.write(configuration: TestHome.daylight + "[portal]\nenabled = false\n")
        try client.waitForNoOwner()
        let before = try listener.count(of: "SettingChanged")
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        // An answer comes behind every signal that was emitted before it.
        _ = try listener.call("Introspect", interface: "org.freedesktop.DBus.Introspectable")
        #expect(try listener.count(of: "SettingChanged") == before)
    }

    @Test func `the configuration releases the name and acquires it again`() throws {
        let daemon = try RunningDaemon.inDaylight("[portal]\nenabled = false\n")
        let client = try PortalBackend.client(daemon.environment)
        try client.waitForNoOwner()
        try daemon.home.write(configuration: TestHome.daylight + "[portal]\nenabled = true\n")
        try client.waitForOwner()
        try client.waitForSignal("SettingChanged")
        try daemon.home.write(
            configuration: TestHome.daylight + "[portal.light]\naccent_color = \"#0000ff\"\n")
        #expect(
            try client.waitForSignal("SettingChanged") { $0[1] == "accent-color" }
                == ["org.freedesktop.appearance", "accent-color", [0, 0, 1]])
        // Running apps would keep a hint that has gone.
        try daemon.home.write(
            configuration: TestHome.daylight + "[portal]\ncontrast = \"higher\"\n")
        #expect(
            try client.waitForSignal("SettingChanged") { $0[2] == [-1, -1, -1] }
                == ["org.freedesktop.appearance", "accent-color", [-1, -1, -1]])
        try daemon.home.write(configuration: TestHome.daylight)
        #expect(
            try client.waitForSignal("SettingChanged") { $0[1] == "contrast" && $0[2] == 0 }
                == ["org.freedesktop.appearance", "contrast", 0])
        try daemon.home.write(configuration: TestHome.daylight + "[portal]\nenabled = false\n")
        try client.waitForNoOwner()
    }
}
