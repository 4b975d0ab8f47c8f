/// A filter that turns an app's own pixels into shades of one colour for the night.
///
/// ```swift
/// let layout = try PixelLayout(width: 640, height: 480, format: .bgraPremultiplied)
/// if node.traits.appearance == .night {
///     try NightFilter(tint: node.traits.nightStyle.tint).apply(to: surface.data, layout)
/// }
/// ```
///
/// Black stays black, no pixel becomes brighter than the tint, and alpha is unchanged. A filter is a
/// value that can be used on any thread.
public struct NightFilter: Hashable, Sendable {
    /// The algorithm that turns a colour into a shade.
    public enum Algorithm: String, CaseIterable, Hashable, Sendable {
        /// The same luminance relative to white: all details remain visible, also blue and green
        /// ones.
        case luminance
        /// The tint blended over the colour with mode *color* at 50 %, then multiplied: reds stay
        /// bright, blues nearly vanish.
        ///
        /// https://www.w3.org/TR/compositing-1/#blendingcolor
        case colorBlend
    }

    /// The algorithm that turns a colour into a shade.
    public let algorithm: Algorithm
    /// The shade of white.
    public let tint: Color

    /// Creates a filter; the alpha of the tint is ignored.
    public init(_ algorithm: Algorithm = .luminance, tint: Color = .red) {
        self.algorithm = algorithm
        self.tint = Color(red: tint.red, green: tint.green, blue: tint.blue).rounded
    }

    /// Returns the shade of a colour.
    public func filtered(_ color: Color) -> Color {
        switch algorithm {
        case .luminance: color.shade(of: tint)
        case .colorBlend: ColorBlend(tint: tint).blended(color)
        }
    }

    /// Filters a picture in place.
    public func apply(
        to pixels: inout MutableRawSpan, _ layout: PixelLayout
    ) throws(PixelLayoutError) {
        try layout.check(pixels.byteCount)
        pixels.withUnsafeMutableBytes { filter($0, layout) }
    }

    /// Filters a picture in place.
    public func apply(
        to pixels: UnsafeMutableRawBufferPointer, _ layout: PixelLayout
    ) throws(PixelLayoutError) {
        try layout.check(pixels.count)
        filter(pixels, layout)
    }

    private func filter(_ pixels: UnsafeMutableRawBufferPointer, _ layout: PixelLayout) {
        guard layout.byteCount > 0 else { return }
        let rows = (0..<layout.height).lazy.map { row in
            UnsafeMutableRawBufferPointer(
                rebasing: pixels[(row * layout.bytesPerRow)...].prefix(layout.width * 4))
        }
        switch algorithm {
        case .luminance:
            let pass = LuminancePass(tint: tint, layout.format)
            for row in rows { pass.run(over: row) }
        case .colorBlend:
            let pass = ColorBlendPass(ColorBlend(tint: tint), layout.format)
            for row in rows { pass.run(over: row) }
        }
    }
}
