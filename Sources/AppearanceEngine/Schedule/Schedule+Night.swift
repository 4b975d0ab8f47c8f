package import AppearanceModel

extension Schedule {
    /// The schedule that a configuration asks for, in a zone that stands in for a place it does not
    /// name.
    package init(_ configuration: Configuration, in zone: LocalZone) {
        self.init(
            configuration.schedule, place: configuration.location.coordinates ?? zone.place(),
            zone: zone.rules)
    }

    /// When the night's hours end next, or would if there were any; nil where the sun that they go
    /// by does not rise in the next day and a half.
    package func endOfNight(after instant: WallTime) -> WallTime? {
        var phase = phase(at: instant)
        for boundary in boundaries(after: instant, through: instant + .hours(36)) {
            if phase == .night, boundary.to != .night { return boundary.at }
            phase = boundary.to
        }
        switch ending(usualEndOfNight, after: instant) {
        case .at(let end): return end
        case .doesNotCome: return nil
        }
    }

    private var usualEndOfNight: ModeEnd {
        switch settings.everyDay.nightEnd {
        case .clock(let time): .clock(time)
        case .solar: .sunrise
        }
    }
}
