import AppearanceTestSupport
import Testing

/// Trust in a sensor over minutes: recorded light on an accelerated clock.
@Suite(.bounded, .requires(.bus, .busClient)) struct SensorTrustTests {
    /// A daemon with a trace from 20:00 on, when the schedule decides for dark.
    private func daemon(
        living rows: [(seconds: Int, lux: String)], speed: Int = 60
    ) throws -> RunningDaemon {
        let home = try TestHome()
        let lines = rows.map { seconds, lux in
            let (hours, rest) = (20 * 3600 + seconds).quotientAndRemainder(dividingBy: 3600)
            return "2026-03-20T\(two(hours)):\(two(rest / 60)):\(two(rest % 60)),\(lux)\n"
        }
        let trace = try home.write("time,lux\n" + lines.joined(), to: "evening.csv")
        try home.write(
            configuration: "[schedule]\nlight = \"08:00\"\ndark = \"18:00\"\nnight = \"\"\n")
        return try RunningDaemon(
            arguments: ["--simulate", trace, "--speed", "\(speed)"], home: home)
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private func sensor(of daemon: RunningDaemon) throws -> JSON {
        try JSON(parsing: daemon.appearancectl("sensors", "--json").output)[0]
    }

    @Test func `a value that is unchanged for too long is listed as stuck`() throws {
        let daemon = try daemon(living: (0..<60).map { ($0 * 60, "400") })
        let client = try daemon.busClient()
        if try client.get("SensorState") != "distrusted" {
            try client.waitForChange(of: "SensorState") { $0 == "distrusted" }
        }
        #expect(try client.get("Appearance") == "dark")
        #expect(try client.get("Reason") == "schedule")
        let words = try client.get("Explanation").string ?? ""
        #expect(words.contains("by schedule, as the light sensor is stuck at 400 lux"))
        let sensor = try sensor(of: daemon)
        #expect(sensor["state"] == "distrusted")
        #expect(sensor["chosen"] == true)
        #expect(sensor["light"].number == 400)
        #expect(
            sensor["problem"].string?.hasPrefix("the light sensor is stuck at 400 lux;") == true)
    }

    /// 45 minutes from 20:00 on: a light that varies for a while, and then repeats one value.
    @Test func `a light recording has the same result in the daemon and in simulate`() throws {
        let rows = (0..<2_700).map { ($0, $0 < 20 ? "\(300 + $0 % 2)" : "300") }
        let daemon = try daemon(living: rows, speed: 240)
        let client = try daemon.busClient()
        // The dwell that follows takes an eighth of a second at this speed.
        try client.waitForChange(of: "Explanation") {
            $0.string?.contains("the light sensor has reported 300 lux for 30 min") == true
        }
        #expect(try client.get("SensorState") == "distrusted")
        #expect(
            try client.waitForSignal("AppearanceChanged") { $0[0] == "dark" }
                == ["dark", "light", "schedule"])

        let offline = try daemon.appearancectl(
            "simulate", daemon.home.path + "/evening.csv", "--config",
            daemon.home.configurationFile, "--json")
        let lines = try offline.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
        #expect(lines.first?["initial"] == "dark")
        #expect(lines.compactMap { $0["appearance"].string } == ["light", "dark"])
        let seconds = try #require(lines.dropFirst(2).first?["seconds"].number)
        // Half an hour of readings and the dwell toward the schedule's answer.
        #expect((1_830...1_860).contains(seconds))
    }

    @Test func `a silent sensor is stale, not trusted, replaced, and recovers`() throws {
        let bright = (0..<240).map { ($0, "\(300 + $0 % 2)") }
        let again = (900..<1_500).map { ($0, "\(300 + $0 % 2)") }
        let daemon = try daemon(living: bright + [(240, "")] + again)
        let client = try daemon.busClient()
        try client.waitForChange(of: "SensorState") { $0 == "stale" }
        #expect(try client.get("Appearance") == "light")
        try client.waitForChange(of: "SensorState") { $0 == "distrusted" }
        let words = try client.get("Explanation").string ?? ""
        // It counts down from five minutes.
        #expect(
            words.contains(#/no reading for 60 s, so dark by schedule in [1-5] min[ 0-9s]*\.$/#),
            "\(words)")
        #expect(
            try client.waitForSignal("AppearanceChanged") { $0[1] == "light" }
                == ["dark", "light", "schedule"])
        #expect(
            try sensor(of: daemon)["problem"] == "the light sensor has given no reading for 60 s")
        try client.waitForChange(of: "SensorState") { $0 == "trusted" }
        #expect(try client.get("Appearance") == "light")
        #expect(try client.get("Reason") == "sensor")
    }
}
