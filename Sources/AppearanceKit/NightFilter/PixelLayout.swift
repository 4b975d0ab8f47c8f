/// How a picture lies in memory: rows of pixels of four bytes, from the top.
public struct PixelLayout: Hashable, Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// From one row to the next; what lies behind the pixels of a row is not touched.
    public let bytesPerRow: Int
    /// What a pixel is.
    public let format: PixelFormat

    /// A layout; without `bytesPerRow` the rows follow each other without a gap.
    public init(
        width: Int, height: Int, bytesPerRow: Int? = nil, format: PixelFormat
    ) throws(PixelLayoutError) {
        guard width >= 0, height >= 0 else { throw .negativeSize(width: width, height: height) }
        let (needed, isTooWide) = width.multipliedReportingOverflow(by: 4)
        let row = bytesPerRow ?? needed
        guard !isTooWide, row >= needed else {
            throw .rowsOverlap(bytesPerRow: row, width: width)
        }
        guard !row.multipliedReportingOverflow(by: height).overflow else {
            throw .tooLarge(width: width, height: height)
        }
        self.width = width
        self.height = height
        self.bytesPerRow = row
        self.format = format
    }

    /// From the first byte of the first pixel to the last byte of the last one.
    public var byteCount: Int {
        width == 0 || height == 0 ? 0 : bytesPerRow * (height - 1) + width * 4
    }

    func check(_ count: Int) throws(PixelLayoutError) {
        guard count >= byteCount else { throw .bufferTooSmall(bytes: count, needed: byteCount) }
    }
}

/// Why no picture can lie in memory like this.
public enum PixelLayoutError: Error, Hashable, CustomStringConvertible {
    /// A width or height below 0.
    case negativeSize(width: Int, height: Int)
    /// A row begins before the one above it ends.
    case rowsOverlap(bytesPerRow: Int, width: Int)
    /// More than any memory holds.
    case tooLarge(width: Int, height: Int)
    /// The memory ends before the picture.
    case bufferTooSmall(bytes: Int, needed: Int)

    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .negativeSize(let width, let height):
            "a picture cannot be \(width) x \(height) pixels; both must be 0 or more"
        case .rowsOverlap(let bytesPerRow, let width):
            "\(bytesPerRow) bytes a row are too few for \(width) pixels of 4 bytes; "
                + "bytesPerRow is counted in bytes, not in pixels"
        case .tooLarge(let width, let height):
            "\(width) x \(height) pixels are more than any memory holds"
        case .bufferTooSmall(let bytes, let needed):
            "the buffer has \(bytes) bytes and the picture \(needed); "
                + "see whether width, height and bytesPerRow are those of this buffer"
        }
    }
}

/// What the four bytes of a pixel are, in the order in which they lie in memory.
public enum PixelFormat: String, CaseIterable, Hashable, Sendable {
    /// Red, green, blue, alpha: PNG, GdkPixbuf, WebGL.
    case rgba
    /// The same, the colours multiplied with alpha: Skia's canvas.
    case rgbaPremultiplied
    /// Red, green, blue, and a byte that nobody reads.
    case rgbx
    /// Blue, green, red, alpha.
    case bgra
    /// The same, the colours multiplied with alpha: cairo's ARGB32, `wl_shm`'s argb8888.
    case bgraPremultiplied
    /// Blue, green, red, and a byte that nobody reads: cairo's RGB24, `wl_shm`'s xrgb8888.
    case bgrx
}

// Pixels as numbers: the first byte is the lowest, and alpha the highest.

extension PixelFormat {
    /// How many bits each part lies above the lowest.
    var shifts: (red: UInt32, green: UInt32, blue: UInt32) {
        switch self {
        case .rgba, .rgbaPremultiplied, .rgbx: (0, 8, 16)
        case .bgra, .bgraPremultiplied, .bgrx: (16, 8, 0)
        }
    }

    var isPremultiplied: Bool {
        switch self {
        case .rgbaPremultiplied, .bgraPremultiplied: true
        case .rgba, .rgbx, .bgra, .bgrx: false
        }
    }

    /// A colour in this format, without its alpha.
    func pixel(of color: Color) -> UInt32 {
        func placed(_ part: Double, _ shift: UInt32) -> UInt32 {
            UInt32((min(max(part, 0), 1) * 255).rounded()) << shift
        }
        return placed(color.red, shifts.red) | placed(color.green, shifts.green)
            | placed(color.blue, shifts.blue)
    }

    /// The part that was multiplied with an alpha; 0 where nothing is left of it.
    @inline(__always)
    static func divided(_ part: UInt32, by alpha: UInt32) -> UInt32 {
        alpha == 0 ? 0 : min((part * 255 + alpha / 2) / alpha, 255)
    }

    /// A pixel without alpha, each part multiplied with it.
    @inline(__always)
    static func multiplied(_ pixel: UInt32, with alpha: UInt32) -> UInt32 {
        func part(_ shift: UInt32) -> UInt32 {
            (((pixel &>> shift & 255) * alpha + 127) / 255) &<< shift
        }
        return part(0) | part(8) | part(16)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Replaces every four bytes by what a closure makes of them.
    @inline(__always)
    func changePixels(_ change: (UInt32) -> UInt32) {
        guard let baseAddress else { return }
        for index in 0..<count / 4 {
            let pixel = baseAddress + index * 4
            let value = UInt32(littleEndian: pixel.loadUnaligned(as: UInt32.self))
            pixel.storeBytes(of: change(value).littleEndian, as: UInt32.self)
        }
    }
}
