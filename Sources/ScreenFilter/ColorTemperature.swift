/// A colour temperature, as the factors of the encoded channels that give white its colour.
///
/// Up to 5000 K white is that of a black body, by the approximation of M. Krystek, "An algorithm to calculate
/// correlated colour temperature", Color Research & Application 10 (1985), pages 38 to 40, which keeps within
/// 0.00009 of the locus from 1000 to 15,000 K: https://doi.org/10.1002/col.5080100109
///
/// From there it approaches the daylight of the CIE, so that 6500 K, the white of sRGB, changes nothing.
/// https://cie.co.at/eilvterm/17-23-021
///
/// The brightest channel is unchanged, which leaves white as bright as possible. A colour that no screen
/// shows, below 1900 K, has as much white added as it needs.
package struct ColorTemperature: Hashable, Sendable {
    /// The temperature of white without a change.
    package static let neutral = 6500
    /// The temperature from which daylight has a part.
    private static let firstDaylight = 5000.0

    package let kelvin: Int

    /// Creates a temperature; one above 6500 K changes nothing, and one below 1000 K is 1000 K.
    package init(kelvin: Int) { self.kelvin = min(max(kelvin, 1000), Self.neutral) }

    /// The factor of each encoded channel, 0 to 1.
    package var gains: Channels {
        guard kelvin < Self.neutral else { return .white }
        let linear = chromaticity.linear
        let lifted = linear.map { $0 - min(linear.least, 0) }
        return lifted.map { Self.encoded($0 / lifted.greatest) }
    }

    private var chromaticity: Chromaticity {
        let kelvin = Double(kelvin)
        let blackBody = Chromaticity(blackBody: kelvin)
        guard kelvin > Self.firstDaylight else { return blackBody }
        let share = (kelvin - Self.firstDaylight) / (Double(Self.neutral) - Self.firstDaylight)
        let daylight = Chromaticity(daylight: kelvin)
        return Chromaticity(
            x: blackBody.x + (daylight.x - blackBody.x) * share,
            y: blackBody.y + (daylight.y - blackBody.y) * share)
    }

    /// Returns the encoding of a linear component by sRGB.
    ///
    /// https://www.w3.org/Graphics/Color/sRGB
    private static func encoded(_ linear: Double) -> Double {
        guard linear < 1 else { return 1 }
        guard linear > 0.003_130_8 else { return max(linear, 0) * 12.92 }
        // The power of 1 / 2.4 is the fourth root times the sixth root.
        let root = linear.squareRoot()
        return 1.055 * root.squareRoot() * cubeRoot(root) - 0.055
    }

    /// Returns the cube root of a number from 0.05 to 1, by Newton's method.
    private static func cubeRoot(_ number: Double) -> Double {
        (0..<12).reduce(into: 1.0) { root, _ in root += (number / (root * root) - root) / 3 }
    }
}

/// A colour without its brightness, by the CIE 1931 standard observer.
private struct Chromaticity {
    var x: Double
    var y: Double

    init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The colour of a black body, from 1000 to 15,000 K.
    init(blackBody kelvin: Double) {
        let square = kelvin * kelvin
        let u =
            (0.860_117_757 + 1.541_182_54e-4 * kelvin + 1.286_412_12e-7 * square)
            / (1 + 8.424_202_35e-4 * kelvin + 7.081_451_63e-7 * square)
        let v =
            (0.317_398_726 + 4.228_062_45e-5 * kelvin + 4.204_816_91e-8 * square)
            / (1 - 2.897_418_16e-5 * kelvin + 1.614_560_53e-7 * square)
        let sum = 2 * u - 8 * v + 4
        self.init(x: 3 * u / sum, y: 2 * v / sum)
    }

    /// The colour of daylight, from 4000 to 7000 K.
    init(daylight kelvin: Double) {
        let reciprocal = 1000 / kelvin
        let x =
            0.244_063 + reciprocal * (0.099_11 + reciprocal * (2.967_8 - reciprocal * 4.607_0))
        self.init(x: x, y: x * (2.870 - 3 * x) - 0.275)
    }

    /// The linear components of this colour in sRGB, at a luminance of 1.
    ///
    /// https://www.w3.org/Graphics/Color/sRGB
    var linear: Channels {
        let (large, small) = (x / y, (1 - x - y) / y)
        return Channels(
            red: 3.240_625 * large - 1.537_208 - 0.498_629 * small,
            green: -0.968_931 * large + 1.875_756 + 0.041_518 * small,
            blue: 0.055_710 * large - 0.204_021 + 1.056_996 * small)
    }
}
