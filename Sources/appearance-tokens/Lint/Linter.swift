internal import Console

/// The linter of token files, style sheets and Swift sources.
enum Linter {
    /// Returns the problems in a file, by its extension.
    static func findings(in path: String) throws(CommandLineError) -> [LintFinding] {
        if isTokenFile(path) { return TokenLint(try TokenSource.files([path])).findings }
        guard path.hasSuffix(".css") || path.hasSuffix(".swift") else {
            throw CommandLineError(
                "\(path): only files that end in .json, .json5, .tokens, .css or .swift can be checked."
            )
        }
        let bytes = try FileReading.bytes(of: path, limit: 16 * 1024 * 1024)
        let text = String(decoding: bytes, as: UTF8.self)
        let found =
            path.hasSuffix(".css")
            ? StyleSheetLint(file: path, text: text).findings
            : SwiftLint(file: path, text: text).findings
        let allowed = allowances(in: text)
        return
            found
            .filter { allowed[$0.line]?.contains($0.rule) != true }
            .sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    static func isTokenFile(_ path: String) -> Bool {
        [".json", ".json5", ".tokens"].contains { path.hasSuffix($0) }
    }

    /// Returns the rules that a comment on each line allows to break, by the number of the line.
    private static func allowances(in text: String) -> [Int: [LintRule]] {
        var allowed: [Int: [LintRule]] = [:]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() where line.contains("tokens-allow: ") {
            allowed[index + 1] = LintRule.allCases.filter {
                line.contains("tokens-allow: \($0.rawValue)")
            }
        }
        return allowed
    }
}

/// A rule that the linter checks.
enum LintRule: String, CaseIterable {
    case rawColour = "raw-colour"
    case blackGround = "black-ground"
    case sameShadow = "same-shadow"
    case errorAsDecoration = "error-as-decoration"
    case lightPicture = "light-picture"
    case noHighContrast = "no-high-contrast"
    case unstyledParts = "unstyled-parts"
    case contrast

    var meaning: String {
        switch self {
        case .rawColour:
            "A colour is written out where it is used, and so is always the same."
        case .blackGround: "A dark background is pure black, on which text glares and smears."
        case .sameShadow: "A shadow is the same in the dark, where it is invisible."
        case .errorAsDecoration: "The colour of errors is used where nothing is wrong."
        case .lightPicture: "A picture has no variant for the dark."
        case .noHighContrast: "A colour has no value for more contrast."
        case .unstyledParts: "System controls stay light in the dark."
        case .contrast: "The contrast of text is below level AA of WCAG 2."
        }
    }

    var remedy: String {
        switch self {
        case .rawColour: "name it once as a token, and use the token"
        case .blackGround: "use a dark grey such as #0a0a0a; pure black is for night"
        case .sameShadow: "use the shadow of the tokens, which is a border in the dark"
        case .errorAsDecoration: "use the accent or a border colour"
        case .lightPicture:
            "add a file whose name ends in -dark, or draw it in currentColor"
        case .noHighContrast: "add a value for more contrast"
        case .unstyledParts: "set the appearance of system controls"
        case .contrast: "choose colours with more contrast"
        }
    }
}

/// A problem with its position.
struct LintFinding: Equatable {
    let file: String
    let line: Int
    let column: Int
    let rule: LintRule
    let problem: String
    /// The remedy, if more specific than that of the rule.
    var remedy: String?

    /// The lines as compilers print them, with the remedy below.
    var lines: [String] {
        [
            "\(file):\(line):\(column): \(problem) [\(rule.rawValue)]",
            "    \(remedy ?? rule.remedy)",
        ]
    }
}

/// Words in names that refer to errors or to loss.
enum ErrorWords {
    private static let words = [
        "error", "err", "danger", "destructive", "destroy", "invalid", "alert", "delete", "remove",
        "fail", "critical", "problem", "warn", "fatal", "wrong",
    ]

    /// Returns whether a text contains one of the words.
    static func occur(in text: some StringProtocol) -> Bool {
        let lower = text.lowercased()
        return words.contains { lower.contains($0) }
    }
}

/// The rules for pictures that a source names.
enum ImageRules {
    private static let endings = ["png", "jpg", "jpeg", "webp", "gif", "avif"]

    /// Returns whether a line of source may name a picture.
    static func mayBeNamed(in line: String) -> Bool {
        guard line.utf8.contains(UInt8(ascii: "\"")) else { return false }
        let lower = line.lowercased()
        return endings.contains { lower.contains(".\($0)\"") }
    }

    /// Returns whether a name is that of a local pixel image that is not itself a dark variant.
    static func isPicture(_ name: String) -> Bool {
        let lower = name.lowercased()
        return endings.contains { lower.hasSuffix("." + $0) } && !lower.contains("://")
            && !lower.hasPrefix("data:") && !lower.contains("-dark.") && !lower.contains("-night.")
    }

    /// Returns whether a dark variant of a picture exists, relative to the file that names it.
    static func hasDarkVariant(_ name: String, namedBy source: String) -> Bool {
        let folder = source.lastIndex(of: "/").map { String(source[...$0]) } ?? ""
        let path = name.hasPrefix("/") ? name : folder + name
        guard let dot = path.lastIndex(of: ".") else { return true }
        return FileWriting.exists(path[..<dot] + "-dark" + path[dot...])
    }
}
