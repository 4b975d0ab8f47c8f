internal import CPixels

/// The luminance algorithm over rows of pixels: to one component, then, unless the tint is that
/// component, by a table from grey to shade.
struct LuminancePass {
    private let how: cpixels_luminance
    /// The shade of each grey; `nil` if the tint is a pure component.
    private let shades: [UInt32]?
    private let format: PixelFormat

    init(tint: Color, _ format: PixelFormat) {
        let shifts = format.shifts
        let pure = [
            (Color.red, shifts.red), (Color(0x00FF00), shifts.green),
            (Color(0x0000FF), shifts.blue),
        ].first { $0.0 == tint }
        how = cpixels_luminance(
            red_shift: shifts.red, green_shift: shifts.green, blue_shift: shifts.blue,
            to_shift: pure?.1 ?? 0, is_premultiplied: format.isPremultiplied ? 1 : 0)
        shades =
            pure == nil
            ? (0...255).map { format.pixel(of: Color($0 * 0x010101 as UInt32).shade(of: tint)) }
            : nil
        self.format = format
    }

    func run(over row: UnsafeMutableRawBufferPointer) {
        withUnsafePointer(to: how) { cpixels_luminance(row.baseAddress, row.count / 4, $0) }
        guard let shades else { return }
        row.changePixels { pixel in
            let grey = pixel & 255
            let alpha = format.isPremultiplied ? pixel >> 24 : 255
            let shade =
                alpha == 255
                ? shades[Int(grey)]
                : PixelFormat.multiplied(
                    shades[Int(PixelFormat.divided(grey, by: alpha))], with: alpha)
            return shade | pixel & 0xFF00_0000
        }
    }
}

/// The colour blend over rows of pixels, by a table for each step of luminosity.
struct ColorBlendPass {
    /// The number of steps of luminosity, a quarter of 1/255 each, which bounds the rounding error.
    private static let steps: UInt32 = 1020

    /// A number for each component, in 2^16ths of 255.
    private struct Parts {
        var red: UInt32
        var green: UInt32
        var blue: UInt32

        init(_ color: Color, times scale: Double) {
            func scaled(_ part: Double) -> UInt32 { UInt32((part.colorPart * scale).rounded()) }
            red = scaled(color.red)
            green = scaled(color.green)
            blue = scaled(color.blue)
        }
    }

    /// The addend of each step: `SetLum` times the opacity and the tint, and the rounding.
    private let added: [Parts]
    /// The factor of each component: the rest of the opacity times the tint.
    private let kept: Parts
    private let format: PixelFormat

    init(_ blend: ColorBlend, _ format: PixelFormat) {
        let tint = blend.tint
        let opacity = blend.opacity
        kept = Parts(tint, times: 65536 * (1 - opacity))
        added = (0...Self.steps).map { step in
            let tinted = blend.setLuminosity(Double(step) / Double(Self.steps))
            let half = 0.5 / 255
            return Parts(
                Color(
                    red: tinted.red * tint.red * opacity + half,
                    green: tinted.green * tint.green * opacity + half,
                    blue: tinted.blue * tint.blue * opacity + half), times: 255 * 65536)
        }
        self.format = format
    }

    func run(over row: UnsafeMutableRawBufferPointer) {
        let shifts = format.shifts
        // Swift 6.2 can check these expressions in time only with their types.
        row.changeColors(premultiplied: format.isPremultiplied) { (pixel: UInt32) -> UInt32 in
            let red: UInt32 = pixel &>> shifts.red & 255
            let green: UInt32 = pixel &>> shifts.green & 255
            let blue: UInt32 = pixel &>> shifts.blue & 255
            let step: UInt32 = (30 &* red &+ 59 &* green &+ 11 &* blue &+ 12) / 25
            let added: Parts = added[Int(step)]
            let newRed: UInt32 = (red &* kept.red &+ added.red) &>> 16
            let newGreen: UInt32 = (green &* kept.green &+ added.green) &>> 16
            let newBlue: UInt32 = (blue &* kept.blue &+ added.blue) &>> 16
            return newRed &<< shifts.red | newGreen &<< shifts.green | newBlue &<< shifts.blue
        }
    }
}

/// A tint blended with mode *color* at an opacity, then multiplied, as a formula.
///
/// https://www.w3.org/TR/compositing-1/#blendingnonseparable
struct ColorBlend: Equatable, Sendable {
    let tint: Color
    let opacity: Double

    /// Returns the blended colour with the same alpha.
    func blended(_ color: Color) -> Color {
        let tinted = setLuminosity(Self.luminosity(color))
        func part(_ own: Double, _ tinted: Double, _ tint: Double) -> Double {
            (own * (1 - opacity) + tinted * opacity) * tint
        }
        return Color(
            red: part(color.red, tinted.red, tint.red),
            green: part(color.green, tinted.green, tint.green),
            blue: part(color.blue, tinted.blue, tint.blue), alpha: color.alpha)
    }

    /// Returns `Lum` of the standard.
    static func luminosity(_ color: Color) -> Double {
        0.3 * color.red + 0.59 * color.green + 0.11 * color.blue
    }

    /// Returns `SetLum` of the standard: the tint with another luminosity.
    func setLuminosity(_ luminosity: Double) -> Color {
        let difference = luminosity - Self.luminosity(tint)
        return Self.clipped(
            Color(
                red: tint.red + difference, green: tint.green + difference,
                blue: tint.blue + difference),
            luminosity)
    }

    /// Returns `ClipColor` of the standard.
    private static func clipped(_ color: Color, _ luminosity: Double) -> Color {
        let least = min(color.red, color.green, color.blue)
        let most = max(color.red, color.green, color.blue)
        func clip(_ part: Double) -> Double {
            var part = part
            if least < 0 {
                part = luminosity + (part - luminosity) * luminosity / (luminosity - least)
            }
            if most > 1 {
                part = luminosity + (part - luminosity) * (1 - luminosity) / (most - luminosity)
            }
            return part
        }
        return Color(red: clip(color.red), green: clip(color.green), blue: clip(color.blue))
    }
}
