/// A tint blended with mode *color* at half strength, then multiplied, as a formula.
///
/// https://www.w3.org/TR/compositing-1/#blendingnonseparable
struct ColorBlend: Hashable, Sendable {
    let tint: Color

    /// What becomes of a colour; its alpha stays.
    func blended(_ color: Color) -> Color {
        let tinted = setLuminosity(Self.luminosity(color))
        // Half of one and half of the other, then what the tint lets through.
        return Color(
            red: (color.red + tinted.red) / 2 * tint.red,
            green: (color.green + tinted.green) / 2 * tint.green,
            blue: (color.blue + tinted.blue) / 2 * tint.blue, alpha: color.alpha)
    }

    /// `Lum` of the standard: of the parts as they are written.
    static func luminosity(_ color: Color) -> Double {
        0.3 * color.red + 0.59 * color.green + 0.11 * color.blue
    }

    /// `SetLum` of the standard: the tint's hue and chroma with another luminosity.
    func setLuminosity(_ luminosity: Double) -> Color {
        let difference = luminosity - Self.luminosity(tint)
        return Self.clipped(
            Color(
                red: tint.red + difference, green: tint.green + difference,
                blue: tint.blue + difference),
            luminosity)
    }

    /// `ClipColor` of the standard: drawn together towards the luminosity until it can be shown.
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
