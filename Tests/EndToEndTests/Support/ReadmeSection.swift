import AppearanceTestSupport
import Foundation

/// What the README says under one heading.
struct ReadmeSection {
    let text: String

    /// The section of a heading, up to the next heading of whatever level.
    init(_ heading: String) throws {
        let lines = try Repository.text(of: "README.md").components(separatedBy: "\n")
        guard let start = lines.firstIndex(where: { $0.isHeading && $0.hasSuffix("# \(heading)") })
        else { throw HarnessFailure("README.md has no section “\(heading)”") }
        text = lines[(start + 1)...].prefix { !$0.isHeading }.joined(separator: "\n")
    }

    /// The commands that stand indented, each with the lines that a backslash joins to it.
    var commands: [String] {
        let indented = text.split(separator: "\n").filter { $0.hasPrefix("    ") }
            .map { $0.drop { $0 == " " } }
        return indented.joined(separator: "\n").replacing("\\\n", with: "")
            .split(separator: "\n").map(String.init)
    }

    /// The first fenced block of a language, without its fence.
    func block(of language: String) -> String? {
        text.components(separatedBy: "```\(language)\n").dropFirst().first?
            .components(separatedBy: "\n```").first
    }

    /// Every fenced block of a language in the whole README.
    static func blocks(of language: String) throws -> [String] {
        try Repository.text(of: "README.md").components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
    }
}

extension String {
    /// One `#` is the title, and a comment in a block of configuration.
    fileprivate var isHeading: Bool { hasPrefix("## ") || hasPrefix("### ") }
}
