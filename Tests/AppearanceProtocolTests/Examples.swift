import AppearanceModel

/// A status with everything in it, and one with everything left out that may be.
enum Examples {
    static let fullSnapshot = with(
        warning: "mpv (process 3)",
        Snapshot(
            mode: .dark, appearance: .night, previous: .light, reason: .inhibited,
            explanation: "Held for \"mpv\": 12 lux \\ 40 lux\n…",
            since: WallTime(microsecondsSinceEpoch: 1_750_000_000_000_001),
            until: WallTime(microsecondsSinceEpoch: 1_750_000_000_000_002),
            next: NextChange(
                at: WallTime(microsecondsSinceEpoch: 1_750_000_000_000_003), appearance: .light),
            pending: NextChange(
                at: WallTime(microsecondsSinceEpoch: 1_750_000_000_000_004), appearance: .dark),
            light: LightReading(value: 12.5, unit: .percent),
            reported: ReportedLight(
                source: "desk \"lamp\"",
                until: WallTime(microsecondsSinceEpoch: 1_750_000_000_000_005)),
            sensor: .distrusted, paused: true,
            pausedUntil: WallTime(microsecondsSinceEpoch: 1_750_000_000_000_006),
            inhibitors: [
                Inhibitor(who: "mpv", why: "a \"film\""), Inhibitor(who: "x", why: ""),
            ], configurationError: "line 3: \t?", timeZone: "Europe/Berlin",
            sequence: .max))

    private static func with(warning: String, _ snapshot: Snapshot) -> Snapshot {
        var snapshot = snapshot
        snapshot.warning = warning
        snapshot.lightPausedUntil = WallTime(microsecondsSinceEpoch: 1_750_000_000_000_009)
        snapshot.lightNeeded = true
        snapshot.waitsFor = ChangeWait(
            WaitCause(.fullscreen, who: "mpv é"),
            atMost: WallTime(microsecondsSinceEpoch: 1_750_000_000_000_008))
        snapshot.configuration = "/etc/\"own\".toml"
        snapshot.configurationLoaded = WallTime(microsecondsSinceEpoch: 1_750_000_000_000_007)
        return snapshot
    }

    static let bareSnapshot = Snapshot(
        mode: .auto, appearance: .light, previous: nil, reason: .startup, explanation: "",
        since: WallTime(microsecondsSinceEpoch: 0), until: nil, next: nil, light: nil,
        sensor: .none, paused: false, inhibitors: [], configurationError: nil, sequence: .min)

    static let fullRationale: Rationale = {
        var rationale = decidedRationale
        rationale.untilNext = WallTime(microsecondsSinceEpoch: 4)
        rationale.light.report = Rationale.Report(
            age: Microseconds(1_500_000), isConnected: true)
        return rationale
    }()

    private static let decidedRationale = Rationale(
        appearance: .dark, since: WallTime(microsecondsSinceEpoch: 1), mode: .auto,
        reason: .sensor, until: WallTime(microsecondsSinceEpoch: 2),
        inputs: [
            .init(name: "manual", vote: nil, weight: .ignored, why: "no mode was set"),
            .init(name: "sensor", vote: .light, weight: .standby, why: "90 lux"),
            .init(name: "schedule", vote: .dark, weight: .decides, why: "after sunset"),
        ],
        light: .init(filtered: 90.5, raw: 100, unit: .lux, thresholds: Thresholds()),
        dwell: .init(
            target: .light, elapsed: Microseconds(1_234_567), needed: .seconds(15)),
        next: .init(
            at: WallTime(microsecondsSinceEpoch: 3), appearance: .night, why: "22:30"),
        crossings: [
            .init(appearance: .light, side: .above, level: 80),
            .init(appearance: .night, side: .below, level: 3),
        ])

    static let bareRationale = Rationale(
        appearance: .light, since: WallTime(microsecondsSinceEpoch: 1), mode: .light,
        reason: .manual, until: nil, inputs: [],
        light: .init(filtered: nil, raw: nil, unit: .percent, thresholds: Thresholds()),
        dwell: nil, next: nil)

    static let sensors = [
        SensorListing(
            name: "als", path: "/sys/devices/a/iio:device0", source: "iio", light: 12.5,
            unit: .lux, state: .trusted, chosen: true, problem: nil, age: .seconds(2),
            unread: .lidClosed),
        SensorListing(
            name: "acpi-als", path: "/sys/devices/b", source: "iio", light: nil, unit: nil,
            state: .none, chosen: false, problem: "it cannot be read", age: nil,
            whyNot: "als decides"),
    ]
}
