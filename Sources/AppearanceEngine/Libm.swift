// The engine's one door to the C library: elementary functions and nothing else.
// Everything behind it stays free of clocks, files and the environment.

import Glibc

/// The elementary functions of the C mathematics library; angles are in radians.
enum Libm {
    static func sin(_ angle: Double) -> Double { Glibc.sin(angle) }
    static func cos(_ angle: Double) -> Double { Glibc.cos(angle) }
    static func asin(_ sine: Double) -> Double { Glibc.asin(sine) }
    static func acos(_ cosine: Double) -> Double { Glibc.acos(cosine) }
    static func atan2(_ y: Double, _ x: Double) -> Double { Glibc.atan2(y, x) }
    static func exp(_ exponent: Double) -> Double { Glibc.exp(exponent) }
    static func log10(_ number: Double) -> Double { Glibc.log10(number) }
    static func pow(_ base: Double, _ exponent: Double) -> Double { Glibc.pow(base, exponent) }
}
