import AppearanceTestSupport
import Testing

/// The socket, as any varlink client finds it.
@Suite(.bounded, .requires(.bus, .varlinkClient)) struct VarlinkTests {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon.inDaylight()
    }

    private func call(_ method: String, _ parameters: JSON = [:]) throws -> JSON {
        try VarlinkClient.call(method, parameters, at: daemon.home.socket)
    }

    private func status(_ method: String, _ parameters: JSON = [:]) throws -> JSON {
        try call(method, parameters)["status"]
    }

    @Test func `the service returns its name and its description`() throws {
        let information = try call("org.varlink.service.GetInfo")
        #expect(information["product"] == "appearanced")
        #expect(information["version"] == (try daemonVersion()))
        #expect(information["interfaces"] == ["org.varlink.service", "io.github.appearanced"])
        let description = try call(
            "org.varlink.service.GetInterfaceDescription", ["interface": "io.github.appearanced"])
        let file = try Repository.text(of: "config/io.github.appearanced.varlink")
        #expect(description["description"] == .string(file))
    }

    private func daemonVersion() throws -> JSON {
        let run = try ChildProcess.run(
            BuiltProducts.appearanced, ["--version"], environment: daemon.environment)
        return .string(String(run.output.dropFirst("appearanced ".count).dropLast()))
    }

    @Test func `every method answers a foreign client`() throws {
        #expect(try status("GetStatus")["appearance"] == "light")
        let night = try status("SetMode", ["mode": "night"])
        #expect(night["appearance"] == "night")
        #expect(night["previous"] == "light")
        #expect(night["reason"] == "manual")
        #expect(night["until"] == .null)
        let hour = try status("SetMode", ["mode": "dark", "for": 3_600_000_000])
        #expect(hour["until"].integer ?? 0 > night["since"].integer ?? .max)
        #expect(hour["next_change"] == hour["until"])
        #expect(try status("Toggle")["mode"] == "auto")
        let paused = try status("Pause", ["until": "next"])
        #expect(paused["paused"] == true)
        #expect(paused["reason"] == "inhibited")
        #expect(try status("Resume")["reason"] == "schedule")
        #expect(try call("FeedLight", ["source": "lamp", "lux": 500]) == [:])
        let fed = try status("GetStatus")
        #expect(fed["reason"] == "sensor")
        #expect(fed["light"].number == 500)
        #expect(fed["light_unit"] == "lux")
        let explanation = try call("Explain")["explanation"]
        #expect(explanation["light"]["filtered"].number == 500)
        #expect(try call("ListSensors") == ["sensors": []])
    }

    @Test(.requires(.busClient)) func `both interfaces report the same state`() throws {
        let client = try daemon.busClient()
        _ = try status("SetMode", ["mode": "dark", "for": 3_600_000_000])
        let status = try status("GetStatus")
        let properties = try client.properties()
        for (property, field) in [
            ("Mode", "mode"), ("Appearance", "appearance"), ("Reason", "reason"),
            ("Explanation", "explanation"), ("ModeUntil", "until"), ("NextChange", "next_change"),
            ("NextAppearance", "next_appearance"), ("SensorState", "sensor"), ("Paused", "paused"),
        ] {
            #expect(properties[property] == status[field], "\(property)")
        }
    }

    @Test func `a watch receives the current state and then each change once`() throws {
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        #expect(try watcher.waitForReply()["status"]["appearance"] == "light")
        let connection = try daemon.connect()
        for mode in ["dark", "dark", "night", "night", "auto"] {
            _ = try connection.call("SetMode", ["mode": .string(mode)])
        }
        try watcher.waitForReply { $0["status"]["mode"] == "auto" }
        #expect(
            try watcher.replies().map { $0["status"]["appearance"] }
                == ["light", "dark", "night", "light"])
        let sequence = try watcher.replies().compactMap { $0["status"]["sequence"].integer }
        #expect(zip(sequence, sequence.dropFirst()).allSatisfy { $1 == $0 + 1 })
    }

    @Test func `an inhibition lasts as long as its client`() throws {
        _ = try status("SetMode", ["mode": "night"])
        let player = try daemon.varlinkClient(
            streaming: "Inhibit", ["who": "Player", "why": "a film plays"])
        #expect(try player.waitForReply() == [:])
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        try watcher.waitForReply()
        #expect(try status("SetMode", ["mode": "auto"])["appearance"] == "night")
        player.client.signal(9)
        let freed = try watcher.waitForReply { $0["status"]["appearance"] == "light" }
        #expect(freed["status"]["reason"] == "schedule")
    }

    @Test func `an error comes with its name and parameters`() throws {
        let reply = try VarlinkClient.call(
            "org.varlink.service.GetInterfaceDescription", ["interface": "no.such"],
            at: daemon.home.socket)
        #expect(reply["error"] == "org.varlink.service.InterfaceNotFound")
        #expect(reply["parameters"]["interface"] == "no.such")
    }
}
