import AppearanceModel

extension SolarEvent {
    /// When the event is taken to be where no place is known: a day at an equinox in the middle
    /// latitudes, by a clock that is an hour ahead of the sun.
    func usualTime(offset: Microseconds = .zero) -> ClockTime {
        let minute = usualMinuteOfDay + Int(offset.count / 60_000_000)
        return ClockTime(wrapping: minute)
    }

    private var usualMinuteOfDay: Int {
        switch self {
        case .astronomicalDawn: 5 * 60 + 30
        case .nauticalDawn: 6 * 60
        case .civilDawn: 6 * 60 + 30
        case .sunrise: 7 * 60
        case .solarNoon: 13 * 60
        case .sunset: 19 * 60
        case .civilDusk: 19 * 60 + 30
        case .nauticalDusk: 20 * 60
        case .astronomicalDusk: 20 * 60 + 30
        }
    }
}
