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
