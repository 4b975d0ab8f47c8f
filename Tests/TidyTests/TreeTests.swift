import AppearanceTestSupport
import Foundation
import Testing

/// Rules of the whole tree.
@Suite(.bounded) struct TreeTests {
    @Test func `every top-level entry is a known one`() throws {
        let required: Set = [
            "Package.swift", "Sources", "Tests", "systemd", "config", "README.md", "LICENSE",
        ]
        let known: Set = [
            "docs", "scripts", "man", "Makefile", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md",
            "Benchmarks", "Examples", "packaging", "po", ".ci", ".swift-format", ".gitignore",
            ".git-blame-ignore-revs", ".github",
        ]
        // Not the tree's: the clone itself, build products, an editor's own.
        let foreign = /\.git|\.build.*|\.swiftpm|\.vscode|Package\.resolved/
        let entries = try FileManager.default.contentsOfDirectory(atPath: Repository.root)
            .filter { $0.wholeMatch(of: foreign) == nil }
        #expect(required.subtracting(entries).sorted() == [])
        #expect(Set(entries).subtracting(required).subtracting(known).sorted() == [])
    }

    @Test(arguments: ["README.md", "docs/ARCHITECTURE.md"])
    func `every target is described in the documents`(in document: String) throws {
        let text = try Repository.text(of: document)
        let targets = try SourceFile.targets()
        let products: Set<String> = ["AppearanceKit", "appearanced", "appearancectl"]
        // The README names the products; the architecture names every target.
        for target in document == "README.md" ? products : targets {
            #expect(text.contains(target), "\(document) does not name \(target)")
        }
    }

    @Test func `no code waits by sleeping`() throws {
        let pattern =
            #"\b(?:u|nano|clock_nano)?sleep[^\S\n]*\(|\b(?:Thread|Task|time)\.sleep\b"#
        let files = try SourceFile.all(under: "Sources") + SourceFile.all(under: "Tests")
        let exempt = [
            "Tests/TidyTests/TreeTests.swift",
            // The time limit of a test, which ends long before.
            "Tests/AppearanceTestSupport/Bounded.swift",
        ]
        let places = try files.filter { !exempt.contains($0.path) }
            .flatMap { try $0.places(of: pattern) }
        #expect(places == [], "wait for a descriptor or a condition")
    }

    /// Numbers in files and messages have a point in every country.
    @Test func `no program adopts the user's locale`() throws {
        // For the call of gettext alone, which reads no number.
        let exempt = "Sources/Linux/Language/UserLanguage.swift"
        let places = try SourceFile.all(under: "Sources").filter { $0.path != exempt }
            .flatMap { try $0.places(of: #"\b(?:setlocale|uselocale)[^\S\n]*\("#) }
        #expect(places == [], "strtod(3) and printf(3) would read and write a comma")
    }

    @Test func `no file contains a path of one machine`() throws {
        let machines = ["home/[a-z]", "r[o]ot/", "Users/", "w[o]rk/", "o[p]t/swift"]
        let pattern = try Regex(
            "(?:^|[^\\w.$}/])/(?:\(machines.joined(separator: "|")))", as: Substring.self)
        let found = try Repository.files().filter { $0 != "Tests/TidyTests/TreeTests.swift" }
            .filter { !$0.hasPrefix("Tests/Fixtures/") && !$0.hasPrefix(".") }
            .compactMap { path -> String? in
                let text = try? String(
                    contentsOfFile: Repository.root + "/" + path, encoding: .utf8)
                return text?.firstMatch(of: pattern).map { "\(path): \($0.0)" }
            }
        #expect(found == [])
    }

    @Test func `no file contains a merge conflict marker`() throws {
        let marks = ["<", ">"].map { String(repeating: $0, count: 7) + " " }
        let found = try Repository.files().filter { path in
            let text = try? String(contentsOfFile: Repository.root + "/" + path, encoding: .utf8)
            return text?.split(separator: "\n")
                .contains { line in marks.contains(where: line.hasPrefix) } ?? false
        }
        #expect(found == [])
    }

    @Test func `no source contains a note of unfinished work`() throws {
        let pattern = #"(?i)\b(?:TODO|FIXME|XXX)\b|\bnot implemented\b|\bplaceholder\b"#
        let found = try SourceFile.all(under: "Sources").flatMap { file in
            try file.lines(matching: pattern).map(file.place(ofLine:))
        }
        #expect(found == [])
    }

    /// Verbs with several meanings; CONTRIBUTING.md names others.
    @Test func `no function is named by a verb that tells nothing`() throws {
        let pattern = #"\bfunc (?:note|settle|look|learn|judge|tell)(?=[A-Z(])"#
        let found = try SourceFile.all(under: "Sources").flatMap { file in
            try file.lines(matching: pattern).map(file.place(ofLine:))
        }
        #expect(found == [])
    }

    // The formatter does not break them. A reference, such as an address, may be longer.
    @Test func `no comment is longer than 112 columns`() throws {
        let found = try ["Sources", "Tests", "Benchmarks", "Examples"]
            .flatMap(SourceFile.all(under:))
            .flatMap { file in
                try file.lines(matching: #"^[^\S\n]*//(?=.{111})(?:/? \S+)? .* "#)
                    .map(file.place(ofLine:))
            }
        #expect(found == [])
    }

    @Test func `every file of tests has an assertion`() throws {
        let pattern = #"#expect|#require|confirmation\(|Issue\.record"#
        let silent = try SourceFile.all(under: "Tests")
            .filter { try $0.name.hasSuffix("Tests") && $0.places(of: pattern).isEmpty }
            .map(\.path)
        #expect(silent == [])
    }

    /// The first function after the attribute, whose arguments may take several lines.
    @Test func `every test name is a sentence`() throws {
        let pattern = #"^[^\S\n]*@Test\b(?:(?!\bfunc\b)[\s\S])*+\bfunc (?!`)"#
        let places = try SourceFile.all(under: "Tests").flatMap { file in
            try file.lines(matching: pattern).map(file.place(ofLine:))
        }
        #expect(places == [])
    }

    /// Those that are installed, and the one that the programs contain.
    @Test(.requires(.shellcheck)) func `shellcheck has no finding in a shipped script`() throws {
        let hooks = try Repository.files(under: "config/hooks-available")
        let scripts = try hooks + Repository.files(under: "Sources").filter { $0.hasSuffix(".sh") }
        #expect(scripts.count > hooks.count && hooks.contains("config/hooks-available/lib/palette"))
        let run = try ChildProcess.run(
            "shellcheck",
            ["--shell=sh", "--external-sources", "--source-path=SCRIPTDIR"]
                + scripts.map { Repository.root + "/" + $0 },
            environment: TestHome.plainEnvironment)
        #expect(run.status == .exited(0), "\(run.output)\(run.errors)")
    }

    @Test func `every script runs and parses`() throws {
        let scripts = try Repository.files().filter { path in
            guard !path.hasPrefix(".build") else { return false }
            let handle = FileHandle(forReadingAtPath: Repository.root + "/" + path)
            return try handle?.read(upToCount: 2) == Data("#!".utf8)
        }
        #expect(!scripts.isEmpty)
        for script in scripts {
            let path = Repository.root + "/" + script
            #expect(access(path, X_OK) == 0, "\(script) is not executable")
            let interpreter = try Repository.text(of: script).prefix { $0 != "\n" }
            guard interpreter.hasSuffix("sh") else { continue }
            let shell = interpreter.hasSuffix("bash") ? "bash" : "sh"
            let run = try ChildProcess.run(
                shell, ["-n", path], environment: TestHome.plainEnvironment)
            #expect(run.status == .exited(0), "\(run.errors)")
        }
    }
}
