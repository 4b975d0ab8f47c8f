internal import AppearanceKit
internal import AppearanceTokens

/// The rules for token files.
struct TokenLint {
    let file: String
    let source: TokenFile

    var findings: [LintFinding] {
        (blackGrounds + errorsAsDecoration + withoutHighContrast + contrasts)
            .sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    private var entries: [String: TokenFile.Entry] {
        Dictionary(uniqueKeysWithValues: source.entries.map { ($0.path, $0) })
    }

    private func entry(_ token: ColorToken) -> TokenFile.Entry? {
        source.entries.first { $0.path == "color." + token.rawValue }
    }

    private func finding(
        _ entry: TokenFile.Entry, _ rule: LintRule, _ problem: String, _ remedy: String? = nil
    ) -> LintFinding {
        LintFinding(
            file: file, line: entry.line, column: entry.column, rule: rule,
            problem: "\(entry.path): \(problem)", remedy: remedy)
    }

    private var blackGrounds: [LintFinding] {
        ColorToken.backgrounds.compactMap { token in
            guard let entry = entry(token) else { return nil }
            let values = source.tokens.palette[token]
            guard values.dark == .black || values.darkHighContrast == .black else { return nil }
            return finding(entry, .blackGround, "the dark background is pure black")
        }
    }

    private var errorsAsDecoration: [LintFinding] {
        source.entries.compactMap { entry in
            guard entry.refersTo == "color.error", !ErrorWords.occur(in: entry.path) else {
                return nil
            }
            return finding(entry, .errorAsDecoration, "the colour of errors for another purpose")
        }
    }

    private var withoutHighContrast: [LintFinding] {
        let tokens: [ColorToken] = [
            .textSecondary, .textTertiary, .borderDefault, .borderSubtle, .accent, .success,
            .warning, .error,
        ]
        return tokens.compactMap { token in
            guard let entry = entry(token), !entry.hasHighContrast else { return nil }
            return finding(
                entry, .noHighContrast, "no value for more contrast",
                "add \"high-contrast\" to its $extensions, or use "
                    + "DesignTokens.branded(accent:)")
        }
    }

    /// The problems with the contrast of pairs of which the file names one colour or both.
    private var contrasts: [LintFinding] {
        source.tokens.contrastPairs.flatMap { pair in
            TraitMatrix.traits.compactMap { traits -> LintFinding? in
                guard let entry = entry(pair.color) ?? entry(pair.background) else { return nil }
                let ratio = pair.ratio(of: source.tokens, in: traits)
                let exception =
                    traits.contrast == .standard
                    ? ContrastException.covering(pair, in: traits.appearance) : nil
                let least = exception?.minimumRatio ?? pair.role.minimumRatio
                guard ratio < least else { return nil }
                return finding(
                    entry, .contrast,
                    "\(ContrastTable.text(ratio)) on \(pair.background.rawValue) in "
                        + "\(TraitMatrix.name(traits)); the minimum is \(least)")
            }
        }
    }
}
