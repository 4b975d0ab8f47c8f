import Glibc

// The only file of the engine that imports the C library: elementary functions and nothing else.
// Clocks, files and the environment are not for the engine.

/// The elementary functions of the C mathematics library; angles are in radians.
package enum Libm {
    package static func sin(_ angle: Double) -> Double { Glibc.sin(angle) }
    package static func cos(_ angle: Double) -> Double { Glibc.cos(angle) }
    package static func asin(_ sine: Double) -> Double { Glibc.asin(sine) }
    package static func acos(_ cosine: Double) -> Double { Glibc.acos(cosine) }
    package static func atan2(_ y: Double, _ x: Double) -> Double { Glibc.atan2(y, x) }
    package static func exp(_ exponent: Double) -> Double { Glibc.exp(exponent) }
    package static func log10(_ number: Double) -> Double { Glibc.log10(number) }
    package static func pow(_ base: Double, _ exponent: Double) -> Double {
        Glibc.pow(base, exponent)
    }
}

extension Double {
    /// Returns the number clamped to a range; NaN becomes the lower bound.
    func clamped(to range: ClosedRange<Double>) -> Double {
        self >= range.lowerBound ? Swift.min(self, range.upperBound) : range.lowerBound
    }
}
