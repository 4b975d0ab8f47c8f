/// Makes an app's own pixels fit for the night: black, or a shade of one colour.
///
/// ```swift
/// let layout = try PixelLayout(width: 640, height: 480, format: .bgraPremultiplied)
/// if node.traits.appearance == .night {
///     try NightFilter(tint: node.traits.nightStyle.tint).apply(to: surface.data, layout)
/// }
/// ```
///
/// Black stays black and nothing becomes brighter than the tint; alpha is left as it is, and
/// what covers nothing stays so. A filter is a value that can be kept and used on any thread.
public struct NightFilter: Hashable, Sendable {
    /// How a colour becomes a shade.
    public enum Recipe: String, CaseIterable, Hashable, Sendable {
        /// As bright to the eye as it was, relative to white: nothing is lost, blue and green
        /// things neither. What a grey was, the tint is.
        case luminance
        /// The tint blended over it with mode *color* at 50 %, then multiplied: reds stay bright,
        /// what is blue nearly vanishes.
        ///
        /// https://www.w3.org/TR/compositing-1/#blendingcolor
        case colorBlend
    }

    /// How a colour becomes a shade.
    public let recipe: Recipe
    /// What white becomes.
    public let tint: Color

    /// A filter; its tint covers, whatever its alpha.
    public init(_ recipe: Recipe = .luminance, tint: Color = .red) {
        self.recipe = recipe
        self.tint = Color(red: tint.red, green: tint.green, blue: tint.blue).rounded
    }

    /// What becomes of one colour.
    public func filtered(_ color: Color) -> Color {
        switch recipe {
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
        switch recipe {
        case .luminance:
            let pass = LuminancePass(tint: tint, layout.format)
            for row in rows { pass.run(over: row) }
        case .colorBlend:
            let pass = ColorBlendPass(ColorBlend(tint: tint), layout.format)
            for row in rows { pass.run(over: row) }
        }
    }
}
