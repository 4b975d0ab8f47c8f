import AppearanceModel

/// A Schmitt trigger on the light level: high at or above one threshold, low at or below another,
/// and as it was in between.
struct SchmittTrigger: Equatable, Sendable {
    private let down: LogLux
    private let up: LogLux
    var isHigh: Bool
    /// Since when the level has asked, without a break, for the other side.
    private(set) var pendingSince: BootTime?

    init(downAt downLux: Double, upAt upLux: Double, isHigh: Bool) {
        down = LogLux(lux: downLux)
        up = LogLux(lux: upLux)
        self.isHigh = isHigh
    }

    /// Which side the level is nearer to, for a start without a past.
    mutating func seed(_ level: LogLux) {
        isHigh = level.value >= (down.value + up.value) / 2
        pendingSince = nil
    }

    mutating func observe(_ level: LogLux, at time: BootTime) {
        let asks = isHigh ? level <= down : level >= up
        pendingSince = asks ? pendingSince ?? time : nil
    }

    mutating func flip() {
        isHigh.toggle()
        pendingSince = nil
    }

    mutating func forget() { pendingSince = nil }

    /// The threshold that would flip it from where it stands.
    var threshold: LogLux { isHigh ? down : up }
}
