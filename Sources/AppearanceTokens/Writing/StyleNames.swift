public import AppearanceKit

/// The names of tokens in style sheets.
enum StyleNames {
    /// Returns the property: `--color-text-on-accent` for `color.text.on-accent`.
    static func property<Token: GroupedToken>(_ token: Token) -> String {
        "--" + Token.group + "-" + token.rawValue.replacing(".", with: "-")
    }

    /// Returns the reference to the property.
    static func reference<Token: GroupedToken>(_ token: Token) -> String {
        "var(" + property(token) + ")"
    }

    /// Returns the name of a colour in GTK, without dashes: `text_on_accent`.
    static func gtk(_ token: ColorToken) -> String {
        token.rawValue.replacing(".", with: "_").replacing("-", with: "_")
    }

    /// Returns a length, without a fraction if possible.
    static func pixels(_ length: Double) -> String { number(length) + "px" }

    static func number(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15
            ? String(Int64(number)) : number.description
    }

    /// Returns the value of `box-shadow`.
    static func shadow(_ shadow: Shadow) -> String {
        let spread = shadow.spread == 0 ? "" : " " + pixels(shadow.spread)
        return "\(pixels(shadow.offsetX)) \(pixels(shadow.offsetY)) \(pixels(shadow.blur))\(spread)"
            + " \(shadow.color)"
    }

    /// Returns the value of `font-family`: generic families without quotes, others quoted.
    static func families(_ families: [String]) -> String {
        let generic: Set = ["system-ui", "sans-serif", "serif", "monospace", "ui-sans-serif"]
        return families.map { generic.contains($0) ? $0 : "\"\($0)\"" }.joined(separator: ", ")
    }
}

extension DesignTokens {
    /// Parses a file in the format of the W3C's Design Tokens Community Group.
    ///
    /// ```swift
    /// let tokens = try DesignTokens(w3c: bytes, file: "brand.tokens.json")
    /// ```
    ///
    /// The file is applied to a base set, so a brand's file may have a single token. The `$value` of a
    /// colour is for light; values for other appearances are in `$extensions`, below
    /// `io.github.appearanced`. Unknown tokens may be referred to and are otherwise ignored.
    /// https://www.designtokens.org/tr/2025.10/format/
    public init(
        w3c bytes: [UInt8], file: String = "tokens.json", over base: DesignTokens = .standard
    ) throws(TokenFileError) {
        self = try TokenFile(bytes, file: file, over: base).tokens
    }

    /// The set in the format of the W3C; parsing it returns the same set.
    public var w3c: String { TokenWriter(tokens: self).document.text() }
}

extension DesignTokens {
    /// The set as a style sheet for web pages.
    ///
    /// Custom properties follow the desktop by `prefers-color-scheme` and `prefers-contrast`;
    /// `data-appearance` with light, dark or night, and `data-contrast` with more or standard,
    /// override it on any element. Components are classes: `card`, `button-primary`,
    /// `button-secondary` and `button-destructive`.
    public var css: String { CSSExport(tokens: self).text }

    /// Returns a style sheet for GTK 4 in one appearance; load another when the appearance changes.
    ///
    /// It defines every colour, and those of GTK and libadwaita, so that their widgets follow too.
    public func gtkCSS(in traits: Traits) -> String {
        GTKExport(tokens: self, traits: traits).text
    }
}
