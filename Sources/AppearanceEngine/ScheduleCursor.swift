import AppearanceModel

/// Where in the schedule the present lies, worked out once for as long as it holds.
struct ScheduleCursor: Sendable {
    /// How long an answer without an end is believed.
    private static let longest = Microseconds.days(1)

    /// How far ahead a change is looked for, where boundaries come every day.
    private static let foresight = Microseconds.days(2)
    /// How far ahead it is looked for where the sun alone decides, and neither rises nor sets.
    private static let longForesight = Microseconds.days(190)

    private let schedule: Schedule
    private let from: WallTime
    let phase: Phase
    /// The boundary that ends the phase; nil when none is known.
    let next: Boundary?
    private var soon: [Boundary]?
    private var late: [Boundary]?

    init(_ schedule: Schedule, at now: WallTime) {
        self.schedule = schedule
        from = now
        phase = schedule.phase(at: now)
        next = schedule.nextBoundary(after: now)
    }

    /// The boundaries of the next days, in order, worked out when first asked for.
    mutating func upcoming() -> [Boundary] {
        if let soon { return soon }
        let boundaries = schedule.boundaries(after: from, through: from + Self.foresight)
        soon = boundaries
        return boundaries
    }

    /// The same beyond a polar day or night.
    mutating func farUpcoming() -> [Boundary] {
        if let late { return late }
        let boundaries = schedule.boundaries(after: from, through: from + Self.longForesight)
        late = boundaries
        return boundaries
    }

    /// Whether it was worked out for this instant.
    func begins(at instant: WallTime) -> Bool { from == instant }

    /// When to look again.
    var end: WallTime { next?.at ?? from + Self.longest }

    mutating func advance(to now: WallTime) {
        if now < from || now >= end { self = ScheduleCursor(schedule, at: now) }
    }
}
