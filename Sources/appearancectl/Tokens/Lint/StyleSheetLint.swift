/// The mistakes that a style sheet can hold.
struct StyleSheetLint {
    private let file: String
    private let sheet: StyleSheet

    init(file: String, text: String) {
        self.file = file
        sheet = StyleSheet(text)
    }

    var findings: [LintFinding] {
        sheet.declarations.flatMap { one in
            [
                rawColour(one), blackGround(one), sameShadow(one), errorAsDecoration(one),
                lightPicture(one),
            ].compactMap(\.self)
        } + wholeSheet
    }

    private typealias Declaration = StyleSheet.Declaration

    private func finding(
        _ one: Declaration, _ mistake: Mistake, _ what: String, _ remedy: String? = nil
    ) -> LintFinding {
        LintFinding(
            file: file, line: one.line, column: one.column, mistake: mistake,
            what: "\(one.property): \(what)", remedy: remedy)
    }

    /// A number, a function or one of the names that are used most.
    private static func colour(in value: String) -> String? {
        let pattern =
            /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgba?|hsla?|oklch|lab)\(|(?:^|[^-\w])(?:black|white|red|green|blue|gr[ae]y|yellow|orange|purple|navy|silver|maroon)(?![-\w(])/
            .ignoresCase().wordBoundaryKind(.simple)
        // What a URL or a quoted text says is no colour.
        let bare = value.replacing(/url\([^)]*\)|"[^"]*"|'[^']*'/, with: "")
        return bare.firstMatch(of: pattern).map { String($0.output).trimming { " ,".contains($0) } }
    }

    private func rawColour(_ one: Declaration) -> LintFinding? {
        let isDefinition = one.property.hasPrefix("--")
        guard !isDefinition, one.property != "color-scheme", one.property != "content",
            !one.property.hasPrefix("font"), let colour = Self.colour(in: one.value)
        else { return nil }
        let shown = colour.hasSuffix("(") ? colour + "…)" : colour
        return finding(
            one, .rawColour, "\(shown) is written out",
            "name it once, as --color-…, and write var(--color-…)")
    }

    private func blackGround(_ one: Declaration) -> LintFinding? {
        let isGround =
            ["background", "background-color"].contains(one.property)
            || (one.property.hasPrefix("--")
                && ["background", "-bg", "surface", "ground"].contains {
                    one.property.contains($0)
                } && !one.property.contains("foreground"))
        let black = /^(?:#0{3}|#0{4}|#0{6}|#0{6}ff|#000f|black|rgb\(0[ ,]+0[ ,]+0\))$/.ignoresCase()
        guard isGround, !one.isNight, one.value.wholeMatch(of: black) != nil else { return nil }
        return finding(one, .blackGround, "pure black behind everything")
    }

    private func sameShadow(_ one: Declaration) -> LintFinding? {
        let isProperty = one.property.hasPrefix("--") && one.property.contains("shadow")
        guard isProperty || one.property == "box-shadow", !one.isDark,
            one.value != "none", isProperty || !one.value.hasPrefix("var(")
        else { return nil }
        let other = sheet.declarations.first {
            $0.isDark && $0.property == one.property
                && (isProperty || $0.selector.hasSuffix(one.selector))
        }
        guard other == nil || other?.value == one.value else { return nil }
        return finding(one, .sameShadow, "the same shadow in light and in the dark")
    }

    private func errorAsDecoration(_ one: Declaration) -> LintFinding? {
        guard !one.property.hasPrefix("--"),
            one.value.contains(/--(?:color-)?error(?![-\w])|@error(?:_color)?(?!\w)/),
            !one.context.contains(where: { ErrorWords.speak(in: $0) })
        else { return nil }
        return finding(one, .errorAsDecoration, "the colour of errors on \(one.selector)")
    }

    private func lightPicture(_ one: Declaration) -> LintFinding? {
        guard !one.isDark,
            let match = one.value.firstMatch(of: /url\(\s*["']?([^"')]+?)["']?\s*\)/)
        else { return nil }
        let name = String(match.output.1)
        let isReplaced = sheet.declarations.contains {
            $0.isDark && $0.property == one.property && $0.selector.hasSuffix(one.selector)
        }
        guard Pictures.isPicture(name), !isReplaced,
            !Pictures.hasDarkVariant(name, namedBy: file)
        else { return nil }
        return finding(one, .lightPicture, "\(name) is the same in the dark")
    }

    /// What is missing is said where the dark begins.
    private var wholeSheet: [LintFinding] {
        let isGTK = sheet.preludes.contains { $0.hasPrefix("@define-color") }
        guard
            let first = sheet.declarations.first(where: \.isDark)
                ?? (isGTK ? sheet.declarations.first : nil)
        else { return [] }
        let everything = sheet.preludes.joined(separator: " ")
        func missing(_ mistake: Mistake, _ what: String, _ remedy: String) -> LintFinding {
            LintFinding(
                file: file, line: first.line, column: 1, mistake: mistake, what: what,
                remedy: remedy)
        }
        var findings: [LintFinding] = []
        if !isGTK, !everything.contains("prefers-contrast"), !everything.contains("data-contrast") {
            findings.append(
                missing(
                    .noHighContrast, "there is a dark sheet, and none for more contrast",
                    "add @media (prefers-contrast: more)"))
        }
        let namesParts = everything.contains(/(?:window|theme)_bg_color/)
        if isGTK, !namesParts {
            findings.append(
                missing(
                    .unstyledParts, "colours are named, and none of the toolkit's own",
                    "define window_bg_color and the others, or use tokens export --format gtk"))
        } else if !isGTK, !sheet.declarations.contains(where: { $0.property == "color-scheme" }) {
            findings.append(
                missing(
                    .unstyledParts, "scroll bars and fields stay light in the dark",
                    "say color-scheme: dark beside the dark colours"))
        }
        return findings
    }
}
