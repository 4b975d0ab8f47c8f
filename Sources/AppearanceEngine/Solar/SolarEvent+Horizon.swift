package import AppearanceModel

extension SolarEvent {
    /// The elevation of the sun's centre that makes the event, in degrees; nil for solar noon.
    ///
    /// The twilights reach 6°, 12° and 18° below the horizon.
    /// https://aa.usno.navy.mil/faq/RST_defs
    package var elevationDegrees: Double? {
        switch self {
        case .sunrise, .sunset: Sun.horizonDegrees
        case .civilDawn, .civilDusk: -6
        case .nauticalDawn, .nauticalDusk: -12
        case .astronomicalDawn, .astronomicalDusk: -18
        case .solarNoon: nil
        }
    }

    /// Whether the sun is on its way up; solar noon, its turning, is neither here nor there.
    var isRising: Bool {
        switch self {
        case .astronomicalDawn, .nauticalDawn, .civilDawn, .sunrise: true
        case .solarNoon, .sunset, .civilDusk, .nauticalDusk, .astronomicalDusk: false
        }
    }

    /// Its place in the order from one solar midnight to the next.
    var order: Int {
        switch self {
        case .astronomicalDawn: 0
        case .nauticalDawn: 1
        case .civilDawn: 2
        case .sunrise: 3
        case .solarNoon: 4
        case .sunset: 5
        case .civilDusk: 6
        case .nauticalDusk: 7
        case .astronomicalDusk: 8
        }
    }
}

extension Sun {
    /// The elevation of the sun's centre when its upper edge touches the horizon: 34' of
    /// refraction and 16' of the sun's radius below it.
    /// https://aa.usno.navy.mil/faq/RST_defs
    static let horizonDegrees = -50.0 / 60

    /// How much lower the sun stands for us than it would from the Earth's centre, at most: at
    /// elevation h by its cosine (Meeus, chapter 40).
    static let parallaxDegrees = 8.794 / 3600
}
