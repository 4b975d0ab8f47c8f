import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing
import WindowPages

/// The sentences about the state, each a whole one, in English and in a translation.
@Suite(.bounded) struct SentenceTests {
    static let zone = LocalZone(
        named: "", environment: "UTC0",
        files: ZoneFiles(directory: "/", read: { _ in .missing }, linkTarget: { _ in nil })
    ).rules
    /// Friday, 27 November 2026, 12:00.
    static let noon = WallTime(secondsSinceEpoch: 1_795_780_800)

    static func format(_ tr: @escaping (String) -> String = { $0 }) -> PageFormatter {
        PageFormatter(zone: zone, now: noon, tr: tr)
    }

    static func status(
        _ appearance: Appearance = .dark, _ reason: Reason = .sensor, mode: Mode = .auto,
        until: WallTime? = nil, next: NextChange? = nil, pending: NextChange? = nil,
        light: Double? = 41, unit: LightUnit = .lux, reported: ReportedLight? = nil,
        sensor: SensorState = .trusted, paused: Bool = false, pausedUntil: WallTime? = nil,
        inhibitors: [Inhibitor] = [], error: String? = nil
    ) -> Snapshot {
        Snapshot(
            mode: mode, appearance: appearance, previous: nil, reason: reason, explanation: "Dark.",
            since: noon - .hours(4), until: until, next: next, pending: pending,
            light: light.map { LightReading(value: $0, unit: unit) }, reported: reported,
            sensor: sensor, paused: paused, pausedUntil: pausedUntil, inhibitors: inhibitors,
            configurationError: error, sequence: 1)
    }

    private static func waiting(_ cause: WaitCause) -> Snapshot {
        var status = status(.light, pending: NextChange(at: later, appearance: .dark))
        status.waitsFor = ChangeWait(cause, atMost: later)
        return status
    }

    static func state(
        _ status: Snapshot, needs: NightNeeds = .both, policy: Policy = .sensor
    ) -> ServiceState {
        var ambient = AmbientSettings()
        (ambient.nightNeeds, ambient.policy) = (needs, policy)
        return ServiceState(
            status, ambient: ambient, schedule: Schedule(WeeklySchedule(), place: nil, zone: zone))
    }

    static let (later, tomorrow) = (noon + .hours(3), noon + .hours(20))

    static let sentences: [(ServiceState, String)] = [
        (state(status(.light, light: 412)), "The room has 412 lux. It becomes dark below 40 lux."),
        (state(status()), "The room has 41 lux. It becomes light above 80 lux."),
        (
            state(status(), needs: .sensor),
            "The room has 41 lux. It becomes light above 80 lux and night below 3 lux."
        ),
        // The schedule is light at noon, and the lighter of both counts.
        (state(status(.light, light: 412), policy: .lighter), "The room has 412 lux."),
        (
            state(status(.night, light: 1.5), needs: .sensor),
            "The room has 1.5 lux. It becomes dark again above 8 lux."
        ),
        (
            state(status(light: 12, unit: .percent)),
            "The room has 12 % of the sensor's range. It becomes light above 16 %."
        ),
        (
            state(status(reported: ReportedLight(source: "phone", until: later))),
            "phone reports 41 lux; that counts until 15:00."
        ),
        (
            {
                var known = state(status(reported: ReportedLight(source: "camera", until: later)))
                known.reportedAt = noon - .minutes(20)
                return known
            }(), "camera reported 41 lux at 11:40; that counts until 15:00."
        ),
        (
            state(status(pending: NextChange(at: later, appearance: .light))),
            "The light has changed: light at 15:00 unless it changes back."
        ),
        (
            state(waiting(WaitCause(.fullscreen, who: "mpv"))),
            "It becomes dark at 15:00 at the latest. That waits while mpv fills the screen."
        ),
        (
            state(waiting(WaitCause(.gamemode))),
            "It becomes dark at 15:00 at the latest. That waits while a game runs."
        ),
        (
            state(
                status(
                    .light, .schedule, next: NextChange(at: tomorrow, appearance: .dark),
                    light: nil,
                    sensor: .none)),
            "By the sun and the clock since 07:00; dark at 08:00 tomorrow."
        ),
        (
            state(status(.light, .schedule, light: nil, sensor: .none)),
            "By the sun and the clock since 07:00."
        ),
        // The status begins with the daemon, of which the phase knows nothing.
        (
            ServiceState(
                status(
                    .light, .schedule, next: NextChange(at: tomorrow, appearance: .dark),
                    light: nil,
                    sensor: .none)),
            "By the sun and the clock; dark at 08:00 tomorrow."
        ),
        (
            ServiceState(status(.light, .schedule, light: nil, sensor: .none)),
            "By the sun and the clock."
        ),
        (
            state(status(.dark, .manual, mode: .dark, until: later)),
            "You chose it; automatic again at 15:00."
        ),
        (state(status(.dark, .manual, mode: .dark)), "You chose it, until you change it."),
        (
            state(status(.dark, .inhibited, paused: true, pausedUntil: later)),
            "Paused until 15:00."
        ),
        (
            state(status(.dark, .inhibited, paused: true)), "Paused until you turn the pause off."
        ),
        (
            state(status(.dark, .inhibited, inhibitors: [Inhibitor(who: "mpv", why: "a film")])),
            "mpv keeps it: a film."
        ),
        (state(status(.dark, .inhibited)), "A program keeps it."),
        (
            state(status(.dark, .startup, sensor: .warming)),
            "The light sensor is being checked; until then it stays as it was."
        ),
        (
            state(status(.dark, .schedule, sensor: .warming)),
            "The light sensor is being checked; until then the sun and the clock decide."
        ),
        (
            state(status(sensor: .stale)),
            "The light sensor is silent; its last level still counts."
        ),
        (
            state(status(.dark, .schedule, sensor: .distrusted)),
            "The light sensor does not work; the sun and the clock decide."
        ),
        (state(status(light: nil)), "The light in the room decides."),
    ]

    @Test(arguments: sentences)
    func `a state has one whole sentence`(_ state: ServiceState, _ expected: String) {
        #expect(state.sentence(at: Self.noon).text(Self.format()) == expected)
    }

    /// A text that a translation does not reach would be shown in English.
    @Test(arguments: sentences)
    func `every word of a sentence comes through the translation`(
        _ state: ServiceState, _ expected: String
    ) {
        let marked = state.sentence(at: Self.noon).text(Self.format { "‹\($0)›" })
        #expect(marked.hasPrefix("‹") && marked.hasSuffix("›"))
        #expect(marked.filter { !"‹›".contains($0) } == expected)
    }

    @Test(arguments: [
        ("%s and %s", "a and b"), ("%2$s before %1$s", "b before a"), ("100 %: %s", "100 %: a"),
        ("%s %s %s", "a b %s"), ("%9$s", "%9$s"), ("%", "%"), ("", ""),
    ])
    func `a template takes its values by place and by number`(
        _ template: String, _ expected: String
    ) {
        #expect(template.filled("a", "b") == expected)
    }

    /// The text of another program is no template.
    @Test func `a value with a placeholder is not filled`() {
        #expect("%s: %s".filled("%s", "b") == "%s: b")
    }

    @Test(arguments: [
        (0, "12:00"), (20, "08:00 tomorrow"), (-20, "16:00 yesterday"), (72, "12:00 on Monday"),
        (24 * 8, "12:00 on 2026-12-05"),
    ])
    func `a time names its day unless it is today`(_ hours: Int64, _ expected: String) {
        #expect(Self.format().time(Self.noon + .hours(hours)) == expected)
    }

    @Test func `numbers have the decimal point of the locale`() {
        let format = PageFormatter(zone: Self.zone, now: Self.noon, decimalPoint: ",")
        #expect(format.level(2.5, .lux) == "2,5 lux")
    }
}
