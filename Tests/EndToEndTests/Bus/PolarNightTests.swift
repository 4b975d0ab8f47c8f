import AppearanceTestSupport
import Testing

/// Midwinter in Longyearbyen, whatever the day is here: a replay brings its own date and place.
@Suite(.bounded, .requires(.bus)) struct PolarNightTests {
    private let home: TestHome
    private let daemon: RunningDaemon

    init() throws {
        home = try TestHome()
        try home.write(
            configuration: """
                [location]
                latitude = 78.22
                longitude = 15.65
                time_zone = "Arctic/Longyearbyen"
                """)
        let trace = try home.write(
            """
            time,lux
            2026-12-21T12:00:00,200
            2026-12-21T12:10:00,200
            """, to: "winter.csv")
        daemon = try RunningDaemon(arguments: ["--simulate", trace], home: home)
    }

    @Test(.requires(.busClient), arguments: ["sunrise", "sunset"])
    func `an end at a missing sunrise is refused`(event: String) throws {
        let client = try daemon.busClient()
        let until = JSON.object(["until": ["variant": ["s", .string(event)]]])
        for (method, signature, arguments) in [
            ("SetMode", "sa{sv}", ["dark", until]), ("Pause", "a{sv}", [until]),
        ] as [(String, String, [JSON])] {
            let error = try #require(throws: BusClient.RemoteError.self) {
                try client.call(method, signature, arguments)
            }
            #expect(error.name == "io.github.appearanced.Error.NoSuchEvent")
            // The sun rises again in the middle of February.
            let words = "\(event) does not come within a day and a half; it next does at 2027-02-1"
            #expect(error.message.hasPrefix(words), "\(error.message)")
        }
        #expect(try client.get("Mode") == "auto")
        #expect(try client.get("Paused") == false)
    }

    @Test func `the socket returns the same refusal with the next sunrise`() throws {
        let reply = try daemon.connect().call("SetMode", ["mode": "dark", "until": "sunrise"])
        #expect(reply["error"] == "io.github.appearanced.NoSuchEvent")
        #expect(reply["parameters"]["until"] == "sunrise")
        let next = try #require(reply["parameters"]["next"].integer)
        // 2027-02-10 to 2027-02-20.
        #expect((1_802_217_600_000_000...1_803_081_600_000_000).contains(next))
        #expect(try daemon.status()["mode"] == "auto")
    }

    @Test func `the command line names alternatives`() throws {
        let run = try daemon.appearancectl("set", "dark", "--until", "sunrise")
        #expect(run.status == .exited(1))
        let pattern =
            #/appearancectl: No sunrise is near: the next one is \w{3} 1\d Feb 2027 \d\d:\d\d\.\nGive a time instead: --for 8h, or --until 07:00\n/#
        #expect(run.errors.wholeMatch(of: pattern) != nil, "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test func `the explanation says that the sun does not rise`() throws {
        let explanation = try daemon.status()["explanation"].string ?? ""
        #expect(explanation.contains("the sun does not rise"), "\(explanation)")
    }
}
