internal import AppearanceKit

/// What tokens are called in style sheets.
enum StyleNames {
    /// `color.text.on-accent` is `--color-text-on-accent`.
    static func property<Token: GroupedToken>(_ token: Token) -> String {
        "--" + Token.group + "-" + token.rawValue.replacing(".", with: "-")
    }

    /// The same as a reference.
    static func reference<Token: GroupedToken>(_ token: Token) -> String {
        "var(" + property(token) + ")"
    }

    /// In GTK a colour is a name without dashes: `text_on_accent`.
    static func gtk(_ token: ColorToken) -> String {
        token.rawValue.replacing(".", with: "_").replacing("-", with: "_")
    }

    /// A length; whole where it is whole.
    static func pixels(_ length: Double) -> String { number(length) + "px" }

    static func number(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15
            ? String(Int64(number)) : number.description
    }

    /// As `box-shadow` is written.
    static func shadow(_ shadow: Shadow) -> String {
        let spread = shadow.spread == 0 ? "" : " " + pixels(shadow.spread)
        return "\(pixels(shadow.offsetX)) \(pixels(shadow.offsetY)) \(pixels(shadow.blur))\(spread)"
            + " \(shadow.color)"
    }

    /// As `font-family` is written: words that mean something as they are, names in quotes.
    static func families(_ families: [String]) -> String {
        let generic: Set = ["system-ui", "sans-serif", "serif", "monospace", "ui-sans-serif"]
        return families.map { generic.contains($0) ? $0 : "\"\($0)\"" }.joined(separator: ", ")
    }
}
