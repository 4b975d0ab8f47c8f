package import AppearanceModel

/// The sun as seen from one place.
///
/// Elevations are the geometric ones of the sun's centre, events come to the whole second. Times
/// before year 1 and after year 9999 count as the ends of those, and no event lies beyond them.
package struct Sun: Equatable, Sendable {
    private let latitudeSine: Double
    private let latitudeCosine: Double
    /// How far local mean solar time is ahead of UTC, in seconds.
    private let longitudeSeconds: Double

    /// The sun over a place.
    package init(at place: Coordinates) {
        let latitude = place.latitudeDegrees * .pi / 180
        latitudeSine = Libm.sin(latitude)
        latitudeCosine = Libm.cos(latitude)
        longitudeSeconds = place.longitudeDegrees * 240
    }

    /// The elevation of the sun's centre without refraction, -90 to 90.
    package func elevationDegrees(at instant: WallTime) -> Double {
        let sine = height(at: instant.clampedToCalendar.inSeconds).sine.clamped(to: -1...1)
        let parallax = Self.parallaxDegrees * (1 - sine * sine).squareRoot()
        return Libm.asin(sine) * 180 / .pi - parallax
    }

    /// The sine of the elevation, as seen from the Earth's centre, at which we see another.
    static func sine(ofElevationDegrees degrees: Double) -> Double {
        let elevation = degrees * .pi / 180
        return Libm.sin(elevation + parallaxDegrees * .pi / 180 * Libm.cos(elevation))
    }
}

extension Sun {
    /// How high the sun stands, and how fast it climbs.
    struct Height {
        /// The sine of the elevation, as seen from the Earth's centre.
        let sine: Double
        /// Its growth per second.
        let rate: Double
    }

    /// The height of the sun at so many seconds since the epoch.
    ///
    /// sin h = sin φ sin δ + cos φ cos δ cos H.
    /// https://gml.noaa.gov/grad/solcalc/solareqns.PDF
    func height(at time: Double) -> Height { height(at: time, SolarPosition(at: time)) }

    private func height(at time: Double, _ position: SolarPosition) -> Height {
        let solarTime = time + longitudeSeconds + position.equationOfTime
        let hourAngle = (solarTime / 86400 - 0.5).fraction * 2 * .pi
        let (sine, cosine) = (Libm.sin(hourAngle), Libm.cos(hourAngle))
        let wide = latitudeCosine * position.declinationCosine
        return Height(
            sine: latitudeSine * position.declinationSine + wide * cosine,
            rate: drift(position, cosine) - wide * sine * Self.hourAngleRate)
    }

    /// How fast the sine of the elevation grows, per second, by the change of declination alone.
    private func drift(_ position: SolarPosition, _ hourAngleCosine: Double) -> Double {
        let tangent = position.declinationSine / position.declinationCosine
        return position.declinationSineRate
            * (latitudeSine - latitudeCosine * tangent * hourAngleCosine)
    }

    /// Radians per second.
    private static let hourAngleRate = 2 * .pi / 86400.0
}

extension Sun {
    /// The number of the solar day that an instant falls in, by local mean solar time.
    package func dayNumber(at instant: WallTime) -> Int {
        let days = (instant.clampedToCalendar.inSeconds + longitudeSeconds) / 86400
        return Int(days.rounded(.down))
    }

    /// A solar day; day 0 is that of 1970-01-01.
    package func day(_ number: Int) -> SolarDay { day(number, from: extreme(number, .midnight)) }

    /// Solar days in a row: each begins at the midnight that ended the last.
    func days(_ numbers: ClosedRange<Int>) -> some Sequence<SolarDay> {
        sequence(first: day(numbers.lowerBound)) { last in
            guard last.number < numbers.upperBound else { return nil }
            return day(last.number + 1, from: last.nextMidnight)
        }
    }

    private func day(_ number: Int, from midnight: SolarDay.Extreme) -> SolarDay {
        SolarDay(
            sun: self, number: number, midnight: midnight, noon: extreme(number, .noon),
            nextMidnight: extreme(number + 1, .midnight))
    }

    /// When the sun passes the meridian, in seconds since the epoch.
    func transit(_ day: Int) -> Double {
        let meanNoon = meanTime(day, .noon)
        let guess = meanNoon - SolarPosition(at: meanNoon).equationOfTime
        return meanNoon - SolarPosition(at: guess).equationOfTime
    }

    /// The two ends of the sun's swing, by their sense of up.
    private enum Culmination: Double {
        case noon = 1
        case midnight = -1
    }

    /// The highest or lowest point of a day.
    ///
    /// It is where the climb by the hour angle H and the drift of the declination cancel,
    /// cos φ cos δ sin H dH/dt = d sin δ/dt (sin φ - cos φ tan δ cos H): on the meridian but for
    /// seconds in the middle latitudes, hours from it at a pole. Closer still there is no such
    /// point: a quarter of a day off, where H is then held, noon and midnight meet and the half
    /// day between them has no length.
    private func extreme(_ day: Int, _ culmination: Culmination) -> SolarDay.Extreme {
        let up = culmination.rawValue
        let mean = meanTime(day, culmination)
        var time = mean
        var position = SolarPosition(at: time)
        // The second round moves it by less than a second, but near a pole by more.
        for _ in 0..<3 {
            let climb = latitudeCosine * position.declinationCosine * Self.hourAngleRate
            let shift = Libm.asin((drift(position, up) / climb).clamped(to: -1...1))
            let last = time
            time = mean - position.equationOfTime + up * shift / Self.hourAngleRate
            if (time - last).magnitude < 1 { break }
            position = SolarPosition(at: time)
        }
        return SolarDay.Extreme(time: time, sine: height(at: time, position).sine)
    }

    private func meanTime(_ day: Int, _ culmination: Culmination) -> Double {
        let midnight = Double(day) * 86400 - longitudeSeconds
        switch culmination {
        case .midnight: return midnight
        case .noon: return midnight + 43200
        }
    }
}

extension Double {
    /// Held within a range; what is not a number counts as its lower end.
    func clamped(to range: ClosedRange<Double>) -> Double {
        self >= range.lowerBound ? Swift.min(self, range.upperBound) : range.lowerBound
    }

    /// What is left above the whole number below.
    fileprivate var fraction: Double { self - rounded(.down) }
}
