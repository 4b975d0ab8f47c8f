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
