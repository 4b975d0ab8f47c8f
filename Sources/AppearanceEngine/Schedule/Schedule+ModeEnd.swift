package import AppearanceModel

extension Schedule {
    /// When a mode that is set at an instant ends: always later than that instant.
    ///
    /// An event of the sun that is more than a day and a half away does not count as coming, so
    /// that nobody waits for a sunrise through the polar night unasked.
    package func ending(_ end: ModeEnd, after instant: WallTime) -> Ending {
        switch end {
        case .after(let span):
            .at(instant + max(span, Microseconds(1)))
        case .nextBoundary:
            nextBoundary(after: instant).map { .at($0.at) } ?? .doesNotCome(next: nil)
        case .clock(let time):
            zone.next(time, after: instant).map { .at($0) } ?? .doesNotCome(next: nil)
        case .sunrise: ending(at: .sunrise, after: instant)
        case .sunset: ending(at: .sunset, after: instant)
        }
    }

    private func ending(at event: SolarEvent, after instant: WallTime) -> Ending {
        guard let sun else { return ending(.clock(event.usualTime()), after: instant) }
        guard let at = next(event, of: sun, after: instant) else { return .doesNotCome(next: nil) }
        return at - instant <= .hours(36) ? .at(at) : .doesNotCome(next: at)
    }

    /// The next occurrence of an event, rounded to the minute as the schedule's own times are.
    private func next(_ event: SolarEvent, of sun: Sun, after instant: WallTime) -> WallTime? {
        var from = instant - .minutes(1)
        while let at = sun.next(event, after: from) {
            if at.roundedToMinute > instant { return at.roundedToMinute }
            from = at
        }
        return nil
    }
}
