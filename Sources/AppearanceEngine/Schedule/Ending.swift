package import AppearanceModel

/// The end of an override or a pause that ends by sun or clock.
package enum Ending: Hashable, Sendable {
    case at(WallTime)
    /// The event does not occur within a day; with its next occurrence, if there is one.
    case doesNotOccur(next: WallTime?)
}

extension Schedule {
    /// Returns the end of a mode that is set at an instant, always later than that instant.
    ///
    /// An event of the sun more than a day and a half away does not count, so that no override
    /// lasts through a polar night unexpectedly.
    package func ending(_ end: ModeEnd, after instant: WallTime) -> Ending {
        switch end {
        case .after(let span):
            .at(instant + max(span, Microseconds(1)))
        case .nextBoundary:
            nextBoundary(after: instant).map { .at($0.at) } ?? .doesNotOccur(next: nil)
        case .clock(let time):
            zone.next(time, after: instant).map { .at($0) } ?? .doesNotOccur(next: nil)
        case .sunrise: ending(at: .sunrise, after: instant)
        case .sunset: ending(at: .sunset, after: instant)
        }
    }

    private func ending(at event: SolarEvent, after instant: WallTime) -> Ending {
        guard let sun else { return ending(.clock(event.usualTime()), after: instant) }
        guard let at = next(event, of: sun, after: instant) else { return .doesNotOccur(next: nil) }
        return at - instant <= .hours(36) ? .at(at) : .doesNotOccur(next: at)
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
    /// The schedule of a configuration, with the place of the time zone if it names none.
    package init(_ configuration: Configuration, in zone: LocalZone) {
        self.init(
            configuration.schedule, place: configuration.location.coordinates ?? zone.place(),
            zone: zone.rules)
    }

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

    private var usualEndOfNight: ModeEnd {
        switch settings.everyDay.nightEnd {
        case .clock(let time): .clock(time)
        case .solar: .sunrise
        }
    }
}
