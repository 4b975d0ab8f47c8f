import AppearanceKit
import AppearanceTestSupport
import Testing

/// The filter for pixels, compared with its formulas.
@Suite(.bounded) struct NightFilterTests {
    /// A cube of colours: ten steps a part, more of them in the dark.
    private static let cube: [[UInt8]] = {
        let steps: [UInt8] = [0, 17, 34, 51, 85, 119, 153, 187, 221, 255]
        return steps.flatMap { red in
            steps.flatMap { green in steps.map { [red, green, $0] } }
        }
    }()

    private static let tints: [Color] = [.red, Color(0xFF8000), Color(0x40FF80), .white]

    /// Filters pixels of which each has three parts and an alpha, in a format's own order.
    private func filtered(
        _ colors: [[UInt8]], alpha: UInt8 = 255, by filter: NightFilter, _ format: PixelFormat
    ) throws -> [[UInt8]] {
        let isSwapped = [.bgra, .bgraPremultiplied, .bgrx, .bgr].contains(format)
        let size = format.bytesPerPixel
        var bytes: [UInt8] = colors.flatMap { color in
            (isSwapped ? Array(color.reversed()) : color) + (size == 4 ? [alpha] : [])
        }
        let layout = try PixelLayout(width: colors.count, height: 1, format: format)
        try bytes.withUnsafeMutableBytes { try filter.apply(to: $0, layout) }
        return stride(from: 0, to: bytes.count, by: size).map { start in
            if size == 4 { #expect(bytes[start + 3] == alpha) }
            let color = Array(bytes[start..<start + 3])
            return isSwapped ? Array(color.reversed()) : color
        }
    }

    private func color(_ bytes: [UInt8]) -> Color {
        Color(
            red: Double(bytes[0]) / 255, green: Double(bytes[1]) / 255,
            blue: Double(bytes[2]) / 255)
    }

    /// The greatest distance of any part, in 255ths.
    private func distance(_ colors: [[UInt8]], _ expected: [Color]) -> Double {
        zip(colors, expected).map { bytes, color in
            zip(bytes, [color.red, color.green, color.blue])
                .map { abs(Double($0) - $1 * 255) }.max() ?? 0
        }.max() ?? 0
    }

    @Test(arguments: PixelFormat.allCases, tints)
    func `luminance is kept within the visible difference`(_ format: PixelFormat, _ tint: Color)
        throws
    {
        let filter = NightFilter(.luminance, tint: tint)
        let found = try filtered(Self.cube, by: filter, format)
        let expected = Self.cube.map { color($0).shade(of: tint) }
        // Two of the fit, half of the rounding.
        #expect(distance(found, expected) <= 2.6)
    }

    @Test(arguments: PixelFormat.allCases, tints)
    func `the color blend equals that of the W3C standard`(_ format: PixelFormat, _ tint: Color)
        throws
    {
        let filter = NightFilter(.colorBlend, tint: tint)
        let found = try filtered(Self.cube, by: filter, format)
        let expected = Self.cube.map { filter.filtered(color($0)) }
        #expect(distance(found, expected) <= 0.75)
    }

    @Test(arguments: PixelFormat.allCases, tints)
    func `legible pixels equal the result of the formula`(_ format: PixelFormat, _ tint: Color)
        throws
    {
        for base in NightStyle.Base.allCases {
            let filter = NightFilter(.legible, tint: tint, base: base)
            let found = try filtered(Self.cube, by: filter, format)
            #expect(distance(found, Self.cube.map { filter.filtered(color($0)) }) <= 1)
        }
    }

    /// The colours of text in an interface, in the dark and in light.
    @Test(
        arguments: [
            (NightStyle.Base.dark, [0x6B6B6B, 0x8E8E93, 0xA1A1A6, 0xFF453A, 0xFF3B30, 0x0A84FF]),
            (.light, [0x6B6B6B, 0x000000, 0x3A3A3C, 0xB8000F, 0x0040DD]),
        ] as [(NightStyle.Base, [UInt32])])
    func `legible text has more contrast than the original`(
        _ base: NightStyle.Base, _ numbers: [UInt32]
    ) {
        let surface = base == .dark ? Color(0x0A0A0A) : .white
        func ratio(_ algorithm: NightFilter.Algorithm, _ number: UInt32) -> Double {
            let filter = NightFilter(algorithm, base: base)
            return filter.filtered(Color(number)).contrast(on: filter.filtered(surface))
        }
        for number in numbers {
            let found = ratio(.legible, number)
            #expect(found >= 3, "\(Color(number))")
            #expect(found >= min(ratio(.colorBlend, number), 4.5), "\(Color(number))")
        }
    }

    @Test(arguments: tints, NightStyle.Base.allCases)
    func `the matrices for toolkits have the same effect`(_ tint: Color, _ base: NightStyle.Base) {
        let style = NightStyle(tint: tint, base: base)
        let filter = NightFilter(.legible, tint: tint, base: base)
        for parts in Self.cube {
            let color = color(parts)
            let found = style.matrices.reduce(color) { $1.applied(to: $0) }
            let expected = filter.filtered(color)
            let distances = [
                found.red - expected.red, found.green - expected.green, found.blue - expected.blue,
            ].map(abs)
            #expect(distances.allSatisfy { $0 < 0.000_001 }, "\(color)")
        }
        #expect(style.matrices.count == (tint == .red || tint == .white ? 1 : 2))
    }

    @Test func `the opacity of the blended tint is a parameter`() throws {
        let grey = Color(red: 0.6, green: 0.6, blue: 0.6)
        // Lum 0.6 of red is clipped to (1, 0.43, 0.43).
        let reds = [0, 0.25, 0.5, 1].map {
            NightFilter(.colorBlend, opacity: $0).filtered(grey).red
        }
        #expect(zip(reds, [0.6, 0.7, 0.8, 1]).allSatisfy { abs($0 - $1) < 0.000_001 })
        let filter = NightFilter(.colorBlend, opacity: 0.25)
        let found = try filtered(Self.cube, by: filter, .bgrx)
        #expect(distance(found, Self.cube.map { filter.filtered(color($0)) }) <= 0.75)
    }

    @Test func `an array with three bytes per pixel is filtered by one call`() throws {
        var bytes: [UInt8] = [255, 255, 255, 0, 0, 255, 0, 0, 0, 7]
        try NightFilter().apply(to: &bytes, width: 3, height: 1, .rgb)
        #expect(bytes[0...2] == [255, 0, 0])
        #expect(bytes[3] > 60 && bytes[4...5] == [0, 0])
        #expect(bytes[6...9] == [0, 0, 0, 7])
        #expect(throws: AppearanceError.bufferTooSmall(bytes: 10, needed: 12)) {
            try NightFilter().apply(to: &bytes, width: 2, height: 2, .bgr)
        }
    }

    /// Manually: `Lum(blue)` is 0.11, `SetLum(red, 0.11)` is (0.367, 0, 0) after clipping; half of
    /// that and half of the blue, times red.
    @Test func `the color blend equals values computed by hand`() {
        let filter = NightFilter(.colorBlend)
        let blue = filter.filtered(Color(0x0000FF))
        #expect(abs(blue.red - 0.11 / 0.3 / 2) < 0.000_001)
        #expect(blue.green == 0 && blue.blue == 0)
        #expect(filter.filtered(.black) == .black)
        #expect(filter.filtered(.white).description == "#ff0000")
        let grey = filter.filtered(Color(red: 0.6, green: 0.6, blue: 0.6))
        // Lum 0.6: (1.3, 0.3, 0.3) is clipped to (1, 0.4286, 0.4286).
        #expect(abs(grey.red - 0.8) < 0.000_001)
    }

    @Test(arguments: NightFilter.Algorithm.allCases)
    func `every filtered pixel is black or a shade of red`(_ recipe: NightFilter.Algorithm) throws {
        let found = try filtered(Self.cube, by: NightFilter(recipe), .rgba)
        #expect(found.allSatisfy { $0[1] == 0 && $0[2] == 0 })
        #expect(found.first == [0, 0, 0])
        #expect(found.last == [255, 0, 0])
    }

    @Test func `the luminance recipe keeps every level distinct`() throws {
        let greys = (0...255).map { [UInt8](repeating: UInt8($0), count: 3) }
        let found = try filtered(greys, by: NightFilter(), .rgba)
        #expect(found == (0...255).map { [UInt8($0), 0, 0] })
        let blue = try filtered([[0, 0, 255]], by: NightFilter(), .rgba)
        #expect(color(blue[0]).contrast(on: .black) > 1.2)
    }

    /// Filtering before or after the multiplication with alpha has the same result.
    @Test(arguments: NightFilter.Algorithm.allCases, [16, 100, 254] as [UInt8])
    func `premultiplied pixels stay premultiplied`(
        _ recipe: NightFilter.Algorithm, _ alpha: UInt8
    ) throws {
        for tint in Self.tints {
            let filter = NightFilter(recipe, tint: tint)
            let multiplied = Self.cube.map { parts in
                parts.map { UInt8((Int($0) * Int(alpha) + 127) / 255) }
            }
            let found = try filtered(multiplied, alpha: alpha, by: filter, .bgraPremultiplied)
            let part = Double(alpha) / 255
            let expected = Self.cube.map { parts in
                let whole = filter.filtered(color(parts))
                return Color(
                    red: whole.red * part, green: whole.green * part, blue: whole.blue * part)
            }
            // Premultiplied values are coarser.
            #expect(distance(found, expected) <= 3.1, "\(tint)")
            #expect(found.allSatisfy { $0.allSatisfy { $0 <= alpha } })
        }
    }

    @Test(arguments: NightFilter.Algorithm.allCases, PixelFormat.allCases)
    func `transparent pixels stay transparent`(
        _ recipe: NightFilter.Algorithm, _ format: PixelFormat
    ) throws {
        let filter = NightFilter(recipe, tint: Color(0xFF8000))
        #expect(try filtered([[0, 0, 0]], alpha: 0, by: filter, format) == [[0, 0, 0]])
    }

    @Test(arguments: NightFilter.Algorithm.allCases)
    func `bytes outside of the picture are not changed`(_ recipe: NightFilter.Algorithm) throws {
        // Two rows of two pixels in the middle of something else, at an odd address.
        var bytes = [UInt8](repeating: 0xFF, count: 64)
        let layout = try PixelLayout(width: 2, height: 2, bytesPerRow: 21, format: .rgbx)
        try bytes.withUnsafeMutableBytes {
            try NightFilter(recipe).apply(
                to: UnsafeMutableRawBufferPointer(rebasing: $0[3..<40]), layout)
        }
        let touched = bytes.indices.filter { bytes[$0] != 0xFF }
        #expect(touched == [4, 5, 8, 9, 25, 26, 29, 30])
    }

    @Test func `a span is filtered like a buffer`() throws {
        var bytes: [UInt8] = Self.cube.flatMap { $0 + [255] as [UInt8] }
        let layout = try PixelLayout(width: 50, height: 20, format: .rgba)
        var span = bytes.mutableSpan
        var raw = span.mutableBytes
        try NightFilter().apply(to: &raw, layout)
        #expect(
            stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 3]) }
                == (try filtered(Self.cube, by: NightFilter(), .rgba)))
    }

    @Test func `an empty picture is accepted`() throws {
        for (width, height) in [(0, 0), (0, 5), (5, 0)] {
            let layout = try PixelLayout(width: width, height: height, format: .rgba)
            #expect(layout.byteCount == 0)
            try NightFilter().apply(
                to: UnsafeMutableRawBufferPointer(start: nil, count: 0), layout)
        }
    }

    @Test(
        arguments: [
            (-1, 1, nil, "width and height must be 0 or more"),
            (1, -1, nil, "width and height must be 0 or more"),
            (10, 1, 39, "bytesPerRow is in bytes"),
            (10, 1, -40, "bytesPerRow is in bytes"),
            (Int.max, 1, nil, "too few for"),
            (1, Int.max, 4, "pixels are too many"),
        ] as [(Int, Int, Int?, String)])
    func `an invalid layout is refused with a message`(
        _ width: Int, _ height: Int, _ bytesPerRow: Int?, _ words: String
    ) throws {
        let fault = #expect(throws: AppearanceError.self) {
            _ = try PixelLayout(
                width: width, height: height, bytesPerRow: bytesPerRow, format: .rgba)
        }
        #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
    }

    @Test func `a buffer that is too short is not changed`() throws {
        var bytes = [UInt8](repeating: 200, count: 4 * 7 + 3)
        let layout = try PixelLayout(width: 2, height: 2, bytesPerRow: 24, format: .rgba)
        #expect(throws: AppearanceError.bufferTooSmall(bytes: 31, needed: 32)) {
            try bytes.withUnsafeMutableBytes { try NightFilter().apply(to: $0, layout) }
        }
        #expect(bytes.allSatisfy { $0 == 200 })
    }
}
