internal import AppearanceKit

/// The names of the tokens as a theme of Tailwind 4, for use beside the style sheet of the tokens.
struct TailwindExport {
    let file: TokenFile

    var text: String {
        let tokens = file.tokens
        let colors =
            tokens.palette.tokens.map(\.property)
            + file.otherTokens.filter { $0.colors != nil }.map(\.property)
        let texts = TextToken.allCases.flatMap { token in
            let style = tokens.text(token, in: Traits())
            return [
                "\(token.property): \(style.size.pixels);",
                "\(token.property)--line-height: \(style.lineHeight.plain);",
                "\(token.property)--font-weight: \(style.weight);",
            ]
        }
        // A theme that is only referred to defines no properties: those of the style sheet are used.
        let theme = StyleSheet.rule(
            "@theme inline reference",
            colors.map {
                Self.same($0, as: $0.hasPrefix("--color-") ? $0 : "--color" + $0.dropFirst())
            }
                + SpacingToken.allCases.map { Self.same($0.property) }
                + RadiusToken.allCases.map { Self.same($0.property) }
                + ShadowToken.allCases.map { Self.same($0.property) }
                + ["--font-sans: var(--font-family);"] + texts)
        return """
            /* Design tokens for Tailwind 4, made by appearanced. The properties are those of
               appearance-tokens export --format css:
               @import "tailwindcss"; @import "./tokens.css"; @import "./tailwind.css"; */
            \(theme)
            @custom-variant dark {
              &:where([data-appearance="dark"], [data-appearance="dark"] *) { @slot; }
              @media (prefers-color-scheme: dark) {
                &:where(:root:not([data-appearance]), :root:not([data-appearance]) *) { @slot; }
              }
            }
            @custom-variant night (&:where([data-appearance="night"], [data-appearance="night"] *));

            """
    }

    private static func same(_ property: String, as name: String? = nil) -> String {
        "\(name ?? property): var(\(property));"
    }
}

extension TokenFile {
    /// The names of the tokens as a theme of Tailwind 4, which is imported after the style sheet ``css``.
    public var tailwind: String { TailwindExport(file: self).text }
}
