package import AppearanceModel

/// The sun as seen from one place.
///
/// Elevations are the geometric ones of the sun's centre; events are rounded to the second. Times
/// before year 1 and after year 9999 are clamped.
package struct Sun: Equatable, Sendable {
    private let latitudeSine: Double
    let latitudeCosine: Double
    /// The lead of local mean solar time over UTC, in seconds.
    let longitudeSeconds: Double

    /// The sun as seen from a place.
    package init(at place: Coordinates) {
        let latitude = place.latitudeDegrees * .pi / 180
        latitudeSine = Libm.sin(latitude)
        latitudeCosine = Libm.cos(latitude)
        longitudeSeconds = place.longitudeDegrees * 240
    }

    /// Returns the elevation of the sun's centre without refraction, -90 to 90.
    package func elevationDegrees(at instant: WallTime) -> Double {
        let sine = height(at: instant.clampedToCalendar.inSeconds).sine.clamped(to: -1...1)
        let parallax = Self.parallaxDegrees * (1 - sine * sine).squareRoot()
        return Libm.asin(sine) * 180 / .pi - parallax
    }

    /// Returns the sine of the geocentric elevation for an elevation seen from the surface.
    static func sine(ofElevationDegrees degrees: Double) -> Double {
        let elevation = degrees * .pi / 180
        return Libm.sin(elevation + parallaxDegrees * .pi / 180 * Libm.cos(elevation))
    }
}

extension Sun {
    /// The height of the sun and its rate.
    struct Height {
        /// The sine of the elevation, as seen from the Earth's centre.
        let sine: Double
        /// Its growth per second.
        let rate: Double
    }

    /// Returns the height of the sun at a number of seconds since the epoch.
    ///
    /// sin h = sin φ sin δ + cos φ cos δ cos H.
    /// https://gml.noaa.gov/grad/solcalc/solareqns.PDF
    func height(at time: Double) -> Height { height(at: time, SolarPosition(at: time)) }

    func height(at time: Double, _ position: SolarPosition) -> Height {
        let solarTime = time + longitudeSeconds + position.equationOfTime
        let hourAngle = (solarTime - 43200).remainder(dividingBy: 86400) * Self.hourAngleRate
        let (sine, cosine) = (Libm.sin(hourAngle), Libm.cos(hourAngle))
        let swing = latitudeCosine * position.declinationCosine
        return Height(
            sine: latitudeSine * position.declinationSine + swing * cosine,
            rate: drift(position, cosine) - swing * sine * Self.hourAngleRate)
    }

    /// Returns the growth of the sine of the elevation per second by the change of declination alone.
    func drift(_ position: SolarPosition, _ hourAngleCosine: Double) -> Double {
        let tangent = position.declinationSine / position.declinationCosine
        return position.declinationSineRate
            * (latitudeSine - latitudeCosine * tangent * hourAngleCosine)
    }

    /// The rate of the hour angle in radians per second.
    static let hourAngleRate = 2 * .pi / 86400.0
}

extension Sun {
    /// The elevation of the sun's centre when its upper edge touches the horizon: 34' of
    /// refraction and 16' of the sun's radius below it.
    /// https://aa.usno.navy.mil/faq/RST_defs
    static let horizonDegrees = -50.0 / 60

    /// The largest parallax of the sun, to be multiplied by the cosine of its elevation (Meeus,
    /// chapter 40).
    static let parallaxDegrees = 8.794 / 3600
}

/// The declination of the sun and the equation of time at one instant.
///
/// The low-precision equations that NOAA's calculator takes from Meeus, Astronomical Algorithms,
/// chapters 22 and 25: about 0.01° between 1900 and 2200, which is seconds of rising and setting.
/// https://gml.noaa.gov/grad/solcalc/calcdetails.html
struct SolarPosition {
    let declinationSine: Double
    let declinationCosine: Double
    /// The growth of the sine of the declination per second.
    let declinationSineRate: Double
    /// The apparent minus the mean solar time, in seconds.
    let equationOfTime: Double

    /// The position at a number of seconds since the Unix epoch.
    init(at time: Double) {
        let century = (time - 946_728_000) / Self.secondsPerCentury  // since J2000.0
        let anomaly = Angle(degrees: 357.52911 + century * (35999.05029 - 0.0001537 * century))
        let node = Angle(degrees: 125.04 - 1934.136 * century)
        let meanLongitude = 280.46646 + century * (36000.76983 + 0.0003032 * century)
        let longitude = Angle(
            degrees: meanLongitude + Self.centre(anomaly, century) - 0.00569 - 0.00478 * node.sine)
        let obliquity = Self.obliquity(century, node)

        declinationSine = obliquity.sine * longitude.sine
        declinationCosine = (1 - declinationSine * declinationSine).squareRoot()
        declinationSineRate = obliquity.sine * longitude.cosine * Self.longitudeRate(anomaly)

        // E = L0 - 0.0057183° - α + Δψ cos ε (Meeus, 28.1)
        let ascension = Libm.atan2(obliquity.cosine * longitude.sine, longitude.cosine)
        let equation =
            meanLongitude - 0.0057183 - ascension * 180 / .pi
            - 0.00478 * node.sine * obliquity.cosine
        equationOfTime = equation.remainder(dividingBy: 360) * 240
    }

    /// Returns the equation of centre, true minus mean anomaly, in degrees (Meeus, chapter 25).
    private static func centre(_ anomaly: Angle, _ century: Double) -> Double {
        anomaly.sine * (1.914602 - century * (0.004817 + 0.000014 * century))
            + anomaly.sineOfDouble * (0.019993 - 0.000101 * century)
            + anomaly.sineOfTriple * 0.000289
    }

    /// Returns the obliquity of the ecliptic, corrected for nutation (Meeus, 22.2 and chapter 25).
    private static func obliquity(_ century: Double, _ node: Angle) -> Angle {
        let arcseconds = 21.448 - century * (46.815 + century * (0.00059 - century * 0.001813))
        return Angle(degrees: 23 + (26 + arcseconds / 60) / 60 + 0.00256 * node.cosine)
    }

    /// Returns the growth of the longitude in radians per second: the mean motion and its main
    /// variation.
    private static func longitudeRate(_ anomaly: Angle) -> Double {
        let variation = Angle.radians(1.914602 * anomaly.cosine)
        return Angle.radians(36000.76983 * (1 + variation)) / secondsPerCentury
    }

    private static let secondsPerCentury = 36525.0 * 86400
}

/// An angle by its sine and cosine, which give those of its multiples.
private struct Angle {
    let sine: Double
    let cosine: Double

    init(degrees: Double) {
        sine = Libm.sin(Self.radians(degrees))
        cosine = Libm.cos(Self.radians(degrees))
    }

    var sineOfDouble: Double { 2 * sine * cosine }
    var sineOfTriple: Double { sine * (3 - 4 * sine * sine) }

    static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
