/// The colour blend over rows of pixels, by a table for each step of luminosity.
struct ColorBlendPass {
    /// Steps of luminosity; each is a quarter of one in 255, so that rounding stays below that.
    private static let steps: UInt32 = 1020

    /// A number for each part, in 2^16ths of 255.
    private struct Parts {
        var red: UInt32
        var green: UInt32
        var blue: UInt32

        init(_ color: Color, times scale: Double) {
            red = UInt32((color.red * scale).rounded())
            green = UInt32((color.green * scale).rounded())
            blue = UInt32((color.blue * scale).rounded())
        }
    }

    /// For each step what the tint adds: half of `SetLum`, times the tint, and the rounding.
    private let added: [Parts]
    /// What is left of a part itself: half of it times the tint.
    private let kept: Parts
    private let format: PixelFormat

    init(_ blend: ColorBlend, _ format: PixelFormat) {
        let tint = blend.tint
        kept = Parts(tint, times: 32768)
        added = (0...Self.steps).map { step in
            let tinted = blend.setLuminosity(Double(step) / Double(Self.steps))
            let half = 0.5 / 255
            return Parts(
                Color(
                    red: tinted.red * tint.red / 2 + half,
                    green: tinted.green * tint.green / 2 + half,
                    blue: tinted.blue * tint.blue / 2 + half), times: 255 * 65536)
        }
        self.format = format
    }

    func run(over row: UnsafeMutableRawBufferPointer) {
        let shifts = format.shifts
        let isPremultiplied = format.isPremultiplied
        row.changePixels { pixel in
            var red = pixel &>> shifts.red & 255
            var green = pixel &>> shifts.green & 255
            var blue = pixel &>> shifts.blue & 255
            let alpha = isPremultiplied ? pixel &>> 24 : 255
            if alpha < 255 {
                red = PixelFormat.divided(red, by: alpha)
                green = PixelFormat.divided(green, by: alpha)
                blue = PixelFormat.divided(blue, by: alpha)
            }
            let added = added[Int((30 &* red &+ 59 &* green &+ 11 &* blue &+ 12) / 25)]
            let blended =
                ((red &* kept.red &+ added.red) &>> 16) &<< shifts.red
                | ((green &* kept.green &+ added.green) &>> 16) &<< shifts.green
                | ((blue &* kept.blue &+ added.blue) &>> 16) &<< shifts.blue
            return pixel & 0xFF00_0000
                | (alpha == 255 ? blended : PixelFormat.multiplied(blended, with: alpha))
        }
    }
}
