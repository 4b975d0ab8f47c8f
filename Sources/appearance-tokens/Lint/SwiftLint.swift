/// The rules for Swift sources.
///
/// They match common code line by line, without a compiler. Word boundaries are the simple ones: by
/// Unicode's, `tokens.color` is one word.
struct SwiftLint {
    private let file: String
    private let source: SwiftText

    init(file: String, text: String) {
        self.file = file
        source = SwiftText(text)
    }

    var findings: [LintFinding] {
        source.lines.indices.flatMap { index in
            [
                chosenColour(index) ?? rawColour(index) ?? namedColour(index), blackGround(index),
                shadow(index),
                errorAsDecoration(index), lightPicture(index),
            ].compactMap(\.self)
        } + sameInBoth + wholeFile
    }

    private func finding(
        _ index: Int, _ column: Int, _ rule: LintRule, _ problem: String, _ remedy: String? = nil
    ) -> LintFinding {
        LintFinding(
            file: file, line: index + 1, column: column, rule: rule, problem: problem,
            remedy: remedy)
    }

    private func column(of range: Range<String.Index>, in line: String) -> Int {
        line.distance(from: line.startIndex, to: range.lowerBound) + 1
    }

    private func rawColour(_ index: Int) -> LintFinding? {
        let line = source.lines[index]
        guard line.contains("Color(") || line.contains("\"#") else { return nil }
        let pattern =
            /\b(?:UI|NS)?Color\(\s*(?:0x[0-9A-Fa-f_]+|(?:hex|css|argb|rgb|red|white|hue)\s*:|\.sRGB)|"#[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?"/
            .wordBoundaryKind(.simple)
        guard let match = line.firstMatch(of: pattern), !source.isDefinition(index, match.range)
        else { return nil }
        return finding(
            index, column(of: match.range, in: line), .rawColour,
            "\(match.output)… is written out where it is used",
            "name it once as a SemanticColor, or use one of DesignTokens")
    }

    /// A colour by its name where it is drawn: `.foregroundStyle(.red)`, `headerBar.background = .white`.
    private func namedColour(_ index: Int) -> LintFinding? {
        let line = source.lines[index]
        guard line.contains("(.") || line.contains("= .") || line.contains("Color.") else {
            return nil
        }
        let pattern =
            /(?:\.(?:foregroundStyle|foregroundColor|foreground|tint|accentColor|fill|stroke|background|border|color)\(|\.\w*(?:[cC]olou?r|[bB]ackground|[fF]oreground|[tT]int|[fF]ill|[sS]troke|[bB]order)\s*=\s*)\s*(?:Color)?\.(white|black|gray|grey|red|green|blue|orange|yellow|purple|pink|brown|cyan|mint|teal|indigo)\b/
            .wordBoundaryKind(.simple)
        guard let match = line.firstMatch(of: pattern), !source.isDefinition(index, match.range),
            // A black background has a rule of its own.
            match.output.1 != "black" || blackGround(index) == nil
        else { return nil }
        return finding(
            index, column(of: match.range, in: line), .rawColour,
            "\(match.output.0) is always the same colour",
            "name it once as a SemanticColor, or use one of DesignTokens")
    }

    /// A colour that a condition chooses, outside a definition with night and contrast.
    private func chosenColour(_ index: Int) -> LintFinding? {
        let line = source.lines[index]
        guard line.contains("?"),
            line.contains(".dark") || line.contains(".light")
                || line.contains("isLight") || line.contains("isDark")
        else { return nil }
        let pattern =
            /(?:[=!]=\s*\.(?:dark|light)|\bis(?:Light|Dark)\w*)\s*\?\s*(?:Color)?(?:\.(?:white|black|gray|grey|red|blue|clear)\b|\()[^:]*:\s*(?:Color)?[.(]/
            .wordBoundaryKind(.simple)
        guard let match = line.firstMatch(of: pattern), !source.isDefinition(index, match.range)
        else { return nil }
        return finding(
            index, column(of: match.range, in: line), .rawColour,
            "a colour chosen by a condition, which leaves out night and more contrast",
            "name it once as a DynamicColor or a token, and resolve it")
    }

    /// The shadows and pictures that are the same for light and dark.
    private var sameInBoth: [LintFinding] {
        source.lightAndDark.filter { $0.light == $0.dark }.compactMap { pair in
            if pair.light.hasPrefix("Shadow(") || pair.light.hasPrefix(".init(color:") {
                return finding(
                    pair.index, pair.column, .sameShadow,
                    "the same shadow in light and in the dark",
                    "use tokens.shadow(.md, in: traits), which is nil there, and draw a border")
            }
            guard pair.light.hasPrefix("\"") else { return nil }
            return finding(
                pair.index, pair.column, .lightPicture, "\(pair.light) is the same in the dark")
        }
    }

    private func blackGround(_ index: Int) -> LintFinding? {
        let line = source.lines[index]
        guard line.contains(".black") || line.contains("(0x000000)") else { return nil }
        let pattern =
            /(?i:background|surface|ground)\w*\b[^\n]*?(?:\bdark:\s*|[(=]\s*)(?:Color)?(?:\.black\b|\(0x0{6}\))/
            .wordBoundaryKind(.simple)
        guard let match = line.firstMatch(of: pattern), !line.contains("foreground") else {
            return nil
        }
        return finding(
            index, column(of: match.range, in: line), .blackGround, "a pure black background")
    }

    private func shadow(_ index: Int) -> LintFinding? {
        let line = source.lines[index]
        guard line.contains("shadow(") else { return nil }
        let pattern = /\bshadow\(\s*(?:color:\s*(?:Color)?[.(]|radius:)/.wordBoundaryKind(.simple)
        guard let match = line.firstMatch(of: pattern) else { return nil }
        return finding(
            index, column(of: match.range, in: line), .sameShadow,
            "a shadow that is the same in the dark",
            "use tokens.shadow(.md, in: traits), which is nil there, and draw a border")
    }

    private func errorAsDecoration(_ index: Int) -> LintFinding? {
        let line = source.lines[index]
        guard line.contains(".error") else { return nil }
        let pattern = /(?:\bcolor\(|\bColor|SemanticColor)\(?\.error\b|\[\.error\]/
            .wordBoundaryKind(.simple)
        guard let match = line.firstMatch(of: pattern) else { return nil }
        let around = source.lines[max(0, index - 3)...index].joined(separator: "\n")
            .replacing(pattern, with: "")
        guard !ErrorWords.occur(in: around) else { return nil }
        return finding(
            index, column(of: match.range, in: line), .errorAsDecoration,
            "the colour of errors where no error is named")
    }

    private func lightPicture(_ index: Int) -> LintFinding? {
        let line = source.lines[index]
        guard ImageRules.mayBeNamed(in: line) else { return nil }
        for match in line.matches(of: /"([^"\\\s]+)"/) {
            let name = String(match.output.1)
            guard ImageRules.isPicture(name), !line.contains("dark:"),
                !ImageRules.hasDarkVariant(name, namedBy: file)
            else { continue }
            return finding(
                index, column(of: match.range, in: line), .lightPicture,
                "\(name) is the same in the dark")
        }
        return nil
    }

    private var wholeFile: [LintFinding] {
        let text = source.lines.joined(separator: "\n")
        var findings: [LintFinding] = []
        let definition = /\b(?:DynamicColor|SemanticColor|ColorValues)\(/.wordBoundaryKind(.simple)
        if !text.contains(/[hH]ighContrast/),
            let index = source.lines.firstIndex(where: {
                $0.contains("light:") && $0.contains(definition)
            })
        {
            findings.append(
                finding(
                    index, 1, .noHighContrast,
                    "no colour in this file has a value for more contrast",
                    "add .highContrast(…), or use the colours of DesignTokens"))
        }
        let loading = /gtk_css_provider_load|\bCssProvider\b|\bCSSProvider\b/.wordBoundaryKind(
            .simple)
        let telling =
            /prefer-dark-theme|interface-color-scheme|adw_style_manager|StyleManager|gtkCSS|popover/
            .wordBoundaryKind(.simple)
        if !text.contains(telling),
            let index = source.lines.firstIndex(where: { line in
                // Most lines have none of them, and a regular expression takes a millisecond.
                ["gtk_css_provider_load", "CssProvider", "CSSProvider"]
                    .contains(where: line.contains) && line.contains(loading)
            })
        {
            findings.append(
                finding(
                    index, 1, .unstyledParts, "an own style sheet, but the toolkit's stays light",
                    "set gtk-application-prefer-dark-theme, or load DesignTokens.gtkCSS(in:)"))
        }
        return findings
    }
}
