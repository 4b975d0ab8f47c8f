import AppearanceModel

/// A light level that a program or a person reports.
struct LightReport: Equatable, Sendable {
    var source: String
    var lux: Lux
    /// The connection with which it ends; `nil` if it ends by itself.
    var connection: UInt32?
    var at: BootTime
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

    /// The report in the saved state; `nil` for one that ends with its connection, and so with the
    /// daemon.
    var saved: SavedState.Reported? {
        connection == nil
            ? SavedState.Reported(source: source, lux: lux, at: reportedAt) : nil
    }
}

/// The way in which reported light ended.
enum ReportEnd: Sendable {
    case expired
    /// The program that reported it has disconnected.
    case sourceGone
}
