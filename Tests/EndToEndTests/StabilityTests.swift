import AppearanceTestSupport
import Foundation
import Testing

/// The promises of docs/stability.md to programs outside, compared with the lists in Tests/Fixtures/api.
///
/// After a change that is meant: `APPEARANCE_WRITE_SNAPSHOTS=1 scripts/test StabilityTests`.
@Suite(.bounded) struct StabilityTests {
    private func compare(_ name: String, with lines: [String]) throws {
        let list = try KeptList(name, comparedWith: lines)
        #expect(list.missing == [], "\(name): removed or changed; see docs/stability.md")
        #expect(list.new == [], "\(name): new; see the test for the command")
        #expect(lines.count >= 10, "\(name) is read")
    }

    @Test func `the interface on D-Bus keeps its members`() throws {
        let text = try Repository.text(of: "config/io.github.appearanced.Appearance1.xml")
        let description = try #require(InterfaceDescription(text))
        let signalled = description.changes.map {
            "property \($0.key): change signalled \($0.value)"
        }
        try compare("dbus", with: description.declarations.values.flatMap(\.self) + signalled)
    }

    /// Inside a type each word or member is a line, so that one more is no change of the others.
    @Test func `the interface on the socket keeps its members`() throws {
        let text = try Repository.text(of: "config/io.github.appearanced.varlink")
            .split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: " ")
        var lines: [String] = []
        for match in text.matches(
            of: /\b(type|method|error) (\w+) ?\(([^)]*)\)(?: -> \(([^)]*)\))?/)
        {
            let (_, kind, name, first, second) = match.output
            lines.append("\(kind) \(name)")
            for (word, members) in [("", first), ("reply ", second ?? "")] {
                lines += members.split(separator: ",").map {
                    "\(kind) \(name) \(word)\($0.trimmingCharacters(in: .whitespaces))"
                }
            }
        }
        try compare("varlink", with: lines)
    }

    @Test func `the configuration keeps its keys and the types of their values`() throws {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "show", "--json"],
            environment: TestHome().environment)
        let keys = try JSON(parsing: run.output)["keys"].members
        let lines = keys.map { name, key in
            let type =
                switch key["value"] {
                case .bool: "boolean"
                case .integer, .number: "number"
                case .string: "string"
                case .array: "list"
                case .null, .object: "none"
                }
            return "\(name): \(type)"
        }
        try compare("configuration", with: lines)
    }

    @Test(arguments: [
        BuiltProducts.appearanced, BuiltProducts.appearancectl, BuiltProducts.appearanceTokens,
        BuiltProducts.nightfilter, BuiltProducts.presence, BuiltProducts.camera, BuiltProducts.tray,
    ])
    func `every program is of the version of the project`(_ program: String) throws {
        let source = try Repository.text(of: "Sources/AppearanceModel/ProjectVersion.swift")
        let version = try #require(source.firstMatch(of: /projectVersion = "([^"]+)"/)).output.1
        let run = try ChildProcess.run(
            program, ["--version"], environment: TestHome().environment)
        let words = run.output.split(whereSeparator: \.isWhitespace)
        #expect(words.last == version, "\(run.output)\(run.errors)")
    }

    @Test func `every program keeps its commands, options and exit statuses`() throws {
        let home = try TestHome()
        func output(_ program: String, _ option: String) throws -> String {
            let run = try ChildProcess.run(program, [option], environment: home.environment)
            try #require(run.status == .exited(0), "\(run.errors)")
            return run.output
        }
        var lines: [String] = []
        for program in [BuiltProducts.appearancectl, BuiltProducts.appearanceTokens] {
            func add(_ command: JSON, _ above: String) {
                let path = "\(above)\(command["commandName"].string ?? "")"
                lines.append(path)
                for argument in command["arguments"].items {
                    let names = argument["names"].items.map { name in
                        (name["kind"].string == "short" ? "-" : "--") + (name["name"].string ?? "")
                    }
                    let value = argument["kind"] == "flag" ? "" : " VALUE"
                    lines +=
                        names.isEmpty ? ["\(path) ARGUMENT"] : names.map { "\(path) \($0)\(value)" }
                }
                for below in command["subcommands"].items { add(below, path + " ") }
            }
            add(try JSON(parsing: output(program, "--experimental-dump-help"))["command"], "")
        }
        for program in [
            BuiltProducts.appearanced, BuiltProducts.nightfilter, BuiltProducts.presence,
            BuiltProducts.camera, BuiltProducts.tray,
        ] {
            let name = try #require(program.split(separator: "/").last)
            let help = try output(program, "--help")
            lines += help.matches(of: /\n  (?:(-\w), )?(--[\w-]+)( [A-Z.]+)?/).flatMap { match in
                [match.output.1, match.output.2].compactMap(\.self).map {
                    "\(name) \($0)\(match.output.3 == nil ? "" : " VALUE")"
                }
            }
            let statuses = try #require(help.firstMatch(of: /Exit codes:([^.]*)\./)).output.1
            lines += statuses.matches(of: #/(?:^|,)\s+(\d+) /#).map {
                "\(name) exits \($0.output.1)"
            }
        }
        let page = try Repository.text(of: "man/appearancectl.1.scd")
        let section = try #require(page.firstMatch(of: /# EXIT STATUS([^#]*)#/)).output.1
        lines += section.matches(of: /\n\*(\d+)\*/).map { "appearancectl exits \($0.output.1)" }
        try compare("commands", with: Set(lines).sorted())
    }

    /// A list has members only if it has an element: those of the inhibitors and reports come from this scene.
    @Test(.requires(.bus)) func `the JSON of the commands keeps its members`() throws {
        let daemon = try RunningDaemon.inDaylight()
        let feed = try ChildProcess(
            BuiltProducts.appearancectl, ["feed", "300"], environment: daemon.environment)
        try feed.expectExit()
        let holder = try ChildProcess(
            BuiltProducts.appearancectl, ["inhibit", "--why", "test", "sleep", "1000"],
            environment: daemon.environment)
        let deadline = Deadline()
        while try daemon.status()["inhibitors"].items.isEmpty {
            try deadline.check("the inhibition")
        }
        var lines: [String] = []
        func add(_ value: JSON, _ path: String) {
            switch value {
            case .object(let members):
                for (name, value) in members {
                    lines.append("\(path) \(name)")
                    add(value, "\(path) \(name)")
                }
            case .array(let items): for item in items { add(item, path) }
            case .null, .bool, .integer, .number, .string: break
            }
        }
        for command in ["status", "why", "schedule", "place", "doctor"] {
            let run = try daemon.appearancectl(command, "--json")
            for line in run.output.split(separator: "\n") {
                add(try JSON(parsing: String(line)), command)
            }
        }
        holder.signalGroup(SIGKILL)
        try compare("json", with: Set(lines).sorted())
    }
}
