package import AppearanceModel

/// Which phase the sun and the clock ask for at any instant, and when that changes.
///
/// A pure function of the instant: nothing is remembered, so a stepped clock, a suspend or a new
/// time zone needs no care but to ask again. The settings become marks on the line of time, by
/// these rules:
///
/// - A time by the clock that local clocks skip marks the first instant after the gap; one that
///   they show twice marks the first.
/// - A time by the sun follows the settings of the local day on which the sun's event falls,
///   whatever its offset; a time by the clock those of its own local day.
/// - A time by the sun is rounded to the minute, so that no phase is shorter than one, and a time
///   by the clock that reads the same is the same instant.
/// - An event that does not come still has its mark, at the sun's lowest point where the sun
///   stays up and at its highest where it stays down (`SolarTurn`).
/// - Where offsets turn two times by the sun round, `sunrise+3h` behind `sunset-3h` in
///   midwinter, the time between them has no length rather than a whole day more.
/// - Without a place, the sun's events are fixed times by the clock: sunrise 07:00, solar noon
///   13:00, sunset 19:00, and the three twilights half an hour each.
/// - Of two times at one instant the later of `light`, `dark`, `night`, `night_end` holds: equal
///   light and dark mean evening for ever, an equal night and night_end no night at all.
package struct Schedule: Equatable, Sendable {
    /// The times that it was made of.
    package let settings: WeeklySchedule
    /// Where the sun is watched from; nil for a place that is not known.
    package let place: Coordinates?
    let rules: [ScheduleRule]
    let sun: Sun?
    /// The clocks it goes by.
    package let zone: TimeZoneRules

    /// The schedule of a place; nil for a place that is not known.
    package init(_ settings: WeeklySchedule, place: Coordinates?, zone: TimeZoneRules) {
        self.settings = settings
        self.place = place
        rules = ScheduleRule.rules(of: settings, placeIsKnown: place != nil)
        sun = place.map { Sun(at: $0) }
        self.zone = zone
    }

    /// The phase at an instant.
    package func phase(at instant: WallTime) -> Phase {
        course(from: instant, through: instant).phase
    }

    /// The first boundary after an instant; nil when none comes within 370 days.
    package func nextBoundary(after instant: WallTime) -> Boundary? {
        for reach in Self.reaches {
            let boundaries = boundaries(after: instant, through: instant + reach)
            if let next = boundaries.first { return next }
        }
        return nil
    }

    /// The last boundary at an instant or before it; nil when none came within 370 days.
    package func lastBoundary(notAfter instant: WallTime) -> Boundary? {
        for reach in Self.reaches {
            let boundaries = boundaries(after: instant - reach, through: instant)
            if let last = boundaries.last { return last }
        }
        return nil
    }

    /// Every boundary after one instant, through another.
    package func boundaries(after start: WallTime, through end: WallTime) -> [Boundary] {
        course(from: start, through: end).boundaries
    }

    /// How far a boundary is looked for: most are near, in the polar day they may be months away.
    private static let reaches: [Microseconds] = [.days(1), .days(20), .days(370)]
}

extension Schedule {
    /// The phase at an instant, and every boundary after it through another.
    private func course(
        from instant: WallTime, through end: WallTime
    ) -> (phase: Phase, boundaries: [Boundary]) {
        let start = instant.clampedToCalendar
        var state = ScheduleState()
        var phase = state.phase
        var boundaries: [Boundary] = []
        // Two days back, each pair of settings has had a mark, whatever the weekdays say.
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
