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
        /// The same luminance relative to white, for photographs: all details remain visible, also
        /// blue and green ones.
        case luminance
        /// A stretched range, for drawn interfaces and maps: text stays readable on its background,
        /// and shades of nearly the same brightness become one.
        case legible
        /// The tint blended over the colour with mode *color* at an opacity, then multiplied: reds
        /// stay bright, blues nearly vanish.
        ///
        /// https://www.w3.org/TR/compositing-1/#blendingcolor
        case colorBlend
    }

    /// The algorithm that turns a colour into a shade.
    public let algorithm: Algorithm
    /// The shade of white.
    public let tint: Color
    /// The values that the pixels were drawn with, for the algorithm `legible`.
    public let base: NightStyle.Base
    /// The opacity of the blended tint, 0 to 1, for the algorithm `colorBlend`.
    public let opacity: Double

    /// Creates a filter; the alpha of the tint is ignored, and numbers outside of 0 to 1 are limited.
    public init(
        _ algorithm: Algorithm = .luminance, tint: Color = .red, base: NightStyle.Base = .dark,
        opacity: Double = 0.5
    ) {
        self.algorithm = algorithm
        self.tint =
            Color(
                red: tint.red.colorPart, green: tint.green.colorPart, blue: tint.blue.colorPart
            ).rounded
        self.base = base
        self.opacity = opacity.colorPart
    }

    /// Returns the shade of a colour.
    public func filtered(_ color: Color) -> Color {
        switch algorithm {
        case .luminance: color.shade(of: tint)
        case .legible: legible(color)
        case .colorBlend: ColorBlend(tint: tint, opacity: opacity).blended(color)
        }
    }

    private func legible(_ color: Color) -> Color {
        let brightness = LegibleCurve(base: base).brightness(color)
        return Color(
            red: tint.red * brightness, green: tint.green * brightness,
            blue: tint.blue * brightness, alpha: color.alpha)
    }

    /// Filters a picture without gaps between its rows in place.
    ///
    /// ```swift
    /// try NightFilter(.legible).apply(to: &bytes, width: 256, height: 256, .rgb)
    /// ```
    public func apply(
        to bytes: inout [UInt8], width: Int, height: Int, _ format: PixelFormat
    ) throws(AppearanceError) {
        let layout = try PixelLayout(width: width, height: height, format: format)
        try layout.check(bytes.count)
        bytes.withUnsafeMutableBytes { filter($0, layout) }
    }

    /// Filters a picture in place.
    public func apply(
        to pixels: inout MutableRawSpan, _ layout: PixelLayout
    ) throws(AppearanceError) {
        try layout.check(pixels.byteCount)
        pixels.withUnsafeMutableBytes { filter($0, layout) }
    }

    /// Filters a picture in place.
    public func apply(
        to pixels: UnsafeMutableRawBufferPointer, _ layout: PixelLayout
    ) throws(AppearanceError) {
        try layout.check(pixels.count)
        filter(pixels, layout)
    }

    private func filter(_ pixels: UnsafeMutableRawBufferPointer, _ layout: PixelLayout) {
        guard layout.byteCount > 0 else { return }
        let rows = (0..<layout.height).lazy.map { row in
            UnsafeMutableRawBufferPointer(
                rebasing: pixels[(row * layout.bytesPerRow)...].prefix(
                    layout.width * layout.format.bytesPerPixel))
        }
        let pass: (UnsafeMutableRawBufferPointer) -> Void =
            switch algorithm {
            case .luminance: LuminancePass(tint: tint, layout.format).run
            case .legible: LegiblePass(NightStyle(tint: tint, base: base), layout.format).run
            case .colorBlend:
                ColorBlendPass(ColorBlend(tint: tint, opacity: opacity), layout.format).run
            }
        for row in rows { row.asFourBytes(layout.format, pass) }
    }
}
