internal import AppearanceKit
internal import AppearanceTokens

/// The rules for token files.
struct TokenLint {
    let source: TokenFile
    private let entries: [String: TokenFile.Entry]

    init(_ source: TokenFile) {
        self.source = source
        entries = Dictionary(uniqueKeysWithValues: source.entries.map { ($0.path, $0) })
    }

    var findings: [LintFinding] {
        (blackGrounds + errorsAsDecoration + withoutHighContrast + contrasts)
            .sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    private func entry(_ token: ColorToken) -> TokenFile.Entry? {
        entries["color." + token.rawValue]
    }

    private func finding(
        _ entry: TokenFile.Entry, _ rule: LintRule, _ problem: String, _ remedy: String? = nil
    ) -> LintFinding {
        LintFinding(
            file: entry.file, line: entry.line, column: entry.column, rule: rule,
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
            guard ["color.error", "color.text.error"].contains(entry.refersTo),
                !ErrorWords.occur(in: entry.path)
            else {
                return nil
            }
            return finding(entry, .errorAsDecoration, "the colour of errors for another purpose")
        }
    }

    private var withoutHighContrast: [LintFinding] {
        let tokens: [ColorToken] =
            [
                .textSecondary, .textTertiary, .textSuccess, .textWarning, .textError,
                .borderDefault, .borderSubtle, .accent, .success,
                .warning, .error,
            ] + source.tokens.palette.ownTokens.filter { source.tokens.palette[$0].role != .fill }
        return tokens.compactMap { token in
            guard let entry = entry(token), !entry.hasHighContrast,
                source.tokens.palette[token].lightHighContrast == nil
            else { return nil }
            return finding(
                entry, .noHighContrast, "no value for more contrast",
                "add \"high-contrast\" to its $extensions, or use "
                    + "DesignTokens.branded(accent:)")
        }
    }

    /// A pair below its minimum.
    private struct Failure {
        var entry: TokenFile.Entry
        var pair: ContrastPair
        var traits: Traits
        var ratio: Double
        var minimum: Double
    }

    /// The problem with the contrast of each colour that the file names: its worst pair.
    private var contrasts: [LintFinding] {
        Dictionary(grouping: failures, by: \.entry.path).values.compactMap { failures in
            let worst = failures.min { $0.ratio / $0.minimum < $1.ratio / $1.minimum }
            guard let worst else { return nil }
            let more = failures.count - 1
            return finding(
                worst.entry, .contrast,
                "\(ContrastTable.text(worst.ratio)) of \(ContrastTable.name(worst.pair)) in "
                    + "\(TraitMatrix.name(worst.traits)); the minimum is \(worst.minimum)"
                    + (more > 0 ? " (and \(more) more)" : ""))
        }
    }

    private var failures: [Failure] {
        source.tokens.contrastPairs.flatMap { pair in
            TraitMatrix.traits.compactMap { traits -> Failure? in
                guard let entry = entry(pair.color) ?? entry(pair.background) else { return nil }
                let ratio = pair.ratio(of: source.tokens, in: traits)
                let minimum = pair.role.minimumRatio
                guard ratio < minimum else { return nil }
                return Failure(
                    entry: entry, pair: pair, traits: traits, ratio: ratio, minimum: minimum)
            }
        }
    }
}
