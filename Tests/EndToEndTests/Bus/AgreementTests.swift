import AppearanceTestSupport
import Testing

/// The state on every interface: D-Bus, the socket, `status`, `why` and `watch` agree.
@Suite(.bounded, .requires(.bus, .busClient)) struct AgreementTests {
    private let daemon: RunningDaemon
    private let client: BusClient

    init() throws {
        daemon = try RunningDaemon.inDaylight()
        client = try daemon.busClient()
    }

    private static let situations: [[String]] = [
        [], ["set night"], ["set dark --for 45m"], ["set light --until next"], ["toggle"],
        ["pause"], ["pause --for 2h"], ["pause --for 2h", "set night --for 1h"],
        ["pause", "set night --for 1h"], ["feed 500 --source sill"],
        ["feed 12 --source desk-lamp"], ["feed 12", "pause --for 1h"],
        ["feed 12", "feed 500 --source sill"], ["feed 12", "set dark --for 1h"],
        ["feed 500", "toggle"], ["feed 12", "set dark"], ["set dark", "toggle", "toggle"],
    ]

    @Test(arguments: situations)
    func `every interface reports the same state`(_ commands: [String]) throws {
        for command in commands {
            let run = try ChildProcess.run(
                BuiltProducts.appearancectl, command.split(separator: " ").map(String.init),
                environment: daemon.environment)
            #expect(run.status == .exited(0), "\(run.errors)")
        }
        let status = try daemon.status()
        let printed = try JSON(parsing: daemon.appearancectl("status", "--json").output)
        let why = try JSON(parsing: daemon.appearancectl("why", "--json").output)
        let properties = try client.properties()
        let watched = try firstStatusOfWatch()

        for (name, property) in Self.times {
            let time = properties[property]?.integer
            #expect(watched[name] == status[name], "\(name)")
            #expect(printed[name] == status[name], "\(name)")
            #expect(time == (status[name].integer ?? 0), "\(property)")
        }
        for (name, property) in Self.words {
            #expect(watched[name] == status[name], "\(name)")
            #expect(printed[name] == status[name], "\(name)")
            #expect(properties[property]?.string == (status[name].string ?? ""), "\(property)")
        }
        #expect(watched["light_needed"] == status["light_needed"])
        #expect(printed["light_needed"] == status["light_needed"])
        #expect(properties["LightNeeded"] == status["light_needed"])
        #expect(watched["inhibitors"] == status["inhibitors"])
        #expect(printed["inhibitors"] == status["inhibitors"])
        #expect(
            properties["Inhibitors"]?.items
                == status["inhibitors"].items.map { [$0["who"], $0["why"]] })
        #expect(status["configuration"].string == daemon.home.configurationFile)
        // The seconds that are left move on between two questions.
        let pattern = #/in \d+ s\.$/#
        let sentences = [
            status["explanation"], printed["explanation"], watched["explanation"],
            properties["Explanation"],
        ].map { $0?.string?.replacing(pattern, with: "in … s.") }
        #expect(Set(sentences).count == 1, "\(sentences)")

        for name in ["appearance", "mode", "reason", "until", "since"] {
            #expect(why[name] == status[name], "\(name)")
        }
        #expect(why["next"]["at"] == status["next_change"])
        #expect(why["next"]["appearance"] == status["next_appearance"])
        #expect(why["dwell"]["target"] == status["pending_appearance"])
        try expectTexts(of: status)
    }

    @Test func `every interface names the programs that keep the appearance`() throws {
        let watch = try ChildProcess(
            BuiltProducts.appearancectl, ["watch", "--json"], environment: daemon.environment)
        defer { watch.signalGroup(9) }
        try watch.waitForLine(containing: "\"inhibitors\":[]")
        let cookie = try client.call("Inhibit", "ss", ["Player", "a film plays"])
        try watch.waitForLine(
            containing: "\"inhibitors\":[{\"who\":\"Player\",\"why\":\"a film plays\"}]")
        try `every interface reports the same state`([])
        #expect(
            try daemon.appearancectl("status").output
                .contains("\nkept by      Player: a film plays\n"))
        try client.call("Uninhibit", "u", [cookie])
        try watch.waitForLine(containing: "\"inhibitors\":[]")
    }

    private func firstStatusOfWatch() throws -> JSON {
        let watch = try ChildProcess(
            BuiltProducts.appearancectl, ["watch", "--json"], environment: daemon.environment)
        defer { watch.signalGroup(9) }
        return try JSON(parsing: watch.waitForLine(containing: "\"explanation\""))
    }

    /// The texts name the sentence and the next change of the state.
    private func expectTexts(of status: JSON) throws {
        let text = try daemon.appearancectl("status").output
        let rows = try daemon.appearancectl("why").output
        let sentence = try #require(status["explanation"].string)
        let withoutSeconds = String(sentence.prefix { $0 != ";" })
        #expect(
            text.contains("\nwhy \(String(repeating: " ", count: 9))\(withoutSeconds)"), "\(text)")
        let nextOfStatus = text.firstMatch(of: #/\nnext change  (.+)\n/#)?.1
        let nextOfWhy = rows.firstMatch(of: #/\n(?:[├└]─ |  )next +(.+)\n/#)?.1
        let (short, long) = (try #require(nextOfStatus), try #require(nextOfWhy))
        guard let at = status["next_change"].integer else {
            // Both say the condition in the same words.
            #expect(short.prefix(20) == long.prefix(20), "\(short), \(long)")
            return
        }
        guard status["pending_change"] == .null else { return }
        for words in [short, long] {
            #expect(words.hasPrefix(status["next_appearance"].string ?? "?"), "\(words)")
            #expect(words.contains(TestHome.clock(at: at)), "\(words)")
        }
    }

    private static let times = [
        ("until", "ModeUntil"), ("next_change", "NextChange"), ("pending_change", "PendingChange"),
        ("reported_until", "ReportedUntil"), ("paused_until", "PausedUntil"),
        ("light_paused_until", "LightPausedUntil"),
        ("configuration_loaded", "ConfigurationLoaded"),
    ]
    private static let words = [
        ("mode", "Mode"), ("appearance", "Appearance"), ("reason", "Reason"),
        ("next_appearance", "NextAppearance"), ("pending_appearance", "PendingAppearance"),
        ("configuration", "Configuration"), ("reported_by", "ReportedBy"),
        ("sensor", "SensorState"), ("time_zone", "TimeZone"),
    ]

    @Test func `a pending change is published with its time, and when it ends`() throws {
        _ = try daemon.appearancectl("feed", "12", "--source", "desk-lamp")
        let status = try daemon.status()
        let pending = try #require(status["pending_change"].integer)
        #expect(
            status["pending_appearance"] == "dark" && status["next_change"] == .integer(pending))
        let reportedUntil = try #require(status["reported_until"].integer)
        #expect((29 * 60_000_000..<31 * 60_000_000).contains(reportedUntil - pending + 30_000_000))
        let sentence = try #require(status["explanation"].string)
        #expect(
            sentence.wholeMatch(
                of: #/Still light: 12 lux from desk-lamp would be dark; changes in \d+ s\./#)
                != nil,
            "\(sentence)")
        let lines = try daemon.appearancectl("status").output
        #expect(lines.contains(#/\npending      dark, in \d+ s\n/#), "\(lines)")
        #expect(lines.contains("\nreported     by desk-lamp, until "), "\(lines)")
        _ = try daemon.appearancectl("feed", "500", "--source", "desk-lamp")
        try client.waitForChange(of: "PendingChange") { $0 == 0 }
        #expect(try daemon.status()["pending_change"] == .null)
    }

    @Test func `the description names the members of the contract`() throws {
        let description = try #require(InterfaceDescription(client.introspect()))
        #expect(
            description.declarations[BusClient.appearanced.interface] == [
                "method EndReports(s) -> ()", "method Explain() -> (a{sv})",
                "method FeedLight(sd) -> ()",
                "method Inhibit(ss) -> (u)", "method ListSensors() -> (aa{sv})",
                "method Pause(a{sv}) -> ()", "method PauseLight(a{sv}) -> ()",
                "method ReportPresence(a(ss)a{sv}) -> ()",
                "method Resume() -> ()", "method SetMode(sa{sv}) -> ()",
                "method Toggle() -> (s)", "method Uninhibit(u) -> ()",
                "property Appearance: s read", "property Configuration: s read",
                "property ConfigurationError: s read", "property ConfigurationLoaded: t read",
                "property Explanation: s read", "property Inhibitors: a(ss) read",
                "property LightLevel: d read", "property LightLevelUnit: s read",
                "property LightNeeded: b read", "property LightPausedUntil: t read",
                "property Mode: s readwrite", "property ModeUntil: t read",
                "property NextAppearance: s read", "property NextChange: t read",
                "property Paused: b read", "property PausedUntil: t read",
                "property PendingAppearance: s read", "property PendingChange: t read",
                "property Reason: s read", "property ReportedBy: s read",
                "property ReportedUntil: t read", "property SensorState: s read",
                "property TimeZone: s read", "property Version: s read",
                "property WaitsFor: (ss) read",
                "signal AppearanceChanged(sss)",
            ])
    }

    @Test func `every property declares how its changes are signalled`() throws {
        let description = try #require(InterfaceDescription(client.introspect()))
        #expect(description.changes.count == 25)
        #expect(
            description.changes.filter { $0.value != "true" } == [
                "ReportedUntil": "false", "Version": "const",
            ])
    }
}
