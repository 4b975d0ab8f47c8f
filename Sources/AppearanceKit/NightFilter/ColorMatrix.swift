/// An affine map of a colour's components with sRGB's transfer curve; its results are limited to 0
/// to 1.
///
/// Toolkits apply one to everything that a part of a window draws, foreign widgets included.
public struct ColorMatrix: Equatable, Sendable {
    /// The red, green, blue and alpha of the result, each as the factors of the red, green, blue and
    /// alpha of the colour and a constant.
    public let rows: [[Double]]

    /// Returns the mapped colour.
    public func applied(to color: Color) -> Color {
        let parts = [color.red, color.green, color.blue, color.alpha, 1]
        let mapped = rows.map { row in
            min(max(zip(row, parts).map { $0 * $1 }.reduce(0, +), 0), 1)
        }
        return Color(red: mapped[0], green: mapped[1], blue: mapped[2], alpha: mapped[3])
    }
}

extension NightStyle {
    /// The matrices that turn a drawn interface into black and shades of the tint, applied in this
    /// order: what ``NightFilter/Algorithm/legible`` does to pixels.
    ///
    /// GTK applies them with `gtk_snapshot_push_color_matrix`, the last one first.
    public var matrices: [ColorMatrix] {
        let curve = LegibleCurve(base: base)
        func row(_ scale: Double) -> [Double] {
            curve.factors.map { $0 * scale } + [0, curve.constant * scale]
        }
        let alpha: [Double] = [0, 0, 0, 1, 0]
        let tints = [tint.red, tint.green, tint.blue]
        guard tints.contains(where: { $0 > 0 && $0 < 1 }) else {
            return [ColorMatrix(rows: tints.map(row) + [alpha])]
        }
        // The brightness must be limited before it is tinted.
        let grey = ColorMatrix(rows: [row(1), row(1), row(1), alpha])
        let tinted = ColorMatrix(
            rows: tints.enumerated().map { index, tint in
                (0..<5).map { $0 == index ? tint : 0 }
            } + [alpha])
        return [grey, tinted]
    }

    /// Returns an SVG filter with the matrices, an element that belongs inside an `<svg>` of a page.
    ///
    /// `.map { filter: url(#night) }` applies the one with the id `night`. `cssFilter` of AppearanceTokens
    /// is a value of CSS that needs no element.
    public func svgFilter(id: String) -> String {
        let steps = matrices.map { matrix in
            let values = matrix.rows.map { row in row.map(\.description).joined(separator: " ") }
            return "<feColorMatrix values=\"\(values.joined(separator: "  "))\"/>"
        }
        return "<filter id=\"\(id)\" color-interpolation-filters=\"sRGB\">" + steps.joined()
            + "</filter>"
    }
}

/// The curve from a colour to the brightness of its shade that keeps a drawn interface readable.
///
/// Text is far from its background in brightness, so the middle of the range is stretched over most
/// of the shades: on a dark interface towards the tint, on a light one towards black.
struct LegibleCurve {
    /// The factors of red, green and blue.
    let factors: [Double]
    let constant: Double

    init(base: NightStyle.Base) {
        factors = [1.2, 0.9, 0.6]
        switch base {
        case .dark: constant = -0.3
        case .light: constant = -1.7
        }
    }

    /// Returns the brightness of the shade, 0 to 1, with sRGB's transfer curve.
    func brightness(_ color: Color) -> Double {
        let parts = [color.red, color.green, color.blue]
        return min(max(zip(factors, parts).map { $0 * $1 }.reduce(constant, +), 0), 1)
    }
}

/// The legible algorithm over rows of pixels, by a table from brightness to shade.
struct LegiblePass {
    /// The factors of red, green and blue and the constant with the rounding, in 2^16ths.
    private let factors: [Int32]
    private let constant: Int32
    private let shades: [UInt32]
    private let format: PixelFormat

    init(_ style: NightStyle, _ format: PixelFormat) {
        let curve = LegibleCurve(base: style.base)
        factors = curve.factors.map { Int32(($0 * 65536).rounded()) }
        constant = Int32(((curve.constant * 255 + 0.5) * 65536).rounded())
        let tint = style.tint
        shades = (0...255).map { step in
            let part = Double(step) / 255
            return format.pixel(
                of: Color(red: tint.red * part, green: tint.green * part, blue: tint.blue * part))
        }
        self.format = format
    }

    func run(over row: UnsafeMutableRawBufferPointer) {
        let shifts = format.shifts
        let (red, green, blue) = (factors[0], factors[1], factors[2])
        row.changeColors(premultiplied: format.isPremultiplied) { pixel in
            let sum =
                red &* Int32(pixel &>> shifts.red & 255)
                &+ green &* Int32(pixel &>> shifts.green & 255)
                &+ blue &* Int32(pixel &>> shifts.blue & 255) &+ constant
            return shades[Int(min(max(sum &>> 16, 0), 255))]
        }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Replaces the colour of every pixel of four bytes, alpha in the highest one.
    ///
    /// `change` has the colour without alpha, and returns one without it.
    func changeColors(premultiplied: Bool, _ change: (UInt32) -> UInt32) {
        changePixels { pixel in
            let alpha = premultiplied ? pixel &>> 24 : 255
            let top = pixel & 0xFF00_0000
            guard alpha < 255 else { return change(pixel & 0xFF_FFFF) | top }
            let whole =
                PixelFormat.divided(pixel & 255, by: alpha)
                | PixelFormat.divided(pixel &>> 8 & 255, by: alpha) &<< 8
                | PixelFormat.divided(pixel &>> 16 & 255, by: alpha) &<< 16
            return PixelFormat.multiplied(change(whole), with: alpha) | top
        }
    }
}
