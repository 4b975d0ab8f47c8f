import AppearanceModel

/// A light level that a program or a person reports.
struct LightReport: Equatable, Sendable {
    var source: String
    var lux: Lux
    /// The connection with which it ends; `nil` if it ends by itself.
    var connection: UInt32?
    var at: BootTime
    /// The level of the report before it from the same source; `nil` if there was none.
    private(set) var previous: LogLux?
    /// The time since that report.
    private(set) var spacing: Microseconds?
    /// The interval at which its source reports: the shorter one of the last two; `nil` if unknown.
    private(set) var interval: Microseconds?
    /// The same instant on the wall clock, which a restart of the machine does not reset.
    var reportedAt: WallTime

    init(source: String, lux: Lux, connection: UInt32?, at now: Moment) {
        self.source = source
        self.lux = lux
        self.connection = connection
        at = now.boot
        reportedAt = now.wall
    }

    /// A report from before a restart; `nil` if it has expired.
    init?(_ saved: SavedState.Reported, lifetime: Microseconds, at now: Moment) {
        let age = now.wall - saved.at
        // The age is unknown if the clock was set back since.
        guard age >= .zero, age < lifetime else { return nil }
        source = saved.source
        lux = saved.lux
        at = now.boot - age
        reportedAt = saved.at
    }

    var level: LogLux { LogLux(lux: lux.value) }

    /// Follows the report before it from the same source.
    mutating func follow(_ last: LightReport) {
        let spacing = at - last.at
        self.spacing = spacing
        interval = last.spacing.map { min($0, spacing) }
        previous = last.level
    }

    /// The interval above which a source is slow, so that a single report is not enough for a change.
    private static let slowInterval = Microseconds.minutes(5)

    /// Returns the time until which a change that it asks for waits for a second report; `nil` if it does not.
    func confirmationDue(in quiet: Range<Double>) -> BootTime? {
        guard let interval, interval > Self.slowInterval, let previous else { return nil }
        let isSingle =
            level.value >= quiet.upperBound && previous.value < quiet.upperBound
            || level.value <= quiet.lowerBound && previous.value > quiet.lowerBound
        return isSingle ? at + Microseconds(interval.count / 10 * 11) : nil
    }

    /// Returns the time for which it counts.
    ///
    /// A source that is still connected may report changes only, as a sensor that runs on a battery does.
    func lifetime(_ settings: EngineSettings) -> Microseconds {
        settings.reportLifetime * (connection == nil ? 1 : FedSettings.connectedFactor)
    }

    /// Returns whether its source reports often enough that the next report comes before this one expires.
    func isRepeated(_ settings: EngineSettings) -> Bool {
        interval.map { $0 < lifetime(settings) } ?? false
    }

    /// Returns the time at which it expires.
    func end(_ settings: EngineSettings) -> BootTime { at + lifetime(settings) }

    /// Moves its time with a wall clock that was set.
    mutating func followClock(at now: Moment) {
        reportedAt = WallEstimate(boot: at, wall: reportedAt).wallTime(at: now)
    }

    /// The report in the saved state; `nil` for one that ends with its connection, and so with the
    /// daemon.
    var saved: SavedState.Reported? {
        connection == nil
            ? SavedState.Reported(source: source, lux: lux, at: reportedAt) : nil
    }
}

/// The way in which reported light ended.
enum ReportEnd: Sendable {
    /// It has counted for this time without another one.
    case expired(after: Microseconds)
    /// The program that reported it has disconnected.
    case sourceGone
}
