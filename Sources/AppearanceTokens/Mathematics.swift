internal import Glibc

// The only file of the target that imports the C library: elementary functions and nothing else. Angles are in
// radians.

func pow(_ base: Double, _ exponent: Double) -> Double { Glibc.pow(base, exponent) }
func cbrt(_ number: Double) -> Double { Glibc.cbrt(number) }
func sin(_ angle: Double) -> Double { Glibc.sin(angle) }
func cos(_ angle: Double) -> Double { Glibc.cos(angle) }
func atan2(_ y: Double, _ x: Double) -> Double { Glibc.atan2(y, x) }
func hypot(_ x: Double, _ y: Double) -> Double { Glibc.hypot(x, y) }
