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
