import AppearanceModel
import AppearanceTestSupport

// Random choices for simulated days.
extension SplitMix64 {
    /// True once in so many times.
    mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    /// One of several, each as likely.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    /// One of several, with a probability by weight.
    mutating func pick<Element>(weighted elements: [(weight: Int, element: Element)]) -> Element {
        var rest = Int.random(in: 0..<elements.reduce(0) { $0 + $1.weight }, using: &self)
        for (weight, element) in elements {
            if rest < weight { return element }
            rest -= weight
        }
        return elements[0].element
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
        .random(in: range, using: &self)
    }

    /// A span as likely to be of any magnitude between two, to the millisecond.
    mutating func span(_ shortest: Microseconds, _ longest: Microseconds) -> Microseconds {
        let low = Double(max(shortest.count / 1000, 1)).logarithm
        let high = Double(max(longest.count / 1000, 1)).logarithm
        return .milliseconds(Int64(number(low...max(low, high)).exponential))
    }

    /// A light level as likely to be of any magnitude, in lux, to a hundredth.
    mutating func lux(_ lowest: Double = 0.1, _ highest: Double = 20_000) -> Double {
        let level = number(lowest.logarithm...highest.logarithm).exponential
        return (level * 100).rounded() / 100
    }
}

extension Lux {
    /// A level that is known to be one.
    static func drawn(_ level: Double) -> Lux {
        guard let lux = Lux(level) else { preconditionFailure("\(level) is no light level") }
        return lux
    }
}
