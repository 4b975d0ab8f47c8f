internal import AppearanceKit

/// A generated picture with every hue, bright at the top and dark below, and all greys.
enum PreviewPicture {
    private static let width = 240
    private static let height = 120

    /// Returns the picture, filtered or not, as a data URL.
    static func dataURL(_ filter: NightFilter?) -> String {
        var pixels: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width { pixels += color(column, row) + [255] }
        }
        if let filter, let layout = try? PixelLayout(width: width, height: height, format: .bgrx) {
            var span = pixels.mutableSpan
            var bytes = span.mutableBytes
            // The layout is that of the array, so it cannot fail.
            try? filter.apply(to: &bytes, layout)
        }
        return "data:image/bmp;base64," + Base64.text(bitmap(pixels))
    }

    /// Returns blue, green and red of a pixel.
    private static func color(_ column: Int, _ row: Int) -> [UInt8] {
        let across = Double(column) / Double(width - 1)
        guard row < height * 3 / 4 else {
            return [UInt8](repeating: UInt8((across * 255).rounded()), count: 3)
        }
        let down = Double(row) / Double(height * 3 / 4 - 1)
        let (whiteness, value) = down < 0.5 ? (1 - down * 2, 1) : (0, 2 - down * 2)
        // The parts are thirds of a turn apart: https://en.wikipedia.org/wiki/HSL_and_HSV
        return [2.0, 4, 0].map { offset in
            let turn = (across * 6 + offset).truncatingRemainder(dividingBy: 6)
            let pure = min(max(abs(turn - 3) - 1, 0), 1)
            return UInt8(((pure + (1 - pure) * whiteness) * value * 255).rounded())
        }
    }

    /// Returns a BMP file: a header, then the rows from the bottom.
    private static func bitmap(_ pixels: [UInt8]) -> [UInt8] {
        func bytes(_ numbers: [(value: Int, count: Int)]) -> [UInt8] {
            numbers.flatMap { number in
                (0..<number.count).map { UInt8(truncatingIfNeeded: number.value >> ($0 * 8)) }
            }
        }
        let header = bytes([
            // "BM", file size, reserved, offset of the pixels; header size, width, height, planes,
            // bits.
            (0x4D42, 2), (54 + pixels.count, 4), (0, 4), (54, 4), (40, 4), (width, 4), (height, 4),
            (1, 2), (32, 2), (0, 4), (pixels.count, 4),
        ])
        var bitmap = header + [UInt8](repeating: 0, count: 16)
        for row in (0..<height).reversed() {
            bitmap += pixels[(row * width * 4)..<((row + 1) * width * 4)]
        }
        return bitmap
    }
}

/// The encoding Base64.
///
/// https://www.rfc-editor.org/rfc/rfc4648#section-4
enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let three = bytes[start..<min(start + 3, bytes.count)]
            let number = three.reduce(0) { $0 << 8 | Int($1) } << ((3 - three.count) * 8)
            for place in 0..<4 {
                text.append(
                    place <= three.count
                        ? letters[number >> (18 - place * 6) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
