internal import AppearanceKit
internal import AppearanceTokens

/// The mistakes that a token file can hold.
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
        _ entry: TokenFile.Entry, _ mistake: LintRule, _ what: String, _ remedy: String? = nil
    ) -> LintFinding {
        LintFinding(
            file: file, line: entry.line, column: entry.column, mistake: mistake,
            what: "\(entry.path): \(what)", remedy: remedy)
    }

    private var blackGrounds: [LintFinding] {
        ColorToken.grounds.compactMap { token in
            guard let entry = entry(token) else { return nil }
            let values = source.tokens.palette[token]
            guard values.dark == .black || values.darkHighContrast == .black else { return nil }
            return finding(entry, .blackGround, "the dark ground is pure black")
        }
    }

    private var errorsAsDecoration: [LintFinding] {
        source.entries.compactMap { entry in
            guard entry.refersTo == "color.error", !ErrorWords.speak(in: entry.path) else {
                return nil
            }
            return finding(entry, .errorAsDecoration, "the colour of errors, for something else")
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
                "add \"high-contrast\" to its $extensions, or take it from "
                    + "DesignTokens.branded(accent:)")
        }
    }

    /// Pairs of which the file names one half or both.
    private var contrasts: [LintFinding] {
        source.tokens.contrastPairs.flatMap { pair in
            TraitMatrix.traits.compactMap { traits -> LintFinding? in
                guard let entry = entry(pair.color) ?? entry(pair.ground) else { return nil }
                let ratio = pair.ratio(of: source.tokens, in: traits)
                let exception =
                    traits.contrast == .standard
                    ? ContrastException.covering(pair, in: traits.appearance) : nil
                let least = exception?.leastRatio ?? pair.purpose.leastRatio
                guard ratio < least else { return nil }
                return finding(
                    entry, .contrast,
                    "\(ContrastTable.text(ratio)) on \(pair.ground.rawValue) in "
                        + "\(TraitMatrix.name(traits)), where \(least) is the least")
            }
        }
    }
}
