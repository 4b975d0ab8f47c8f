import AppearanceTestSupport
import Foundation
import Testing

/// The commands and the keys that the documents, the manual pages and the help show, run from their text.
///
/// Everything runs in a home without other programs, against a daemon that decides nothing.
@Suite(.bounded) struct DocumentExampleTests {
    /// A command as a document shows it.
    struct Example: CustomStringConvertible {
        let place: String
        let text: String
        var description: String { "\(place): \(text)" }
    }

    private static let programs = [
        "appearancectl", "appearanced", "appearance-nightfilter", "appearance-tokens",
    ]
    /// Words in capitals that stand for a value of the reader.
    private static let values = [
        "CITY": "Berlin", "LUX": "300", "FILE": "run.jsonl", "COMMAND": "true", "KEY": "fed.hold",
        "VALUE": "1h", "NAME": "kitty",
    ]

    private static func documents() throws -> [String] {
        try Repository.files().filter { name in
            let isHelp = name.hasPrefix("Tests/Fixtures/help/") && name.hasSuffix(".txt")
            let isPage = name.hasSuffix(".md") || name.hasSuffix(".scd")
            // A changelog and a decision keep the words of their time.
            let isPast = name == "CHANGELOG.md" || name.hasPrefix("docs/decisions/")
            return isHelp || isPage && !isPast && !name.hasPrefix("Tests/")
        }
    }

    /// Returns the code of a document: indented or fenced lines, and spans in backquotes.
    private static func code(in document: String) throws -> [Example] {
        let isHelp = document.hasSuffix(".txt")
        var isFenced = false
        var found: [Example] = []
        let text = try Repository.text(of: document).replacing("\\\n", with: " ")
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let place = "\(document):\(number + 1)"
            if line.hasPrefix("```") {
                isFenced.toggle()
            } else if isFenced || line.hasPrefix(isHelp ? "  " : "    ") {
                let command = line.drop { $0 == " " }
                found.append(
                    Example(place: place, text: String(command.trimmingPrefix("$ "))))
            } else if !isHelp {
                found += line.matches(of: /`([^`]+)`/).map {
                    Example(place: place, text: String($0.output.1))
                }
            }
        }
        return found
    }

    /// Returns the part of a shell line that is a command of ours, without the commands around it.
    private static func command(in line: String) -> String? {
        let start = line.matches(of: /(?:^|[\s"(])(appearance(?:ctl|d|-nightfilter|-tokens))(?=\s)/)
            .first { match in
                let before = line[..<match.output.1.startIndex].split(separator: " ").last ?? ""
                return ["", "time", "|", "do", "&&"].contains(before) || before.contains("=")
                    || before.hasSuffix("\"")
            }
        guard let start else { return nil }
        var quote: Character?
        var text = ""
        var rest = line[start.output.1.startIndex...]
        while let character = rest.popFirst() {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                // Without an end it ends a quote around the whole command, as in JSON.
                guard rest.contains(character) else { break }
                quote = character
            } else if "|;&<>#`".contains(character) || text.hasSuffix("  ") {
                break
            }
            text.append(character)
        }
        let words = text.split(separator: " ").map { word in
            values[String(word)] ?? String(word)
        }
        // A sentence, or a synopsis with choices, is no command.
        guard words.count > 1, words[0] != "appearanced" || words[1].hasPrefix("-"),
            !text.contains("…"), !text.contains("["), !text.contains(", ")
        else { return nil }
        return words.joined(separator: " ")
    }

    private static let examples = Result { () -> [Example] in
        var seen: Set<String> = []
        return try documents().flatMap(code).compactMap { example in
            // Its walk adds a key that is none.
            guard !example.text.contains("fed.minimum") else { return nil }
            return command(in: example.text).map { Example(place: example.place, text: $0) }
        }.filter { seen.insert($0.text).inserted }
    }

    @Test func `every command that a document shows is understood`() throws {
        let examples = try Self.examples.get()
        #expect(examples.count > 40)
        let directory = try RuntimeDirectory()
        let home = try TestHome()
        let files = home.path + "/work"
        for name in ["run.jsonl", "monday.jsonl", "tuesday.jsonl"] {
            try home.write(
                try Repository.text(of: "Tests/Fixtures/records/dim-evenings.jsonl"),
                to: "\(files)/\(name)")
        }
        for name in ["day.csv", "roof-day.csv", "year.csv", "Examples/recorded-day/roof-day.csv"] {
            try home.write("0,10\n60,500\n", to: "\(files)/\(name)")
        }
        for program in Self.programs {
            try FileManager.default.createDirectory(
                atPath: home.path + "/bin", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: "\(home.path)/bin/\(program)",
                withDestinationPath: "\(BuiltProducts.directory)/\(program)")
        }
        try home.write(program: "#!/bin/sh\n", to: "bin/mpv")
        let environment = home.environment.merging([
            "PATH": home.path + "/bin", "appearance": "dark", "XDG_RUNTIME_DIR": directory.path,
            "DISPLAY": "",
            "WAYLAND_DISPLAY": "", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
        ]) { $1 }
        for example in examples {
            let daemon = try FakeDaemon(in: directory, rationale: VerbTests.rationale)
            defer { daemon.stop() }
            // What waits for more has been understood.
            let run = try ChildProcess.run(
                "/usr/bin/timeout", ["2", "/bin/sh", "-c", example.text], environment: environment,
                directory: files)
            #expect(!Self.isRefused(run), "\(example)\n\(run.errors)")
        }
    }

    /// Whether the program has not understood its words.
    private static func isRefused(_ run: FinishedProcess) -> Bool {
        // Text may name a command or an option alone, and a line may go on in the next one.
        let known = [
            "is not a terminal", "Missing expected argument", "needs a file",
            "Missing value for '--when-needed",
        ]
        guard !known.contains(where: run.errors.contains) else { return false }
        return [.exited(2), .exited(64), .exited(127)].contains(run.status)
            || run.errors.contains("unknown key")
    }

    @Test func `a wrong option, value or command would be found`() throws {
        for line in [
            "appearancectl set dark --untill sunrise", "appearancectl config explain fed.hald",
            "appearancectl stauts now", "appearancectl log --since soon", "appearanced --recrod x",
            "appearance-nightfilter --resat", "appearance-tokens shaw all",
        ] {
            #expect(Self.command(in: "    \(line)  # comment | more") == line)
            let home = try TestHome()
            let run = try ChildProcess.run(
                "/bin/sh", ["-c", line],
                environment: home.environment.merging(["PATH": BuiltProducts.directory]) { $1 })
            #expect(Self.isRefused(run), "\(line): \(run.status) \(run.errors)")
        }
    }

    @Test func `every key that a document names exists, with a value that it may have`() throws {
        let home = try TestHome()
        let keys = try Self.documents().flatMap(Self.code).filter { example in
            example.text.wholeMatch(
                of:
                    /(ambient|sensor|fed|schedule|location|nightfilter|portal|desktop|hooks|history|safety)\.[a-z_.]+( = .+)?/
            ) != nil && !example.text.hasSuffix(".d") && !example.text.contains(".json")
                && !example.text.hasPrefix("fed.minimum")
        }
        #expect(keys.count > 20)
        var seen: Set<String> = []
        for example in keys where seen.insert(example.text).inserted {
            let words: [String]
            if example.text.contains(" = ") {
                let file = try home.write(example.text + "\n", to: "key.toml")
                words = ["config", "check", file]
            } else {
                words = ["config", "explain", example.text]
            }
            let run = try ChildProcess.run(
                BuiltProducts.appearancectl, words, environment: home.environment)
            #expect(run.status == .exited(0), "\(example): \(run.errors)")
        }
    }
}
