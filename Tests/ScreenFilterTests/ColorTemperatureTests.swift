import AppearanceTestSupport
import Glibc
import ScreenFilter
import Testing

/// The colours of white, compared with those of other sources.
@Suite(.bounded) struct ColorTemperatureTests {
    /// The encoded green and blue of white, with full red, that redshift 1.12 sets.
    ///
    /// They were read back from the ramps of an X server. It has a table by Ingo Thies, as gammastep, GNOME and
    /// Plasma.
    static let redshift: [(kelvin: Int, green: Double, blue: Double)] = [
        (1000, 0.18173, 0), (1250, 0.33150, 0), (1500, 0.42323, 0), (1750, 0.48799, 0),
        (1900, 0.51942, 0), (2000, 0.54360, 0.08680), (2250, 0.59728, 0.20250),
        (2500, 0.64371, 0.28819), (2700, 0.67645, 0.34785), (3000, 0.71976, 0.42860),
        (3400, 0.76887, 0.52426), (3500, 0.77987, 0.54642), (4000, 0.82853, 0.64816),
        (4500, 0.86860, 0.73689), (5000, 0.90198, 0.81464), (5500, 0.93852, 0.88130),
        (6000, 0.97106, 0.94305), (6500, 1, 1),
    ]

    /// The chromaticity of a black body by the CIE 1931 observer: Wyszecki and Stiles, "Color Science", second
    /// edition, table 1(3.11).
    static let blackBody: [(kelvin: Int, x: Double, y: Double)] = [
        (2000, 0.5267, 0.4133), (2500, 0.4770, 0.4137), (3000, 0.4369, 0.4041),
        (3500, 0.4053, 0.3907), (4000, 0.3805, 0.3768), (4500, 0.3608, 0.3636),
        (5000, 0.3451, 0.3516),
    ]

    @Test(arguments: redshift)
    func `white has the colour that other programs give it`(
        _ kelvin: Int, _ green: Double, _ blue: Double
    ) {
        let gains = ColorTemperature(kelvin: kelvin).gains
        #expect(max(gains.red, gains.green, gains.blue) == 1)
        let difference = Lab(gains).difference(to: Lab(Channels(red: 1, green: green, blue: blue)))
        #expect(difference <= 1, "\(kelvin) K: \(gains), ΔE \(difference)")
    }

    @Test(arguments: blackBody)
    func `white has the colour of a black body`(_ kelvin: Int, _ x: Double, _ y: Double) {
        let found = XYZ(ColorTemperature(kelvin: kelvin).gains).chromaticity
        #expect(abs(found.x - x) < 0.0005 && abs(found.y - y) < 0.0005, "\(kelvin) K: \(found)")
    }

    @Test func `a temperature from 6500 K on changes nothing, and none is below 1000 K`() {
        for kelvin in [6500, 6501, .max] {
            #expect(
                ColorTemperature(kelvin: kelvin).gains == Channels(red: 1, green: 1, blue: 1))
        }
        for kelvin in [0, -1, .min, 999] {
            #expect(ColorTemperature(kelvin: kelvin) == ColorTemperature(kelvin: 1000))
        }
    }

    @Test func `a warmer white has less of green and of blue, and no jump`() {
        var before = ColorTemperature(kelvin: 6500).gains
        for kelvin in stride(from: 6490, through: 1000, by: -10) {
            let gains = ColorTemperature(kelvin: kelvin).gains
            #expect(gains.red == 1 && gains.green <= before.green && gains.blue <= before.blue)
            #expect(before.green - gains.green < 0.01 && before.blue - gains.blue < 0.02)
            #expect(gains.blue >= 0)
            before = gains
        }
    }
}

/// A colour by the CIE 1931 observer, as sRGB shows it.
///
/// The matrix is that of IEC 61966-2-1.
private struct XYZ {
    let x, y, z: Double

    init(_ encoded: Channels) {
        func linear(_ value: Double) -> Double {
            value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        let (red, green, blue) = (linear(encoded.red), linear(encoded.green), linear(encoded.blue))
        x = 0.4124 * red + 0.3576 * green + 0.1805 * blue
        y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        z = 0.0193 * red + 0.1192 * green + 0.9505 * blue
    }

    var chromaticity: (x: Double, y: Double) { (x / (x + y + z), y / (x + y + z)) }
}

/// A colour in the space CIE 1976 L*a*b*, with the white of sRGB.
private struct Lab {
    let lightness, a, b: Double

    init(_ encoded: Channels) {
        func shape(_ share: Double) -> Double {
            share > 216.0 / 24389 ? cbrt(share) : (24389.0 / 27 * share + 16) / 116
        }
        let white = XYZ(Channels(red: 1, green: 1, blue: 1))
        let color = XYZ(encoded)
        let (x, y, z) = (
            shape(color.x / white.x), shape(color.y / white.y), shape(color.z / white.z)
        )
        (lightness, a, b) = (116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    func difference(to other: Lab) -> Double {
        let squares = [lightness - other.lightness, a - other.a, b - other.b].map { $0 * $0 }
        return squares.reduce(0, +).squareRoot()
    }
}
