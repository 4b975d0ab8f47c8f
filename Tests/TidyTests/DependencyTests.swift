import AppearanceTestSupport
import Testing

/// The packages that the tests need, and those that scripts/install-dependencies installs.
@Suite(.bounded) struct DependencyTests {
    /// Returns the words that the script prints.
    private func installer(_ arguments: String...) throws -> [String] {
        let run = try ChildProcess.run(
            Repository.root + "/scripts/install-dependencies", arguments,
            environment: TestHome.plainEnvironment)
        try #require(run.status == .exited(0), "\(run.errors)")
        return run.output.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// The parts of scripts/test that run the tests of a suite.
    private func parts(running suite: String, of target: String) throws -> [String] {
        let script = try Repository.text(of: "scripts/test")
        let line = try #require(script.firstMatch(of: /(?m)^desktop='(.*)'$/))
        let name = "\(target).\(suite)"
        let part =
            if try name.firstMatch(of: Regex(String(line.output.1))) != nil {
                "desktop"
            } else {
                switch target {
                case "TidyTests": "tidy"
                case "EndToEndTests": "end-to-end"
                default: "unit"
                }
            }
        return [part] + (name.contains("Systemd") ? ["systemd"] : [])
    }

    @Test func `every part of the tests installs the components that its tests require`() throws {
        var required: [String: Set<String>] = [:]
        for file in try SourceFile.all(under: "Tests")
        where file.target != "AppearanceTestSupport" {
            let text = file.lines.joined(separator: "\n")
            let components = text.matches(of: /\.requires\((?!\s*that:)([^)]*)\)/).flatMap {
                $0.output.1.matches(of: /\.(\w+)/).map { String($0.output.1) }
            }
            for suite in text.matches(of: /\bstruct (\w+Tests)\b/).map(\.output.1) {
                for part in try parts(running: String(suite), of: file.target) {
                    required[part, default: []].formUnion(components)
                }
            }
        }
        #expect(required.keys.sorted() == ["desktop", "end-to-end", "systemd", "tidy", "unit"])
        for (part, components) in required {
            let installed = Set(try installer("--components", part))
            #expect(
                components.subtracting(installed).subtracting(["root"]).sorted() == [], "\(part)")
            #expect(installed.subtracting(components).sorted() == [], "\(part)")
        }
    }

    @Test func `every component is installed by some part, under its own name`() throws {
        let components =
            try installer("--components", "test") + installer("--components", "desktop")
        let named = Set(Requirement.allCases.map(\.rawValue)).subtracting(["root"])
        #expect(Set(components) == named)
    }

    @Test func `the README names every library that the package is built with`() throws {
        let package = try Repository.text(of: "Package.swift")
        let libraries = package.matches(of: /apt: "([^"]+)"/).map(\.output.1)
        #expect(libraries.count >= 6)
        let page = try Repository.text(of: "README.md")
        #expect(libraries.filter { !page.contains($0) } == [])
    }

    /// Swift's libraries for static linking have no Testing.
    @Test func `no library or program needs Testing for a release build`() throws {
        let ordinary =
            try SourceFile.all(under: "Sources") + SourceFile.all(under: "Benchmarks")
            + SourceFile.all(under: "Examples").filter { !$0.path.contains("/Tests/") }
            + SourceFile.all(under: "Tests/Fuzzing")
            + SourceFile.all(under: "Tests/AppearanceTestSupport")
        let files = ordinary.filter { $0.imports.contains("Testing") }
        #expect(files.count >= 2)
        for file in files {
            #expect(file.lines.contains("#if canImport(Testing)"), "\(file.path)")
        }
    }
}
