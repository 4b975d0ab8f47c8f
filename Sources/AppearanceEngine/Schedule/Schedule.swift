package import AppearanceModel

/// The phase by sun and clock at any instant, and its boundaries.
///
/// A pure function of the instant without memory: after a clock change, a suspend or a new time zone
/// it only has to be evaluated again. The settings become marks in time by these rules:
///
/// - If local clocks skip a time, its mark is the first instant after the gap; if they show it
///   twice, the first of the two.
/// - A time by the sun uses the settings of the local day of that solar day's noon, whatever its offset;
///   a time by the clock uses those of its own local day.
/// - A time by the sun is rounded to the minute, so that no phase is shorter than one, and is the
///   same instant as a time by the clock that reads the same.
/// - A `night` by the clock before `light` of its day, such as 00:30, is in the evening of that day, after
///   its midnight.
/// - An event that does not occur still has a mark, at the sun's lowest point if the sun stays up
///   and at its highest if it stays down (`SolarTurn`).
/// - A time by the sun before the earliest or after the latest time that its limits allow is at that time,
///   on the local day of its solar day's noon or, as 01:00 of an event of the evening, on the next. So, a
///   sunset that does not occur is at the latest time while the sun stays up, and at the earliest while
///   it stays down.
/// - If offsets or limits reverse the order of two times by the sun, such as `sunrise+3h` after
///   `sunset-3h` in midwinter, the phase between them has no length.
/// - Without a place, the sun's events are fixed times by the clock: sunrise 07:00, solar noon
///   13:00, sunset 19:00, and the three twilights half an hour each.
/// - Of several times at one instant the last of `light`, `dark`, `night`, `night_end` counts: an
///   equal light and dark give evening only, an equal night and night_end no night.
package struct Schedule: Equatable, Sendable {
    /// The settings.
    package let settings: WeeklySchedule
    /// The place for sunrise and sunset; `nil` if unknown.
    package var place: Coordinates? { sunPlace.coordinates }
    /// The place for sunrise and sunset, and the reason for it.
    package let sunPlace: SunPlace
    let rules: [ScheduleRule]
    /// Whether a time by the sun has limits.
    private let hasLimits: Bool
    let sun: Sun?
    /// The time zone.
    package let zone: TimeZoneRules

    /// The schedule of a configured place, or of no known place.
    package init(_ settings: WeeklySchedule, place: Coordinates?, zone: TimeZoneRules) {
        self.init(settings, SunPlace(place, .configuration), zone: zone)
    }

    /// The schedule of a place, if that is known.
    package init(_ settings: WeeklySchedule, _ sunPlace: SunPlace, zone: TimeZoneRules) {
        self.settings = settings
        self.sunPlace = sunPlace
        rules = ScheduleRule.rules(of: settings, placeIsKnown: sunPlace.coordinates != nil)
        hasLimits = rules.contains(where: \.hasLimits)
        sun = sunPlace.coordinates.map { Sun(at: $0) }
        self.zone = zone
    }

    /// Whether any of its times is by the sun.
    var isBySun: Bool { rules.contains(where: \.isBySun) }

    /// The number of solar days before and after that of an instant which may have a mark there: half a day is
    /// the longest offset, and limits reach up to 36.5 hours before their solar day, or 38.5 after it.
    var nearSolarDays: Int { hasLimits ? 2 : 1 }

    /// Returns the phase at an instant.
    package func phase(at instant: WallTime) -> Phase {
        course(from: instant, through: instant).phase
    }

    /// Returns the first boundary after an instant; `nil` if there is none within 370 days.
    package func nextBoundary(after instant: WallTime) -> Boundary? {
        for reach in Self.reaches {
            let boundaries = boundaries(after: instant, through: instant + reach)
            if let next = boundaries.first { return next }
        }
        return nil
    }

    /// Returns the last boundary at or before an instant; `nil` if there is none within 370 days.
    package func lastBoundary(notAfter instant: WallTime) -> Boundary? {
        for reach in Self.reaches {
            let boundaries = boundaries(after: instant - reach, through: instant)
            if let last = boundaries.last { return last }
        }
        return nil
    }

    /// Returns every boundary after one instant, through another.
    package func boundaries(after start: WallTime, through end: WallTime) -> [Boundary] {
        course(from: start, through: end).boundaries
    }

    /// Returns the spans from `dark` to `light`, whatever the night window is, that end after an instant: the
    /// first one, and those that begin soon; none if none begins within 370 days.
    ///
    /// In a polar night, the span begins before the instant and may have the end of the calendar as its end.
    package func evenings(after instant: WallTime) -> [Range<WallTime>] {
        var evenings: [Range<WallTime>] = []
        for reach in Self.reaches {
            evenings = self.evenings(after: instant, through: instant + reach)
            if let first = evenings.first, first.upperBound < .calendarEnd { break }
        }
        return evenings
    }

    /// The spans searched for a boundary: most are near, around a polar day they may be months away.
    private static let reaches: [Microseconds] = [.days(1), .days(20), .days(370)]
}

extension Schedule {
    /// Returns the phase at an instant, and every boundary after it through another.
    private func course(
        from instant: WallTime, through end: WallTime
    ) -> (phase: Phase, boundaries: [Boundary]) {
        let start = instant.clampedToCalendar
        var state = ScheduleState()
        var phase = state.phase
        var boundaries: [Boundary] = []
        // Within two days, and those around them, each pair of settings has a mark, whatever the weekdays are.
        var marks = marks(from: start - .days(2), through: end)[...]
        while let at = marks.first?.at, at <= end {
            let now = marks.prefix { $0.at == at }
            marks = marks.dropFirst(now.count)
            let last = state.phase
            for mark in now { state.pass(mark.cause.setting) }
            if at <= start {
                phase = state.phase
            } else if at > instant, let cause = state.cause(of: now, after: last) {
                boundaries.append(Boundary(at: at, to: state.phase, cause: cause))
            }
        }
        return (phase, boundaries)
    }
}

extension Schedule {
    /// Returns the spans from `dark` to `light` of which any part is after one instant and before another; one
    /// that is under way then has the end of the calendar as its end.
    private func evenings(after start: WallTime, through end: WallTime) -> [Range<WallTime>] {
        var state = ScheduleState()
        var begin: WallTime?
        var evenings: [Range<WallTime>] = []
        var marks = marks(from: start.clampedToCalendar - .days(2), through: end)[...]
        while let at = marks.first?.at, at <= end {
            let now = marks.prefix { $0.at == at }
            marks = marks.dropFirst(now.count)
            for mark in now { state.pass(mark.cause.setting) }
            switch (begin, state.isEvening) {
            case (nil, true): begin = at
            case (let from?, false):
                if at > start { evenings.append(from..<at) }
                begin = nil
            case (nil, false), (.some, true): break
            }
        }
        return evenings + (begin.map { [$0..<max(.calendarEnd, $0)] } ?? [])
    }
}

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
    private var turns: [Turn]?
    /// The time until which this position is valid.
    private(set) var end: WallTime

    /// A change of the phase.
    struct Turn: Sendable {
        let at: WallTime
        let from: Phase
        let to: Phase
    }

    init(_ schedule: Schedule, at now: WallTime) {
        self.schedule = schedule
        start = now
        phase = schedule.phase(at: now)
        next = schedule.nextBoundary(after: now)
        end = next?.at ?? now + Self.longest
    }

    /// Ends its validity earlier, at a time of interest before the boundary.
    mutating func shorten(to time: WallTime) { end = min(end, time) }

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

    /// Returns the changes of the phase from a span before this position to two days after it, computed on first
    /// use.
    mutating func turns(within span: Microseconds) -> [Turn] {
        if let turns { return turns }
        var from = schedule.phase(at: start - span)
        var turns: [Turn] = []
        let boundaries = schedule.boundaries(after: start - span, through: start) + upcoming()
        for boundary in boundaries {
            turns.append(Turn(at: boundary.at, from: from, to: boundary.to))
            from = boundary.to
        }
        self.turns = turns
        return turns
    }

    /// Returns whether this position was computed for an instant.
    func begins(at instant: WallTime) -> Bool { start == instant }

    /// Moves to an instant.
    mutating func advance(to now: WallTime) {
        if now < start || now >= end { self = ScheduleCursor(schedule, at: now) }
    }
}

/// The end of an override or a pause that ends by sun or clock.
package enum Ending: Hashable, Sendable {
    case at(WallTime)
    /// The event does not occur within a day and a half; with its next occurrence, if there is one.
    case doesNotOccur(next: WallTime?)
}

extension Schedule {
    /// Returns the end of a mode that is set at an instant, always later than that instant.
    ///
    /// An event of the sun more than a day and a half away does not count, and in place of such a boundary the
    /// mode ends after twelve hours, so that no override lasts through a polar night unexpectedly. A boundary is
    /// that of any phase here; in the engine, which knows the decision, it is a change of `auto`.
    package func ending(_ end: ModeEnd, after instant: WallTime) -> Ending {
        switch end {
        case .after(let span):
            .at(instant + max(span, Microseconds(1)))
        case .nextBoundary:
            ending(at: nextBoundary(after: instant), after: instant)
        case .changeAfterNext:
            ending(
                at: nextBoundary(after: instant).flatMap { nextBoundary(after: $0.at) },
                after: instant)
        case .clock(let time):
            zone.next(time, after: instant).map { .at($0) } ?? .doesNotOccur(next: nil)
        case .sunrise: ending(at: .sunrise, after: instant)
        case .sunset: ending(at: .sunset, after: instant)
        }
    }

    private func ending(at boundary: Boundary?, after instant: WallTime) -> Ending {
        guard let at = boundary?.at else { return .doesNotOccur(next: nil) }
        return .at(at - instant <= ChoiceEnd.longestWait ? at : instant + Engine.longestToggle)
    }

    private func ending(at event: SolarEvent, after instant: WallTime) -> Ending {
        guard let sun else {
            return ending(.clock(ClockTime(wrapping: event.usualMinute)), after: instant)
        }
        guard let at = next(event, of: sun, after: instant) else { return .doesNotOccur(next: nil) }
        return at - instant <= ChoiceEnd.longestWait ? .at(at) : .doesNotOccur(next: at)
    }

    /// Returns the next occurrence of an event, rounded to the minute as the schedule's own times are.
    private func next(_ event: SolarEvent, of sun: Sun, after instant: WallTime) -> WallTime? {
        var from = instant - .minutes(1)
        while let at = sun.next(event, after: from) {
            if at.roundedToMinute > instant { return at.roundedToMinute }
            from = at
        }
        return nil
    }
}

extension Schedule {
    /// Returns the next end of the night window, or the one that it would have; `nil` if it depends on
    /// a sunrise that does not occur within a day and a half.
    package func endOfNight(after instant: WallTime) -> WallTime? {
        var phase = phase(at: instant)
        for boundary in boundaries(after: instant, through: instant + .hours(36)) {
            if phase == .night, boundary.to != .night { return boundary.at }
            phase = boundary.to
        }
        switch ending(usualEndOfNight, after: instant) {
        case .at(let end): return end
        case .doesNotOccur: return nil
        }
    }

    /// Returns the time until which a refusal of tonight lasts: the end of the night, or twelve hours if it is
    /// not near.
    package func endOfTonight(after instant: WallTime) -> WallTime {
        endOfNight(after: instant) ?? instant + .hours(12)
    }

    private var usualEndOfNight: ModeEnd {
        switch settings.everyDay.nightEnd {
        case .clock(let time): .clock(time)
        case .solar: .sunrise
        }
    }
}
