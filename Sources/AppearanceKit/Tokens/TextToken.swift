/// A text by what it is for.
public enum TextToken: String, CaseIterable, Hashable, Sendable {
    /// One number or word that fills a screen.
    case display
    /// The name of a page.
    case title
    /// The name of a part.
    case heading
    /// What is read.
    case body
    /// What is pressed.
    case label
    /// What stands below a picture.
    case caption
}
