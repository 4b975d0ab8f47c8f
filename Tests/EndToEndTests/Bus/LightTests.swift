import AppearanceTestSupport
import Testing

/// Light that is fed, and the decision explained.
@Suite(.bounded, .requires(.bus, .busClient)) struct LightTests {
    private let daemon: RunningDaemon
    private let client: BusClient

    init() throws {
        daemon = try RunningDaemon.inDaylight("[ambient.dwell]\nlight_to_dark = \"1s\"\n")
        client = try daemon.busClient()
    }

    @Test func `a dark room makes the desktop dark after the dwell time`() throws {
        try client.call("FeedLight", "sd", ["window-sill", 500.0])
        #expect(try client.get("Reason") == "sensor")
        #expect(try client.get("LightLevel").number == 500)
        try client.call("FeedLight", "sd", ["window-sill", 20.0])
        #expect(try client.get("Appearance") == "light", "darkness must last first")
        #expect(try client.waitForSignal("AppearanceChanged") == ["dark", "light", "sensor"])
        let properties = try client.properties()
        #expect(properties["Reason"] == "sensor")
        #expect(properties["LightLevel"]?.number == 20)
        // The schedule is light when the report ends.
        let explanation = try #require(properties["Explanation"]?.string)
        #expect(
            explanation.hasPrefix(
                "Dark: 20 lux from window-sill, below 40. Light above 80 lux or at "),
            "\(explanation)")
    }

    @Test func `the explanation names the pending change during a dwell time`() throws {
        try client.call("FeedLight", "sd", ["window-sill", 20.0])
        let explanation = try client.get("Explanation").string ?? ""
        #expect(
            explanation
                == "Still light: 20 lux from window-sill would be dark; changes in 1 s.")
        let tree = try client.call("Explain")
        #expect(tree["dwell"]["target"] == "dark")
        #expect(tree["dwell"]["needed_seconds"].number == 1)
        #expect(tree["light"]["filtered"].number == 20)
        #expect(tree["light"]["thresholds"]["dark_below"].number == 40)
    }

    @Test func `reported light expires after its time`() throws {
        let daemon = try RunningDaemon.inDaylight("[fed]\nhold = \"1s\"\n")
        let client = try daemon.busClient()
        try client.call("FeedLight", "sd", ["window-sill", 500.0])
        #expect(try client.waitForChange(of: "Reason")["Reason"] == "sensor")
        #expect(try client.waitForChange(of: "Reason")["Reason"] == "schedule")
        #expect(try client.get("LightLevel").number == -1)
        #expect(try client.count(of: "AppearanceChanged") == 0)
    }

    @Test func `the light is unknown to followers too while a mode is chosen`() throws {
        let home = try TestHome()
        let daemon = try RunningDaemon(room: 400, home: home)
        let client = try daemon.busClient()
        _ = try daemon.varlinkClient(streaming: "Watch").waitForReply {
            $0["status"]["light"].number != nil
        }
        try client.set("Mode", to: "dark")
        try client.waitForChange(of: "LightLevel") { $0.number == -1 }
        #expect(try client.get("LightLevel").number == -1)
        #expect(try daemon.status()["light"] == .null)
    }

    @Test func `a level is needed until it is reported, and while light may decide`() throws {
        #expect(try client.get("LightNeeded") == true)
        func waitUntilNeeded(_ isNeeded: Bool) throws {
            try client.waitForChange(of: "LightNeeded") { $0 == .bool(isNeeded) }
            #expect(try daemon.status()["light_needed"] == .bool(isNeeded))
        }
        try client.call("FeedLight", "sd", ["web", 500.0])
        try waitUntilNeeded(false)
        try client.call("EndReports", "s", ["web"])
        try waitUntilNeeded(true)
        try client.set("Mode", to: "dark")
        try waitUntilNeeded(false)
        try client.set("Mode", to: "auto")
        try waitUntilNeeded(true)
        let cookie = try client.call("Inhibit", "ss", ["Player", "a film plays"])
        try waitUntilNeeded(false)
        try client.call("Uninhibit", "u", [cookie])
        try waitUntilNeeded(true)
        #expect(try client.count(of: "AppearanceChanged") == 2)
    }

    @Test func `the tree of the decision names every input`() throws {
        let tree = try client.call("Explain")
        #expect(tree["appearance"] == "light")
        #expect(tree["mode"] == "auto")
        #expect(tree["reason"] == "schedule")
        let inputs = tree["inputs"].items
        #expect(inputs.map { $0["name"] } == ["manual", "pause", "sensor", "schedule"])
        #expect(inputs.last?["weight"] == "decides")
        #expect(inputs.last?["vote"] == "light")
        #expect(tree["next"]["appearance"] == "dark")
        #expect(tree["next"]["at"] == (try client.get("NextChange")))
        try client.call("FeedLight", "sd", ["window-sill", 500.0])
        let fed = try client.call("Explain")["inputs"].items.first { $0["name"] == "fed" }
        #expect(fed?["why"] == "window-sill reports 500 lux")
        #expect(fed?["weight"] == "decides")
    }

    @Test func `the newest level of the first source decides`() throws {
        try client.call("FeedLight", "sd", ["window-sill", 500.0])
        try client.call("FeedLight", "sd", ["camera", 900.0])
        #expect(try client.get("LightLevel").number == 500)
        try client.call("FeedLight", "sd", ["window-sill", 700.0])
        #expect(try client.get("LightLevel").number == 700)
    }
}
