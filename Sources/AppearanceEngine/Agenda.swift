import AppearanceModel

/// Where in the schedule the present lies, worked out once for as long as it holds.
struct Agenda: Sendable {
    /// How long an answer without an end is believed.
    private static let longest = Microseconds.days(1)

    /// How far ahead a change is looked for, where boundaries come every day.
    private static let foresight = Microseconds.days(2)

    private let schedule: Schedule
    private let from: WallTime
    let phase: Phase
    /// The boundary that ends the phase; nil when none is known.
    let next: Boundary?
    private var laterOnes: [Boundary]?

    init(_ schedule: Schedule, at now: WallTime) {
        self.schedule = schedule
        from = now
        phase = schedule.phase(at: now)
        next = schedule.nextBoundary(after: now)
    }

    /// The next boundaries, in order, worked out when first asked for.
    mutating func upcoming() -> [Boundary] {
        if let laterOnes { return laterOnes }
        let end = max(from + Self.foresight, next?.at ?? from)
        let boundaries = schedule.boundaries(after: from, through: end)
        laterOnes = boundaries
        return boundaries
    }

    /// When to look again.
    var end: WallTime { next?.at ?? from + Self.longest }

    mutating func advance(to now: WallTime) {
        if now < from || now >= end { self = Agenda(schedule, at: now) }
    }
}
