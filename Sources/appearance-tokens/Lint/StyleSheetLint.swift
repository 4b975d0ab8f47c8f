/// The rules for style sheets.
struct StyleSheetLint {
    private let file: String
    private let sheet: StyleSheet
    private let dark: DarkDeclarations

    init(file: String, text: String) {
        self.file = file
        sheet = StyleSheet(text)
        dark = DarkDeclarations(sheet.declarations)
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
        _ one: Declaration, _ rule: LintRule, _ problem: String, _ remedy: String? = nil
    ) -> LintFinding {
        LintFinding(
            file: file, line: one.line, column: one.column, rule: rule,
            problem: "\(one.property): \(problem)", remedy: remedy)
    }

    private func rawColour(_ one: Declaration) -> LintFinding? {
        let isDefinition = one.property.hasPrefix("--")
        guard !isDefinition, one.property != "color-scheme", one.property != "content",
            !one.property.hasPrefix("font"), let colour = StyleValue(one.value).colour
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
        guard isGround, !one.isNight, StyleValue(one.value).isBlack else { return nil }
        return finding(one, .blackGround, "a pure black background")
    }

    private func sameShadow(_ one: Declaration) -> LintFinding? {
        let isProperty = one.property.hasPrefix("--") && one.property.contains("shadow")
        guard isProperty || one.property == "box-shadow", !one.isDark,
            one.value != "none", isProperty || !one.value.hasPrefix("var(")
        else { return nil }
        let other = dark.value(of: one.property, for: isProperty ? "" : one.selector)
        guard other == nil || other == one.value else { return nil }
        return finding(one, .sameShadow, "the same shadow in light and in the dark")
    }

    private func errorAsDecoration(_ one: Declaration) -> LintFinding? {
        guard !one.property.hasPrefix("--"),
            StyleValue(one.value).namesErrorColour,
            !one.context.isAboutErrors
        else { return nil }
        return finding(one, .errorAsDecoration, "the colour of errors on \(one.selector)")
    }

    private func lightPicture(_ one: Declaration) -> LintFinding? {
        guard !one.isDark, let name = StyleValue(one.value).address,
            ImageRules.isPicture(name), dark.value(of: one.property, for: one.selector) == nil,
            !ImageRules.hasDarkVariant(name, namedBy: file)
        else { return nil }
        return finding(one, .lightPicture, "\(name) is the same in the dark")
    }

    /// The problems of the whole sheet, placed at the first declaration for the dark.
    private var wholeSheet: [LintFinding] {
        let isGTK = sheet.preludes.contains { $0.hasPrefix("@define-color") }
        guard
            let first = sheet.declarations.first(where: \.isDark)
                ?? (isGTK ? sheet.declarations.first : nil)
        else { return [] }
        let everything = sheet.preludes.joined(separator: " ")
        func missing(_ rule: LintRule, _ problem: String, _ remedy: String) -> LintFinding {
            LintFinding(
                file: file, line: first.line, column: 1, rule: rule, problem: problem,
                remedy: remedy)
        }
        var findings: [LintFinding] = []
        if !isGTK, !everything.contains("prefers-contrast"), !everything.contains("data-contrast") {
            findings.append(
                missing(
                    .noHighContrast, "the sheet has dark colours, but none for more contrast",
                    "add @media (prefers-contrast: more)"))
        }
        let namesParts = ["window_bg_color", "theme_bg_color"].contains(where: everything.contains)
        if isGTK, !namesParts {
            findings.append(
                missing(
                    .unstyledParts, "the sheet defines colours, but none of the toolkit's own",
                    "define window_bg_color and the others, or use export --format gtk"))
        } else if !isGTK, !sheet.declarations.contains(where: { $0.property == "color-scheme" }) {
            findings.append(
                missing(
                    .unstyledParts, "scroll bars and fields stay light in the dark",
                    "add color-scheme: dark beside the dark colours"))
        }
        return findings
    }
}

/// The declarations of a style sheet for the dark, indexed by property and selector.
///
/// A sheet has thousands of rules, so the selectors of a property are sorted by their ends and
/// searched by bisection.
struct DarkDeclarations {
    /// A selector, reversed, with its position and its first value.
    private typealias Entry = (end: [UInt8], order: Int, value: String)
    private var entries: [String: [Entry]] = [:]

    init(_ declarations: [StyleSheet.Declaration]) {
        var seen: [String: Set<String>] = [:]
        for (order, one) in declarations.enumerated() where one.isDark {
            guard seen[one.property, default: []].insert(one.selector).inserted else { continue }
            entries[one.property, default: []].append(
                (Array(one.selector.utf8.reversed()), order, one.value))
        }
        for property in entries.keys {
            entries[property]?.sort { $0.end.lexicographicallyPrecedes($1.end) }
        }
    }

    /// Returns the first dark value of a property whose selector ends so; `nil` if there is none.
    func value(of property: String, for selector: String) -> String? {
        guard let entries = entries[property] else { return nil }
        let end = Array(selector.utf8.reversed())
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].end.lexicographicallyPrecedes(end) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var first: Entry?
        for entry in entries[low...] {
            guard entry.end.starts(with: end) else { break }
            if first.map({ entry.order < $0.order }) ?? true { first = entry }
        }
        return first?.value
    }
}
