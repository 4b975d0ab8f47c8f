import AppearanceTestSupport
import Foundation
import Testing

/// The examples of Swift in the documentation, compiled from its text.
@Suite(.bounded(minutes: 5), .requires(.swift)) struct SnippetTests {
    private static let libraries = [
        "AppearanceKit", "AppearanceKitGLib", "AppearanceKitTesting", "AppearanceTokens",
    ]

    /// An example, and the line where it begins.
    private struct Snippet {
        let document: String
        let line: Int
        var lines: [Substring] = []

        var name: String {
            String(document.map { $0.isLetter ? $0 : "_" }) + "_\(line)"
        }

        /// Types and extensions of the example in a file of their own, its tests in a suite, and the
        /// rest in a function.
        var source: String {
            var declarations: [String] = []
            var tests: [Substring] = []
            var statements: [Substring] = []
            var place = Place.statement
            for line in lines {
                let continues = line.first.map { $0.isWhitespace || "})].".contains($0) } ?? true
                if !continues { place = Place(of: line, after: place) }
                switch place {
                case .statement: statements.append(line)
                case .test: tests.append(line)
                case .type where !continues: declarations.append("private \(line)")
                case .type, .attribute, .attributed: declarations.append(String(line))
                }
            }
            let imports = SnippetTests.libraries + ["Glibc", "Testing"]
            return """
                \(imports.map { "import " + $0 }.joined(separator: "\n"))
                \(declarations.joined(separator: "\n"))
                private struct \(name) {
                \(tests.joined(separator: "\n"))
                    @MainActor func run() async throws {
                \(statements.joined(separator: "\n"))
                    }
                }

                """
        }
    }

    /// The place of a line that is not indented.
    private enum Place {
        case statement, test, type, attribute
        /// An import, a comment, or the declaration after an attribute.
        case attributed

        init(of line: Substring, after place: Place) {
            func begins(_ words: String...) -> Bool { words.contains(where: line.hasPrefix) }
            switch place {
            case .attribute: self = .attributed
            case _ where begins("@Test"): self = .test
            case _ where begins("@main"): self = .attribute
            case _ where begins("import ", "///"): self = .attributed
            case _ where begins("extension ", "enum ", "final class "): self = .type
            default: self = .statement
            }
        }
    }

    /// The examples for authors of apps, but for those of a manifest.
    private static func snippets() throws -> [Snippet] {
        let documents = try Repository.files().filter { file in
            file == "README.md" || file.hasPrefix("docs/") && file.hasSuffix(".md")
                || libraries.contains { file.hasPrefix("Sources/\($0)/") }
                    && (file.hasSuffix(".md") || file.hasSuffix(".swift"))
        }
        return try documents.flatMap(Self.snippets(in:)).filter {
            $0.lines.first?.hasPrefix("dependencies:") == false
        }
    }

    private static func snippets(in document: String) throws -> [Snippet] {
        var snippets: [Snippet] = []
        var isOpen = false
        let lines = try Repository.text(of: document).split(
            separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            var line = line
            if document.hasSuffix(".swift") {
                line = line.drop(while: \.isWhitespace)
                guard line.hasPrefix("///") else { continue }
                line = line.dropFirst(line.hasPrefix("/// ") ? 4 : 3)
            }
            switch line {
            case "```swift":
                isOpen = true
                snippets.append(Snippet(document: document, line: number + 2))
            case "```": isOpen = false
            default: if isOpen { snippets[snippets.count - 1].lines.append(line) }
            }
        }
        return snippets
    }

    /// The maps of the C modules that the libraries import.
    private static func moduleMaps() throws -> [String] {
        // SwiftPM writes those of the C targets that have none.
        let built = try FileManager.default.contentsOfDirectory(atPath: BuiltProducts.directory)
            .map { "\(BuiltProducts.directory)/\($0)/module.modulemap" }
            .filter { FileManager.default.fileExists(atPath: $0) }
        let maps =
            try Repository.files().filter { $0.hasSuffix("/module.modulemap") }
            .map { Repository.root + "/" + $0 } + built
        return maps.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
    }

    @Test func `every example of Swift compiles`() throws {
        let home = try TestHome()
        let snippets = try Self.snippets()
        #expect(snippets.count > 40)
        for snippet in snippets {
            try home.write(snippet.source, to: "snippets/\(snippet.name).swift")
        }
        let compiler = """
            resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\\(.*\\)".*/\\1/p')
            exec swiftc -typecheck -parse-as-library -swift-version 6 -suppress-warnings \\
                -continue-building-after-errors -module-name Snippets -I "$0/Modules" \\
                -plugin-path "$resources/host/plugins/testing" "$@"
            """
        // Those that the program writes, in no namespace of an example.
        let export = try ChildProcess.run(
            BuiltProducts.directory + "/appearance-tokens",
            [
                "export", "--format", "swift", "--tokens",
                Repository.root + "/Tests/Fixtures/tokens/style-dictionary/values.json",
                "--tokens", Repository.root + "/Tests/Fixtures/tokens/terrazzo/modes.json",
            ],
            environment: home.environment)
        #expect(export.output.contains("ColorToken") && export.output.contains("OtherTokens"))
        try home.write(export.output, to: "snippets/exported_tokens.swift")
        let files =
            snippets.map { "\(home.path)/snippets/\($0.name).swift" }
            + ["\(home.path)/snippets/exported_tokens.swift"]
        let run = try ChildProcess.run(
            "sh",
            ["-c", compiler, BuiltProducts.directory] + Self.moduleMaps() + [
                Repository.root + "/Tests/Support/snippet_names.swift"
            ] + files,
            environment: home.environment, within: .seconds(200))
        let errors = run.errors.split(separator: "\n").filter { $0.contains(" error: ") }
        #expect(errors == [])
        #expect(run.status == .exited(0), "\(run.errors)")
    }
}
