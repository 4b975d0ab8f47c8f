import AppearanceModel
import AppearanceTestSupport

/// The light in a room, as it goes through the hours.
struct Room {
    /// How it goes.
    enum Course: Equatable {
        /// The same, but for the thousandth that real light is never without.
        case steady(lux: Double)
        /// The same to the last digit, as in the dark or by a broken sensor.
        case still(lux: Double)
        /// Each reading that far off, in parts of the whole.
        case noisy(lux: Double, by: Double)
        /// One, then the other.
        case alternating(lux: Double, other: Double, every: Microseconds)
        /// From one to the other, evenly to the eye.
        case fading(from: Double, to: Double, over: Microseconds)
    }

    var course = Course.steady(lux: 300)
    private var began = BootTime(microsecondsSinceBoot: 0)
    private var dice: SplitMix64

    init(seed: UInt64) { dice = SplitMix64(seed: seed) }

    mutating func follow(_ course: Course, from now: BootTime) {
        self.course = course
        began = now
    }

    /// Returns the reading of a working sensor.
    mutating func lux(at now: BootTime) -> Lux {
        let passed = now - began
        let level =
            switch course {
            case .steady(let lux): lux * dice.number(0.999...1.001)
            case .still(let lux): lux
            case .noisy(let lux, let part): lux * dice.number((1 - part)...(1 + part))
            case .alternating(let lux, let other, let every):
                (passed.count / max(every.count, 1)) % 2 == 0 ? lux : other
            case .fading(let from, let to, let over):
                fade(from, to, min(1, passed.inSeconds / max(over.inSeconds, 0.001)))
            }
        return Lux.drawn(max(0, level))
    }

    private func fade(_ from: Double, _ to: Double, _ part: Double) -> Double {
        let low = (from + 1).logarithm
        return (low + ((to + 1).logarithm - low) * part).exponential - 1
    }
}
