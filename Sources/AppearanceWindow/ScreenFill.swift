/// The colour of a window that is as large as the screen, by the class of its style.
enum ScreenFill: String, CaseIterable {
    case black = "screen-black"
    case white = "screen-white"

    /// The style of both.
    static let css = """
        .screen-black, .screen-black * { background: #000000; color: #a0a0a0; }
        .screen-white, .screen-white * { background: #ffffff; color: #000000; }
        """
}
