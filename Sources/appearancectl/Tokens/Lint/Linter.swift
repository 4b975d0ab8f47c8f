/// Finds the mistakes in a file by its kind.
enum Linter {
    static func findings(in path: String) throws(CommandLineError) -> [LintFinding] {
        if path.hasSuffix(".json") || path.hasSuffix(".tokens") {
            return TokenLint(file: path, source: try TokenSource.file(path)).findings
        }
        guard path.hasSuffix(".css") || path.hasSuffix(".swift") else {
            throw CommandLineError(
                "\(path): only files that end in .json, .tokens, .css or .swift can be checked.")
        }
        let bytes = try FileReading.bytes(of: path, limit: 16 * 1024 * 1024)
        let text = String(decoding: bytes, as: UTF8.self)
        let found =
            path.hasSuffix(".css")
            ? StyleSheetLint(file: path, text: text).findings
            : SwiftLint(file: path, text: text).findings
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return
            found
            .filter { one in
                // On its line a comment may say that it is meant.
                !(lines.indices.contains(one.line - 1)
                    && lines[one.line - 1].contains("tokens-allow: \(one.mistake.rawValue)"))
            }
            .sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }
}

/// What is often done wrong with an app's looks.
enum LintRule: String, CaseIterable {
    case rawColour = "raw-colour"
    case blackGround = "black-ground"
    case sameShadow = "same-shadow"
    case errorAsDecoration = "error-as-decoration"
    case lightPicture = "light-picture"
    case noHighContrast = "no-high-contrast"
    case unstyledParts = "unstyled-parts"
    case contrast

    /// What is wrong with it, in a sentence.
    var meaning: String {
        switch self {
        case .rawColour: "A colour is written where it is used, so no appearance reaches it."
        case .blackGround: "A dark ground is pure black, on which text glares and smears."
        case .sameShadow: "A shadow is the same in the dark, where nobody sees it."
        case .errorAsDecoration: "The colour of errors is used where nothing is wrong."
        case .lightPicture: "A picture has no variant for the dark."
        case .noHighContrast: "A colour has no value for more contrast."
        case .unstyledParts: "Parts that the system draws are left in light."
        case .contrast: "Text stands out less than level AA of WCAG 2 asks for."
        }
    }

    /// What to do instead.
    var remedy: String {
        switch self {
        case .rawColour: "name it once as a token, and use the token"
        case .blackGround: "take a dark grey such as #0a0a0a; pure black is for night"
        case .sameShadow: "take the shadow from the tokens: in the dark it is a border"
        case .errorAsDecoration: "use the accent or a border colour"
        case .lightPicture:
            "put a file beside it whose name ends in -dark, or draw it in currentColor"
        case .noHighContrast: "give it a value for more contrast"
        case .unstyledParts: "tell the system which appearance it is"
        case .contrast: "choose colours that are further apart"
        }
    }
}

/// A mistake, and where it is.
struct LintFinding: Equatable {
    let file: String
    let line: Int
    let column: Int
    let mistake: LintRule
    /// What was found there.
    let what: String
    /// What to do, where that is more than the mistake itself says.
    var remedy: String?

    /// As compilers write it, with the remedy below.
    var lines: [String] {
        [
            "\(file):\(line):\(column): \(what) [\(mistake.rawValue)]",
            "    \(remedy ?? mistake.remedy)",
        ]
    }
}

/// Words by which a name says that something is wrong or would be lost.
enum ErrorWords {
    private static let words = [
        "error", "err", "danger", "destructive", "destroy", "invalid", "alert", "delete", "remove",
        "fail", "critical", "problem", "warn", "fatal", "wrong",
    ]

    static func speak(in text: some StringProtocol) -> Bool {
        let lower = text.lowercased()
        return words.contains { lower.contains($0) }
    }
}

/// Pictures that a source names, and whether one for the dark lies beside them.
enum ImageRules {
    private static let endings = ["png", "jpg", "jpeg", "webp", "gif", "avif"]

    /// Whether a line of source may name a picture at all.
    static func mayBeNamed(in line: String) -> Bool {
        guard line.utf8.contains(UInt8(ascii: "\"")) else { return false }
        let lower = line.lowercased()
        return endings.contains { lower.contains(".\($0)\"") }
    }

    /// Whether it is a file of pixels on this machine, not yet a variant for the dark.
    static func isPicture(_ name: String) -> Bool {
        let lower = name.lowercased()
        return endings.contains { lower.hasSuffix("." + $0) } && !lower.contains("://")
            && !lower.hasPrefix("data:") && !lower.contains("-dark.") && !lower.contains("-night.")
    }

    /// Whether there is one for the dark beside it, seen from the file that names it.
    static func hasDarkVariant(_ name: String, namedBy source: String) -> Bool {
        let folder = source.lastIndex(of: "/").map { String(source[...$0]) } ?? ""
        let path = name.hasPrefix("/") ? name : folder + name
        guard let dot = path.lastIndex(of: ".") else { return true }
        return FileWriting.exists(path[..<dot] + "-dark" + path[dot...])
    }
}
