public import AppearanceKit

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
