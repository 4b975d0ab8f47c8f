import AppearanceTestSupport
import Foundation
import Testing

/// The Markdown of the tree: the names in it exist, and it keeps its form.
@Suite(.bounded) struct DocumentTests {
    private let files: Set<String>
    private let names: Set<String>

    init() throws {
        files = Set(try Repository.files())
        names = Set(files.map { String($0.split(separator: "/").last ?? "") })
    }

    private static func documents() throws -> [String] {
        try Repository.files().filter { $0.hasSuffix(".md") && !$0.hasPrefix("Tests/Fixtures/") }
    }

    /// The code spans of a document outside its fenced blocks, each with its line.
    private static func codeSpans(in document: String) throws -> [(line: Int, text: String)] {
        var isFenced = false
        let lines = try Repository.text(of: document).components(separatedBy: "\n")
        return lines.enumerated().flatMap { number, line in
            if line.drop(while: \.isWhitespace).hasPrefix("```") { isFenced.toggle() }
            guard !isFenced else { return [(Int, String)]() }
            return line.matches(of: /`([^`]+)`/).map { (number + 1, String($0.output.1)) }
        }
    }

    /// Whether a path from the top of the tree, or from a target's folder, is a file or folder.
    private func exists(_ path: String) -> Bool {
        let path = path.hasSuffix("/") ? String(path.dropLast()) : path
        return ["", "Sources/", "Tests/"].contains { top in
            files.contains(top + path) || files.contains { $0.hasPrefix(top + path + "/") }
        }
    }

    @Test func `every path that a document names exists`() throws {
        let tops = Set(files.compactMap { $0.split(separator: "/").first.map(String.init) })
            .union(try SourceFile.targets())
        var missing: [String] = []
        for document in try Self.documents() {
            for span in try Self.codeSpans(in: document) {
                // A command's first word is the path; a placeholder means any name.
                let word = String(span.text.prefix { $0 != " " && $0 != ":" })
                guard !word.contains(/[<>$*{}…~]/) else { continue }
                let isPath = word.contains("/") && tops.contains(String(word.prefix { $0 != "/" }))
                let isFile = word.wholeMatch(of: /[\w+\-]+\.(?:swift|scd|xml|varlink)/) != nil
                guard isPath && !exists(word) || isFile && !names.contains(word) else { continue }
                missing.append("\(document):\(span.line): \(word)")
            }
        }
        #expect(missing == [])
    }

    /// Types and their members, as the two documents for contributors write them.
    @Test(arguments: ["docs/ARCHITECTURE.md", "CONTRIBUTING.md"])
    func `every type that a document names exists`(_ document: String) throws {
        var words: Set<Substring> = []
        for file in files where file.hasPrefix("Sources/") || file.hasPrefix("Tests/") {
            guard let text = try? Repository.text(of: file) else { continue }
            words.formUnion(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
            words.formUnion(file.split(separator: "/"))
        }
        let missing = try Self.codeSpans(in: document).filter { span in
            span.text.wholeMatch(of: /[A-Z]\w+(?:\.\w+)*(?:\(.*\))?/) != nil
                && !span.text.prefix { $0 != "(" }.split(separator: ".").allSatisfy(words.contains)
                && !names.contains(span.text)
        }
        #expect(missing.map { "\(document):\($0.line): \($0.text)" } == [])
    }

    @Test func `every link to a file has a target`() throws {
        var broken: [String] = []
        for document in try Self.documents() {
            let folder = document.split(separator: "/").dropLast().map { "/" + $0 }.joined()
            for link in try Repository.text(of: document).matches(of: /\]\(([^)\s#]+)(?:#[^)]*)?\)/)
            {
                let target = String(link.output.1)
                guard !target.contains(":") else { continue }
                let path = URL(filePath: "\(folder)/\(target)").standardized.path().dropFirst()
                if !exists(String(path)) { broken.append("\(document): \(target)") }
            }
        }
        #expect(broken == [])
    }

    @Test(arguments: ["README.md", "docs/ARCHITECTURE.md"])
    func `an introductory document has fewer than 200 lines`(_ document: String) throws {
        #expect(try Repository.text(of: document).components(separatedBy: "\n").count <= 200)
    }

    /// A link counts as its text.
    @Test func `every row of the table of places is short, and its link leads to a section`() throws
    {
        let table = try Repository.text(of: "docs/ARCHITECTURE.md")
            .components(separatedBy: "## Where do I put…\n").last
        let rows = try #require(table).split(separator: "\n").filter { $0.hasPrefix("| ") }
        #expect(rows.count > 25)
        let headings = try Repository.text(of: "CONTRIBUTING.md").split(separator: "\n")
            .filter { $0.hasPrefix("#") }
            .map { line in
                line.drop { $0 == "#" || $0 == " " }.lowercased().replacing(" ", with: "-").filter {
                    $0.isLetter || $0.isNumber || $0 == "-"
                }
            }
        for row in rows {
            for cell in row.split(separator: "|") {
                #expect(cell.split(separator: " ").count <= 30, "\(cell)")
            }
            for link in row.matches(of: /\(\.\.\/CONTRIBUTING\.md#([^)]+)\)/) {
                #expect(headings.contains(String(link.output.1)), "\(link.output.1)")
            }
        }
    }

    @Test func `every decision has the same sections, and a line in the index`() throws {
        let sections = [
            "Status", "Motivation", "Decision", "Consequences", "Alternatives considered",
        ]
        let index = try Repository.text(of: "docs/decisions/README.md")
        let decisions = files.filter { $0.wholeMatch(of: #/docs/decisions/\d{4}-.*\.md/#) != nil }
            .sorted()
        #expect(decisions.count >= 25)
        for (position, decision) in decisions.enumerated() {
            let lines = try Repository.text(of: decision).components(separatedBy: "\n")
            let number = String(format: "%04d", position + 1)
            let title = lines[0].dropFirst(2)
            #expect(title.hasPrefix("\(number): "), "\(decision)")
            let name = decision.split(separator: "/").last ?? ""
            #expect(name.hasPrefix("\(number)-"))
            #expect(index.contains("- [\(title)](\(name))"), "\(decision)")
            let headings = lines.filter { $0.hasPrefix("#") }.dropFirst().map { $0.dropFirst(3) }
            #expect(headings.map(String.init) == sections, "\(decision)")
        }
    }

    /// The pictures are frames of a run, by scripts/draw-live-view; an old one may be another program's.
    @Test(arguments: ["light", "dark"])
    func `the numbers of a picture in README support each other`(_ appearance: String) throws {
        let text = try Repository.text(of: "docs/images/live-\(appearance).svg")
        let words = try #require(text.firstMatch(of: #/<desc>([^<]+)</desc>/#)).1
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let light = try #require(words.firstMatch(of: #/ light ([0-9.]+) lux /#)).1
        let why = try #require(
            words.firstMatch(of: #/ why (Light|Dark): ([0-9.]+) lux, (above|below) ([0-9]+)\./#))
        let (level, limit) = (try #require(Double(why.2)), try #require(Double(why.4)))
        #expect(why.1.lowercased() == appearance)
        #expect(Double(light) == level, "two levels at one time: \(words)")
        #expect(why.3 == "above" ? level > limit : level < limit, "\(words)")
        let next = try #require(words.firstMatch(of: #/ next (.+?) ─/#)).1
        #expect(next.hasPrefix("by the light: ") || next.contains(" at "), "\(next)")
    }
}
