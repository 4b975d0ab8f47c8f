public import AppearanceKit

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

extension DesignTokens {
    /// Reads a file in the format of the W3C's Design Tokens Community Group.
    ///
    /// ```swift
    /// let tokens = try DesignTokens(w3c: bytes, file: "brand.tokens.json")
    /// ```
    ///
    /// What it does not name is as in the set that it is put over, so a brand's file may be one
    /// token long. A colour's `$value` is for light; for other grounds the standard has no place, so
    /// they stand in `$extensions`, below `io.github.appearanced`. Tokens that the set does not have
    /// may be referred to, and are else passed over. https://www.designtokens.org/tr/2025.10/format/
    public init(
        w3c bytes: [UInt8], file: String = "tokens.json", over base: DesignTokens = .standard
    ) throws(TokenFileError) {
        self = try TokenFile(bytes, file: file, over: base).tokens
    }

    /// The set in that format; reading it gives the same set.
    public var w3c: String { TokenWriter(tokens: self).document.text() }
}

extension DesignTokens {
    /// The set as a style sheet for web pages.
    ///
    /// Custom properties follow the desktop by `prefers-color-scheme` and `prefers-contrast`;
    /// `data-appearance` with light, dark or night, and `data-contrast` with more or standard, say
    /// otherwise on any element. Components are classes: `card`, `button-primary`,
    /// `button-secondary` and `button-destructive`.
    public var css: String { CSSExport(tokens: self).text }

    /// The set as a style sheet for GTK 4 on one ground; load another when the ground changes.
    ///
    /// It names every colour, and those of the toolkit and of libadwaita after them, so that parts
    /// which an app does not draw itself follow too.
    public func gtkCSS(in traits: Traits) -> String {
        GTKExport(tokens: self, traits: traits).text
    }
}
