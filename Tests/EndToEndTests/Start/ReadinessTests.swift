import AppearanceTestSupport
import Testing

/// The service is complete when the daemon sends READY.
@Suite(.bounded, .requires(.bus, .busClient)) struct ReadinessTests {
    @Test(.row("P4")) func `the name, the socket and the state exist when READY is sent`() throws {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        let client = try BusClient(environment: home.environment.merging(bus.environment) { $1 })
        try client.waitForNoOwner()
        let daemon = try RunningDaemon(home: home, bus: bus)
        // The client has been connected before, so this call is made at the moment of READY.
        #expect(try client.get("Appearance") == "light")
        #expect(try client.get("Reason") == "schedule")
        #expect(try daemon.status()["appearance"] == "light")
        try client.waitForOwner()
        #expect(daemon.process.isRunning)
    }

    @Test func `the first lines of the log have the appearance and its reason`() throws {
        let daemon = try RunningDaemon.inDaylight()
        try daemon.process.terminate()
        #expect(daemon.log("<3>").isEmpty)
        #expect(daemon.log("<4>").isEmpty)
        let sentence = try #require(daemon.log("<6>").first)
        let pattern =
            #/Light since \d\d:\d\d, by schedule, as the light sensor is turned off \(sensor\.source\); dark at \d\d:\d\d\./#
        #expect(sentence.wholeMatch(of: pattern) != nil, "\(sentence)")
    }

    @Test func `the service manager is notified when the process stops`() throws {
        let daemon = try RunningDaemon.inDaylight()
        daemon.process.signal(15)
        try daemon.notifications.waitForMessage(containing: "STOPPING=1")
        #expect(try daemon.process.expectExit() == .exited(0))
    }

    @Test func `a missing service manager does not end the daemon`() throws {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        let environment = home.environment.merging(bus.environment) { $1 }
        let client = try BusClient(environment: environment)
        let daemon = try ChildProcess(
            BuiltProducts.appearanced,
            environment: environment.merging(["NOTIFY_SOCKET": home.path + "/nobody"]) { $1 })
        try client.waitForOwner()
        try client.set("Mode", to: "night")
        #expect(try daemon.terminate() == .exited(0))
        #expect(try home.savedState()["mode"] == "night")
        #expect(daemon.text(on: .errors).contains("NOTIFY_SOCKET"))
    }

    @Test(arguments: ["0", "soon"])
    func `an invalid WATCHDOG_USEC causes a warning`(_ value: String) throws {
        let daemon = try RunningDaemon(
            home: .inDaylight(), environment: ["WATCHDOG_USEC": value])
        #expect(try daemon.status()["appearance"] == "light")
        #expect(try daemon.process.terminate() == .exited(0))
        let warnings = daemon.log("<4>")
        #expect(warnings.count == 1 && warnings[0].contains("WATCHDOG_USEC"), "\(warnings)")
    }

    @Test func `introspection equals the shipped description`() throws {
        let name = BusClient.appearanced.interface
        let daemon = try RunningDaemon.inDaylight()
        let text = try daemon.busClient().introspect()
        let shown = try XMLElement(parsing: text).child("interface", named: name)
        let file = try Repository.text(of: "config/\(name).xml")
        let described = try XMLElement(parsing: file).child("interface", named: name)
        #expect(try #require(described).children.isEmpty == false)
        #expect(shown == described)
    }

    @Test func `every property exists with its type`() throws {
        let name = BusClient.appearanced.interface
        let file = try Repository.text(of: "config/\(name).xml")
        let described = try #require(
            try XMLElement(parsing: file).child("interface", named: name)
        ).children("property")
        let types = Dictionary(
            uniqueKeysWithValues: described.map {
                ($0.attributes["name"] ?? "", $0.attributes["type"] ?? "")
            })
        let daemon = try RunningDaemon.inDaylight()
        #expect(try daemon.busClient().propertyTypes() == types)
        #expect(types.count == 25)
    }

    @Test func `the properties of an idle daemon have their defaults`() throws {
        let daemon = try RunningDaemon.inDaylight()
        let properties = try daemon.busClient().properties()
        #expect(properties["Mode"] == "auto")
        #expect(properties["ModeUntil"] == 0)
        #expect(properties["NextAppearance"] == "dark")
        #expect(properties["LightLevel"]?.number == -1)
        #expect(properties["LightLevelUnit"] == "lux")
        #expect(properties["SensorState"] == "none")
        #expect(properties["Paused"] == false)
        #expect(properties["Inhibitors"] == [])
        #expect(properties["ConfigurationError"] == "")
        #expect(properties["Configuration"]?.string?.hasSuffix("/config.toml") == true)
        #expect(properties["ConfigurationLoaded"]?.integer != 0)
        let version = try daemon.appearancectl("--version").output
        #expect(properties["Version"]?.string.map { $0 + "\n" } == version)
    }
}
