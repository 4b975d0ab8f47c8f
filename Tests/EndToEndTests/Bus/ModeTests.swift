import AppearanceTestSupport
import Testing

/// The user's word over D-Bus, from a foreign client.
@Suite(.bounded, .requires(.bus, .busClient)) struct ModeTests {
    private let daemon: RunningDaemon
    private let client: BusClient

    init() throws {
        daemon = try RunningDaemon.inDaylight()
        client = try daemon.busClient()
    }

    @Test(arguments: ["light", "dark", "night"])
    func `a mode is the appearance until it is changed`(mode: String) throws {
        try client.set("Mode", to: .string(mode))
        let set = try client.properties()
        #expect(set["Mode"] == .string(mode))
        #expect(set["Appearance"] == .string(mode))
        #expect(set["Reason"] == "manual")
        #expect(set["ModeUntil"] == 0)
        #expect(set["NextChange"] == 0)
        #expect(set["NextAppearance"] == "")
        #expect(
            set["Explanation"]?.string?.hasSuffix(
                ", because you chose it; it stays until you change it.") == true)
        try client.set("Mode", to: "auto")
        let auto = try client.properties()
        #expect(auto["Appearance"] == "light")
        #expect(auto["Reason"] == "schedule")
        #expect(auto["NextAppearance"] == "dark")
    }

    @Test func `a mode with a duration publishes its end and the next appearance`() throws {
        let hour = JSON.object(["for": ["variant": ["t", 3_600_000_000]]])
        try client.call("SetMode", "sa{sv}", ["night", hour])
        let properties = try client.properties()
        let status = try daemon.status()
        #expect(properties["ModeUntil"]?.integer ?? 0 > status["since"].integer ?? .max)
        #expect(properties["ModeUntil"] == status["until"])
        #expect(properties["NextChange"] == properties["ModeUntil"])
        #expect(properties["NextAppearance"] == "light")
        let end = TestHome.clock(at: try #require(properties["ModeUntil"]?.integer))
        #expect(
            properties["Explanation"]
                == .string("Night until \(end), because you chose it; then automatic again."))
    }

    @Test func `a mode with a duration ends by itself`() throws {
        let moment = JSON.object(["for": ["variant": ["t", 50000]]])
        try client.call("SetMode", "sa{sv}", ["night", moment])
        #expect(try client.waitForSignal("AppearanceChanged") == ["night", "light", "manual"])
        #expect(try client.waitForSignal("AppearanceChanged") == ["light", "night", "schedule"])
        let properties = try client.properties()
        #expect(properties["Mode"] == "auto")
        #expect(properties["ModeUntil"] == 0)
    }

    @Test func `a mode until the next boundary ends there`() throws {
        let boundary = try client.get("NextChange")
        try client.call("SetMode", "sa{sv}", ["night", ["until": ["variant": ["s", "next"]]]])
        #expect(try client.get("ModeUntil") == boundary)
        #expect(try client.get("NextAppearance") == "dark")
    }

    @Test func `a mode until a time of day ends at the next such time`() throws {
        let clock = TestHome.clock(hoursFromNow: 3)
        try client.call(
            "SetMode", "sa{sv}", ["dark", ["until": ["variant": ["s", .string(clock)]]]])
        let until = try #require(try client.get("ModeUntil").integer)
        #expect(TestHome.clock(at: until) == clock)
        #expect(until % 60_000_000 == 0)
        let since = try #require(try daemon.status()["since"].integer)
        #expect(until > since && until - since < 86_400_000_000)
    }

    @Test func `a new mode drops the end of the one before`() throws {
        let hour = JSON.object(["for": ["variant": ["t", 3_600_000_000]]])
        try client.call("SetMode", "sa{sv}", ["night", hour])
        try client.set("Mode", to: "night")
        #expect(try client.get("ModeUntil") == 0)
    }

    @Test func `toggle twice restores auto`() throws {
        let boundary = try client.get("NextChange")
        #expect(try client.call("Toggle") == "dark")
        #expect(try client.get("Mode") == "dark")
        #expect(try client.get("ModeUntil") == boundary)
        #expect(try client.call("Toggle") == "light")
        #expect(try client.get("Mode") == "auto")
        #expect(try client.get("ModeUntil") == 0)
        try client.set("Mode", to: "night")
        #expect(try client.call("Toggle") == "light")
        #expect(try client.get("Mode") == "auto")
    }

    @Test func `a pause keeps the appearance and the mode`() throws {
        try client.set("Mode", to: "night")
        try client.call("Pause", "a{sv}", [[:]])
        try client.set("Mode", to: "auto")
        let paused = try client.properties()
        #expect(paused["Paused"] == true)
        #expect(paused["Mode"] == "auto")
        #expect(paused["Appearance"] == "night")
        #expect(paused["Reason"] == "inhibited")
        #expect(
            paused["Explanation"]
                == "Night, because you paused all changes; it stays until you resume.")
        try client.call("Resume")
        let resumed = try client.properties()
        #expect(resumed["Paused"] == false)
        #expect(resumed["Appearance"] == "light")
        #expect(resumed["Reason"] == "schedule")
    }

    @Test func `a pause publishes the next appearance and ends by itself`() throws {
        try client.set("Mode", to: "night")
        try client.call("Pause", "a{sv}", [["for": ["variant": ["t", 3_600_000_000]]]])
        try client.set("Mode", to: "auto")
        #expect(try client.get("NextAppearance") == "light")
        #expect(try client.get("NextChange").integer ?? 0 > 0)
        try client.call("Pause", "a{sv}", [["for": ["variant": ["t", 50000]]]])
        try client.waitForChange(of: "Paused") { $0 == false }
        #expect(try client.get("Appearance") == "light")
    }
}
