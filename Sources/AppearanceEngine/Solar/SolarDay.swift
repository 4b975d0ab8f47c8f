package import AppearanceModel

/// One turn of the sun about a place, from its lowest point through its highest to the next lowest.
///
/// Between two neighbouring extremes the elevation only rises or only falls, so its values at both
/// ends show whether an event occurs, however short the night or the day that it bounds.
package struct SolarDay: Sendable {
    /// The highest or the lowest point of a day.
    struct Extreme {
        /// The time in seconds since the epoch.
        let time: Double
        /// The sine of the elevation.
        let sine: Double
    }

    let sun: Sun
    let number: Int
    let midnight: Extreme
    let noon: Extreme
    let nextMidnight: Extreme

    /// The noon of the mean sun.
    ///
    /// Its local date belongs to no other solar day, unless the zone's clocks change near it.
    var meanNoon: WallTime { WallTime(rounding: sun.meanTime(number, .noon)) }

    /// Returns the turn of an event in this day.
    package func turn(_ event: SolarEvent) -> SolarTurn {
        guard let degrees = event.elevationDegrees else {
            return .comes(at: WallTime(rounding: sun.transit(number)))
        }
        let sine = Sun.sine(ofElevationDegrees: degrees)
        let low = event.isRising ? midnight : nextMidnight
        if low.sine >= sine { return .staysUp(at: WallTime(rounding: low.time)) }
        if noon.sine < sine { return .staysDown(at: WallTime(rounding: noon.time)) }
        return .comes(
            at: WallTime(
                rounding: event.isRising
                    ? crossing(of: sine, from: low, to: noon)
                    : crossing(of: sine, from: noon, to: low)))
    }

    /// Returns the time at which the sine of the elevation passes a value, in seconds since the epoch.
    ///
    /// The first estimate takes the elevation as half a wave of a cosine, which also fits grazing
    /// crossings. Newton's method refines it; a step that would leave the bracket is replaced by
    /// bisection. Two evaluations are usual, five the most ever seen.
    private func crossing(of sine: Double, from start: Extreme, to end: Extreme) -> Double {
        let mean = (start.sine + end.sine) / 2
        let phase = Libm.acos(((sine - mean) / (start.sine - mean)).clamped(to: -1...1))
        var time = start.time + (end.time - start.time) * phase / .pi
        var (low, high) = (start.time, end.time)
        for _ in 0..<20 {
            let height = sun.height(at: time)
            if (height.sine < sine) == (start.sine < sine) { low = time } else { high = time }
            let newton = time - (height.sine - sine) / height.rate
            if (newton - time).magnitude < 0.001 { return newton }
            time = low < newton && newton < high ? newton : (low + high) / 2
        }
        return time
    }
}

/// The outcome of one event of the sun in one solar day.
///
/// If the sun does not cross the event's elevation, the turn still has an instant: the one that
/// the event moved towards as the days grew longer or shorter. So every solar day has each event
/// exactly once, and a schedule needs no special case for the polar day and night.
package enum SolarTurn: Hashable, Sendable {
    /// The event occurs.
    case comes(at: WallTime)
    /// The sun stays above: a night of no length, at its lowest point.
    case staysUp(at: WallTime)
    /// The sun stays below: a day of no length, at its highest point.
    case staysDown(at: WallTime)

    /// The instant, whether the event occurs or not.
    package var at: WallTime {
        switch self {
        case .comes(let at), .staysUp(let at), .staysDown(let at): at
        }
    }
}

extension Sun {
    /// Returns the number of the solar day of an instant, by local mean solar time.
    package func dayNumber(at instant: WallTime) -> Int {
        let days = (instant.clampedToCalendar.inSeconds + longitudeSeconds) / 86400
        return Int(days.rounded(.down))
    }

    /// Returns a solar day; day 0 is that of 1970-01-01.
    package func day(_ number: Int) -> SolarDay { day(number, from: extreme(number, .midnight)) }

    /// Returns consecutive solar days, each from the midnight that ended the previous one.
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

    /// Returns the time at which the sun passes the meridian, in seconds since the epoch.
    func transit(_ day: Int) -> Double {
        let meanNoon = meanTime(day, .noon)
        let guess = meanNoon - SolarPosition(at: meanNoon).equationOfTime
        return meanNoon - SolarPosition(at: guess).equationOfTime
    }

    /// The two extremes of the sun's course, with their sign.
    fileprivate enum Culmination: Double {
        case noon = 1
        case midnight = -1
    }

    /// Returns the highest or lowest point of a day.
    ///
    /// There, the climb by the hour angle H and the drift of the declination cancel,
    /// cos φ cos δ sin H dH/dt = d sin δ/dt (sin φ - cos φ tan δ cos H): within
    /// seconds of the meridian in the middle latitudes, hours from it near a pole. At the pole itself
    /// there is no such point: H is clamped to a quarter of a day, where noon and midnight meet and
    /// the half day between them has no length.
    private func extreme(_ day: Int, _ culmination: Culmination) -> SolarDay.Extreme {
        let up = culmination.rawValue
        let mean = meanTime(day, culmination)
        var time = mean
        var position = SolarPosition(at: time)
        // The second iteration changes it by less than a second, except near a pole.
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

    fileprivate func meanTime(_ day: Int, _ culmination: Culmination) -> Double {
        let midnight = Double(day) * 86400 - longitudeSeconds
        switch culmination {
        case .midnight: return midnight
        case .noon: return midnight + 43200
        }
    }
}
