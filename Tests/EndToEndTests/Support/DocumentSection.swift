import AppearanceTestSupport
import Foundation

/// The text under one heading of a Markdown document, with its commands and examples.
struct DocumentSection {
    let text: String

    /// The section of a heading, up to the next heading of any level.
    init(_ heading: String, in document: String) throws {
        let lines = try Repository.text(of: document).components(separatedBy: "\n")
        guard let start = lines.firstIndex(where: { $0.isHeading && $0.hasSuffix("# \(heading)") })
        else { throw HarnessFailure("\(document) has no section “\(heading)”") }
        text = lines[(start + 1)...].prefix { !$0.isHeading }.joined(separator: "\n")
    }

    /// The indented commands, each joined with its continuation lines.
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

    /// Every fenced block of a language in a document.
    static func blocks(of language: String, in document: String) throws -> [String] {
        try Repository.text(of: document).components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
    }
}

extension String {
    /// Whether the line is a heading below the title; one `#` also begins a comment in an example.
    fileprivate var isHeading: Bool { hasPrefix("## ") || hasPrefix("### ") }
}
