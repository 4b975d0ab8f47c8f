internal import CPixels

/// Luminance over rows of pixels: first in one part alone, then, unless that is the tint's own, by
/// a table from grey to shade.
struct LuminancePass {
    private let how: cpixels_luminance
    /// For each grey its shade; nil where one part is all there is to it.
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
