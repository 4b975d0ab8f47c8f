/// The memory layout of an image: rows of pixels of three or four bytes, from the top.
public struct PixelLayout: Hashable, Sendable {
    /// The number of pixels in a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The distance between rows; bytes after the pixels of a row are unchanged.
    public let bytesPerRow: Int
    /// The format of a pixel.
    public let format: PixelFormat

    /// Creates a layout; without `bytesPerRow` the rows have no gap.
    public init(
        width: Int, height: Int, bytesPerRow: Int? = nil, format: PixelFormat
    ) throws(AppearanceError) {
        guard width >= 0, height >= 0 else { throw .negativeSize(width: width, height: height) }
        let (needed, isTooWide) = width.multipliedReportingOverflow(by: format.bytesPerPixel)
        let row = bytesPerRow ?? needed
        guard !isTooWide, row >= needed else {
            throw .rowsOverlap(
                bytesPerRow: row, width: width, bytesPerPixel: format.bytesPerPixel)
        }
        guard !row.multipliedReportingOverflow(by: height).overflow else {
            throw .tooLarge(width: width, height: height)
        }
        self.width = width
        self.height = height
        self.bytesPerRow = row
        self.format = format
    }

    /// The size from the first byte of the first pixel to the last byte of the last one.
    public var byteCount: Int {
        width == 0 || height == 0
            ? 0 : bytesPerRow * (height - 1) + width * format.bytesPerPixel
    }

    func check(_ count: Int) throws(AppearanceError) {
        guard count >= byteCount else { throw .bufferTooSmall(bytes: count, needed: byteCount) }
    }
}

// The mistakes in a layout, with their remedies.
extension AppearanceError {
    /// A width or height is below 0.
    fileprivate static func negativeSize(width: Int, height: Int) -> AppearanceError {
        AppearanceError("invalid size \(width) x \(height); width and height must be 0 or more")
    }

    /// A row begins before the one above it ends.
    fileprivate static func rowsOverlap(
        bytesPerRow: Int, width: Int, bytesPerPixel: Int
    ) -> AppearanceError {
        AppearanceError(
            "\(bytesPerRow) bytes a row are too few for \(width) pixels of \(bytesPerPixel) bytes; "
                + "bytesPerRow is in bytes, not in pixels")
    }

    /// The image is larger than any memory.
    fileprivate static func tooLarge(width: Int, height: Int) -> AppearanceError {
        AppearanceError("\(width) x \(height) pixels are too many")
    }

    /// The buffer is smaller than the image.
    package static func bufferTooSmall(bytes: Int, needed: Int) -> AppearanceError {
        AppearanceError(
            "the buffer has \(bytes) bytes, but the image \(needed); "
                + "check width, height and bytesPerRow")
    }
}

/// The bytes of a pixel, in memory order.
public enum PixelFormat: String, CaseIterable, Hashable, Sendable {
    /// Red, green, blue, alpha: PNG, GdkPixbuf, WebGL.
    case rgba
    /// The same, the colours multiplied with alpha: Skia's canvas.
    case rgbaPremultiplied
    /// Red, green, blue, and an unused byte.
    case rgbx
    /// Blue, green, red, alpha.
    case bgra
    /// The same, the colours multiplied with alpha: cairo's ARGB32, `wl_shm`'s argb8888.
    case bgraPremultiplied
    /// Blue, green, red, and an unused byte: cairo's RGB24, `wl_shm`'s xrgb8888.
    case bgrx
    /// Red, green, blue, three bytes: PPM, JPEG decoders, GdkPixbuf without alpha.
    case rgb
    /// Blue, green, red, three bytes: BMP, OpenCV.
    case bgr

    /// The number of bytes of a pixel.
    public var bytesPerPixel: Int {
        switch self {
        case .rgb, .bgr: 3
        case .rgba, .rgbaPremultiplied, .rgbx, .bgra, .bgraPremultiplied, .bgrx: 4
        }
    }
}

// Pixels as numbers: the first byte is the lowest, alpha the highest.

extension PixelFormat {
    /// The bit position of each component.
    var shifts: (red: UInt32, green: UInt32, blue: UInt32) {
        switch self {
        case .rgba, .rgbaPremultiplied, .rgbx, .rgb: (0, 8, 16)
        case .bgra, .bgraPremultiplied, .bgrx, .bgr: (16, 8, 0)
        }
    }

    var isPremultiplied: Bool {
        switch self {
        case .rgbaPremultiplied, .bgraPremultiplied: true
        case .rgba, .rgbx, .bgra, .bgrx, .rgb, .bgr: false
        }
    }

    /// Returns a colour in this format, without its alpha.
    func pixel(of color: Color) -> UInt32 {
        func placed(_ part: Double, _ shift: UInt32) -> UInt32 {
            UInt32(part.colorByte) << shift
        }
        return placed(color.red, shifts.red) | placed(color.green, shifts.green)
            | placed(color.blue, shifts.blue)
    }

    /// Returns a component divided by alpha; 0 if alpha is 0.
    static func divided(_ part: UInt32, by alpha: UInt32) -> UInt32 {
        alpha == 0 ? 0 : min((part * 255 + alpha / 2) / alpha, 255)
    }

    /// Returns a pixel whose components are multiplied with alpha.
    static func multiplied(_ pixel: UInt32, with alpha: UInt32) -> UInt32 {
        func part(_ shift: UInt32) -> UInt32 {
            (((pixel &>> shift & 255) * alpha + 127) / 255) &<< shift
        }
        return part(0) | part(8) | part(16)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Runs `body` over the pixels of a row, copied to four bytes each if they have three.
    func asFourBytes(
        _ format: PixelFormat, _ body: (UnsafeMutableRawBufferPointer) -> Void
    ) {
        guard format.bytesPerPixel == 3 else { return body(self) }
        let count = count / 3
        var wide = [UInt8](repeating: 0, count: count * 4)
        wide.withUnsafeMutableBytes { wide in
            for pixel in 0..<count {
                for part in 0..<3 { wide[pixel * 4 + part] = self[pixel * 3 + part] }
            }
            body(wide)
            for pixel in 0..<count {
                for part in 0..<3 { self[pixel * 3 + part] = wide[pixel * 4 + part] }
            }
        }
    }

    /// Replaces every four bytes by the result of a closure.
    func changePixels(_ change: (UInt32) -> UInt32) {
        guard let baseAddress else { return }
        for index in 0..<count / 4 {
            let pixel = baseAddress + index * 4
            let value = UInt32(littleEndian: pixel.loadUnaligned(as: UInt32.self))
            pixel.storeBytes(of: change(value).littleEndian, as: UInt32.self)
        }
    }
}
