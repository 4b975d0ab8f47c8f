import AppearanceEngine
import AppearanceModel
import Glibc

/// A place with daylight, lamps, a sensor and the absences of a person, all drawn from a seed.
///
/// The light is computed from the sun's height, the clouds, a window, blinds and lamps. The sensor sees
/// it from another place than the person, with noise and shadows.
struct Home {
    /// The times of presence.
    enum Use: String, CaseIterable {
        /// In an office, on weekdays.
        case office
        /// At home in the evening, and at weekends.
        case evenings
        /// At home for most of each day.
        case homeOffice = "home office"
        /// In shifts: three days early, three days late, two days off.
        case shifts
        /// At any time, for one to three hours.
        case visits
    }

    enum Lamp: String, CaseIterable {
        /// On while somebody is there and the daylight is below a limit.
        case byNeed = "by need"
        /// On from an hour of the evening on, whatever the daylight.
        case byHabit = "by habit"
        /// On at working hours, whoever is there.
        case always
        /// A dim one while somebody is there, and a bright one beside it on some evenings.
        case two
    }

    /// The distance of the rows of light, in seconds.
    private static let step = 30
    private static let days = 28
    private static let sun = Coordinates.benchmark.map(Sun.init)

    let use: Use
    let lamp: Lamp
    private var random: SeededGenerator
    private let lampLux: Double
    /// The daylight below which the lamp is switched on.
    private let limitLux: Double
    /// The share of outdoor light that reaches the person's eyes.
    private let window: Double
    /// The hour at which the sun stands before the window.
    private let sunHour: Double
    /// The light at which the blinds are closed.
    private let blindsLux: Double
    private let sensorGain: Double
    /// The share of the lamp that the sensor sees, relative to that of daylight.
    private let lampShare: Double
    /// The scatter of readings, in decades.
    private let noise: Double
    private let screenLux: Double
    private let locks: Bool
    /// The first day since 1970-01-01.
    private let firstDay: Int

    init(seed: Int) {
        random = SeededGenerator(seed &* 7_919 &+ 13)
        use = random.one(of: Use.allCases)
        if use == .office {
            lamp = random.one(of: [.byNeed, .always, .always, .two])
            lampLux = random.logarithmic(150...600)
        } else {
            lamp = random.one(of: [.byNeed, .byHabit, .two])
            lampLux = random.logarithmic(25...300)
        }
        limitLux = random.logarithmic(30...300)
        window = random.logarithmic(0.001...0.04)
        sunHour = random.uniform(8...17)
        blindsLux = random.happens(0.4) ? random.logarithmic(800...3_000) : .infinity
        sensorGain = random.logarithmic(0.3...1.5)
        lampShare = random.logarithmic(0.4...1.6)
        noise = random.uniform(0.005...0.03)
        screenLux = random.happens(0.5) ? random.uniform(1...8) : 0
        locks = random.happens(0.4)
        // A day of 2024 to 2026.
        firstDay = Int(random.uniform(19_723...20_800))
    }

    /// Four weeks in this place.
    mutating func room(named name: String) -> Room {
        let presence = presence()
        let (sensor, eye) = light(presence)
        return Room(name: name, trace: sensor, presence: presence, eye: eye, locks: locks)
    }

    // MARK: Presence

    private mutating func presence() -> [(minute: Int, isPresent: Bool)] {
        var changes: [(minute: Int, isPresent: Bool)] = [(0, false)]
        let leave = Int(random.uniform(0...40))
        for day in 0..<Self.days {
            // Two to four days away in a row, in half of all places.
            if leave < Self.days - 4, (leave..<leave + 2 + leave % 3).contains(day) { continue }
            for (from, to) in stays(on: day) where to > from {
                let start = day * 1440 + Int(from * 60)
                guard start > changes[changes.count - 1].minute else { continue }
                changes += [(start, true), (day * 1440 + Int(to * 60), false)]
            }
        }
        return changes
    }

    /// Returns the hours of presence of a day.
    private mutating func stays(on day: Int) -> [(from: Double, to: Double)] {
        // Day 0 since 1970 was a Thursday.
        let isWeekend = (firstDay + day + 3) % 7 >= 5
        var jitter: Double { random.normal() * 0.4 }
        let (early, late, noon) = (jitter, jitter, 12 + random.uniform(0...1))
        switch use {
        case .office:
            guard !isWeekend, !random.happens(0.12) else { return [] }
            return [(8.5 + early, noon), (noon + 0.7, 17 + late)]
        case .evenings:
            if isWeekend { return [(10 + early, noon + 1), (15 + early, 22.5 + late)] }
            return random.happens(0.2) ? [] : [(18.5 + early, 22.8 + late)]
        case .homeOffice:
            if isWeekend { return random.happens(0.5) ? [] : [(11 + early, 13), (20, 22 + late)] }
            return [(7.5 + early, noon), (noon + 0.5, 17.5 + late), (20 + early, 22.5 + late)]
        case .shifts:
            switch day % 8 {
            case 0, 1, 2: return [(15 + early, 21.5 + late)]
            case 3, 4, 5: return [(7 + early, 12 + late), (22.7, 23.7)]
            default: return random.happens(0.5) ? [] : [(9 + early, 21 + late)]
            }
        case .visits:
            return (0..<Int(random.uniform(0...3.99))).map { _ in random.uniform(7...21) }.sorted()
                .map { ($0, $0 + random.uniform(1...3)) }
        }
    }

    // MARK: Light

    private mutating func light(
        _ presence: [(minute: Int, isPresent: Bool)]
    ) -> (sensor: LightTrace, eye: LightTrace) {
        let start = WallTime(secondsSinceEpoch: Int64(firstDay * 86_400))
        var sensor = LightTrace(start: start, rows: [])
        var eye = sensor
        var sky = Sky(&random)
        var (isOn, isBright, areBlindsClosed, shadow) = (false, false, false, 0)
        var next = 0
        for row in 0..<Self.days * 86_400 / Self.step {
            let seconds = row * Self.step
            let offset = Microseconds.seconds(Int64(seconds))
            let hour = Double(seconds % 86_400) / 3_600
            while next + 1 < presence.count, presence[next + 1].minute * 60 <= seconds { next += 1 }
            let isPresent = presence[next].isPresent
            if seconds % 86_400 == 0 {
                sky.begin(&random)
                isBright = random.happens(0.4)
            }
            sky.advance(&random)
            let elevation = Self.sun?.elevationDegrees(at: start + offset) ?? 0
            let before = exp(-pow((hour - sunHour) / 2, 2) / 2)
            var daylight = Sky.lux(elevation) * sky.clearness * window
            daylight *= 1 + (elevation > 3 ? 3 * before * sky.sun : 0)
            if areBlindsClosed { daylight *= 0.25 }
            if seconds % 900 == 0 { areBlindsClosed = isPresent && daylight > blindsLux }
            // The person looks at the lamp every ten minutes.
            if seconds % 600 == 0 || !isPresent {
                isOn = isLampOn(isPresent, daylight: daylight, wasOn: isOn, hour)
            }
            var lampLight = isOn ? lampLux : 0
            if lamp == .two, isOn { lampLight = isBright && hour > 18 ? lampLux : lampLux / 4 }
            if shadow > 0 { shadow -= 1 }
            if isPresent, random.happens(0.002) { shadow = Int(random.uniform(1...6)) }
            let screen = isPresent ? screenLux * (1 + random.uniform(-0.3...0.3)) : 0
            let seen = sensorGain * (daylight + lampLight * lampShare) * (shadow > 0 ? 0.5 : 1)
            let reading = (seen + screen) * pow(10, random.normal() * noise)
            sensor.rows.append(.init(offset: offset, lux: Lux((reading * 20).rounded() / 20)))
            eye.rows.append(.init(offset: offset, lux: Lux(daylight + lampLight)))
        }
        return (sensor, eye)
    }

    private func isLampOn(
        _ isPresent: Bool, daylight: Double, wasOn: Bool, _ hour: Double
    ) -> Bool {
        switch lamp {
        case .byNeed, .two: isPresent && daylight < (wasOn ? limitLux * 2 : limitLux)
        case .byHabit: isPresent && (daylight < limitLux / 4 || hour > 18)
        case .always: (7.5..<18.5).contains(hour) && isPresent || (8..<17).contains(hour)
        }
    }
}

/// The clouds: a day is clear, overcast or changing.
private struct Sky {
    /// The share of light that the clouds let through.
    private(set) var clearness = 1.0
    /// The share of direct sun, 0 to 1.
    private(set) var sun = 0.0
    private var mean = 0.0
    private var spread = 0.0
    private var deviation = 0.0

    init(_ random: inout SeededGenerator) { begin(&random) }

    mutating func begin(_ random: inout SeededGenerator) {
        switch Int(random.uniform(0...2.99)) {
        case 0: (mean, spread) = (-0.02, 0.02)
        case 1: (mean, spread) = (random.uniform(-0.9 ... -0.4), 0.08)
        default: (mean, spread) = (-0.25, 0.25)
        }
    }

    /// Advances by one row: a deviation lasts for some ten minutes.
    mutating func advance(_ random: inout SeededGenerator) {
        deviation = deviation * 0.95 + random.normal() * spread * 0.31
        let decades = min(0, mean + deviation)
        clearness = pow(10, decades)
        sun = max(0, 1 + decades * 3)
    }

    /// Returns the light of a clear sky on the ground, by the height of the sun.
    static func lux(_ elevation: Double) -> Double {
        if elevation > 0 { return 600 + 110_000 * pow(sin(elevation * .pi / 180), 1.2) }
        // Twilight falls by a factor of 200 for each six degrees.
        return 600 * pow(200, elevation / 6)
    }
}

extension SeededGenerator {
    mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }

    mutating func logarithmic(_ range: ClosedRange<Double>) -> Double {
        exp(uniform(log(range.lowerBound)...log(range.upperBound)))
    }

    mutating func happens(_ probability: Double) -> Bool { uniform(0...1) < probability }

    mutating func one<Value>(of values: [Value]) -> Value {
        values[Int(next() % UInt64(values.count))]
    }
}
