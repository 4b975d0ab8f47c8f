import AppearanceEngine
import AppearanceModel
import AppearanceRecord

/// One sample of everything, with values that are difficult to encode.
enum Samples {
    static let settings = EngineSettings(
        configuration, place: Coordinates(latitudeDegrees: -52.123456789, longitudeDegrees: 13.4),
        zone: TimeZoneRules(posix: "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45") ?? .utc)

    static let start = Moment(
        boot: BootTime(microsecondsSinceBoot: 1_000_000),
        wall: WallTime(microsecondsSinceEpoch: 1_774_008_351_000_001))

    static let saved = SavedState(
        mode: .dark, until: start.wall + .hours(1), untilEvent: .clock(ClockTime(wrapping: 450)),
        chosenIn: .kde, replaced: .light, appearance: .dark, since: start.wall - .hours(3),
        isAutomatic: false, isByLight: true,
        held: .light,
        paused: true, pausedUntil: start.wall + .hours(2), pausedUntilEvent: .sunrise,
        reported: Lux(12.5).map { .init(source: "phone", lux: $0, at: start.wall - .minutes(5)) },
        movers: ["als", "\u{1F4A1}\n\""], savedAt: start.wall - .hours(1))

    static let header = RecordHeader(
        program: "0.1.0", settings: settings, saved: saved, start: start)

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.ambient.thresholds.darkBelow = 40.000000001
        configuration.ambient.dwell.lightToDark = .zero
        configuration.schedule.everyDay.night = nil
        configuration.schedule.everyDay.dark =
            TimeExpression("sunset+30m, 18:00 to 21:00") ?? .clock(ClockTime(wrapping: 0))
        configuration.schedule.weekdays[.sunday] = DaySchedule()
        return configuration
    }

    /// Every event, and those with a choice within more than once.
    static let events: [Event] =
        [
            .started, .configured(settings), .configurationRefused("config.toml:3:1: \"x\""),
            .configurationRefused(nil), .sensorFound(key: "als"), .sensorLost,
            .lightStuck(true),
            .light(
                LightSample(at: start.boot, light: LightReading(value: 12.5, unit: .percent))),
            .lightMissed(lastValid: nil), .lightMissed(lastValid: start.boot), .lightWanted(true),
            .lightRequested,
            .lightReported(source: "a lamp", lux: Lux(20).unsafelyUnwrapped, connection: 1),
            .reportEnded(connection: .max), .reportsEnded(source: "a lamp"), .toggled,
            .switchTurned(.dark, in: .gnome, whileAway: false),
            .switchTurned(.light, in: .other, whileAway: true), .resumed,
            .inhibited(cookie: .max, Inhibitor(who: "film", why: "")),
            .released(cookie: 0),
            .presence(
                client: 1,
                PresenceReport(
                    holders: [ChangeHolder(.fullscreen, who: "mpv")], isQuiet: false, isIdle: true)),
            .presence(client: 4_294_967_295, PresenceReport()), .presenceEnded(client: 1),
            .suspending, .suspendEnded, .suspended(.hours(8)),
            .lidClosed(true), .scheduleChanged(settings.schedule), .deadline,
            .wallClockChanged, .stopping,
        ] + levels.map { .light(LightSample(at: start.boot, lux: $0)) }
        + levels.map { .lightReported(source: "a lamp", lux: $0) }
        + SessionUse.allCases.map(Event.sessionUse)
        + ends.map { .modeChosen(.night, end: $0) } + ends.map { .paused(end: $0) }
        + ends.compactMap { $0.map { .lightPaused(end: $0) } }

    private static let levels = [0, 0.1, 1 / 3, 300, .leastNonzeroMagnitude, 1e300]
        .compactMap(Lux.init)

    private static let ends: [ModeEnd?] = [
        nil, .after(Microseconds(1)), .after(.days(3653)), .nextBoundary, .sunrise, .sunset,
        .clock(ClockTime(wrapping: 0)),
    ]

    /// A record of everything in a row, a second apart.
    static let record: [UInt8] = {
        var engine = header.engine
        var now = start
        return events.reduce(into: header.line) { bytes, event in
            let (effects, rejection) = engine.handle(event, at: now)
            bytes += RecordEntry(event, at: now, effects, rejection).line
            now = Moment(boot: now.boot + .seconds(1), wall: now.wall + .seconds(1))
        }
    }()
}
