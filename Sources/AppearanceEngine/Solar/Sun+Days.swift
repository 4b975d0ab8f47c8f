package import AppearanceModel

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
