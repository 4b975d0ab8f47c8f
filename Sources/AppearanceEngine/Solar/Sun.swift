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
