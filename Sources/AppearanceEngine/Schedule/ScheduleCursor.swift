import AppearanceModel

/// The present position in the schedule, computed once and valid until its end.
struct ScheduleCursor: Sendable {
    /// The validity of a position if no boundary is known.
    private static let longest = Microseconds.days(1)

    /// The time searched for changes if there are boundaries every day.
    private static let nearSpan = Microseconds.days(2)
    /// The time searched for changes during a polar day or night.
    private static let farSpan = Microseconds.days(190)

    private let schedule: Schedule
    private let start: WallTime
    let phase: Phase
    /// The boundary that ends the phase; `nil` if none is known.
    let next: Boundary?
    private var near: [Boundary]?
    private var far: [Boundary]?

    init(_ schedule: Schedule, at now: WallTime) {
        self.schedule = schedule
        start = now
        phase = schedule.phase(at: now)
        next = schedule.nextBoundary(after: now)
    }

    /// Returns the boundaries of the next two days, computed on first use.
    mutating func upcoming() -> [Boundary] {
        if let near { return near }
        let boundaries = schedule.boundaries(after: start, through: start + Self.nearSpan)
        near = boundaries
        return boundaries
    }

    /// Returns the boundaries of the next half year, beyond a polar day or night.
    mutating func farUpcoming() -> [Boundary] {
        if let far { return far }
        let boundaries = schedule.boundaries(after: start, through: start + Self.farSpan)
        far = boundaries
        return boundaries
    }

    /// Returns whether this position was computed for an instant.
    func begins(at instant: WallTime) -> Bool { start == instant }

    /// The time until which this position is valid.
    var end: WallTime { next?.at ?? start + Self.longest }

    /// Moves to an instant.
    mutating func advance(to now: WallTime) {
        if now < start || now >= end { self = ScheduleCursor(schedule, at: now) }
    }
}
