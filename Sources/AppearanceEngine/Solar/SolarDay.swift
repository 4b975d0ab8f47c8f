package import AppearanceModel

/// One turn of the sun about a place, from its lowest point through its highest to the next lowest.
///
/// Between two neighbouring extremes the elevation only rises or only falls, so one look at both
/// ends tells whether an event comes, however short the night or the day that it bounds.
package struct SolarDay: Sendable {
    /// The highest or the lowest point of a day.
    struct Extreme {
        /// Seconds since the epoch.
        let time: Double
        /// The sine of the elevation.
        let sine: Double
    }

    let sun: Sun
    let number: Int
    let midnight: Extreme
    let noon: Extreme
    let nextMidnight: Extreme

    /// What becomes of an event in this day.
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

    /// When the sine of the elevation passes a value, in seconds since the epoch.
    ///
    /// The first guess takes the elevation for half a wave of a cosine, which holds at grazing
    /// crossings as well; Newton's steps then mend it, and where one would leave the bracket, it
    /// is halved instead. Two evaluations are usual, five the most ever seen.
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
