import AppearanceTestSupport
import Foundation
import Testing

/// `appearancectl config edit` with editors that are scripts.
@Suite(.bounded) struct ConfigEditTests {
    private let home: TestHome
    /// The folder of copies.
    private let copies: String

    init() throws {
        home = try TestHome()
        copies = home.path + "/copies"
        try FileManager.default.createDirectory(
            atPath: copies, withIntermediateDirectories: false)
        try home.write(configuration: Self.text)
    }

    private static let text = "# mine\n[ambient]\ndark_below = 40 # dim\n"

    private var configuration: String {
        (try? String(contentsOfFile: home.configurationFile, encoding: .utf8)) ?? "none"
    }

    private func environment(_ variables: [String: String]) -> [String: String] {
        home.environment.merging(["TMPDIR": copies]) { $1 }.merging(variables) { $1 }
    }

    private func edit(
        _ editor: String, _ variables: [String: String] = [:]
    ) throws -> FinishedProcess {
        try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "edit"],
            environment: environment(variables.merging(["VISUAL": editor]) { $1 }))
    }

    /// The texts of the copies that are left.
    private func kept() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: copies).map {
            try String(contentsOfFile: "\(copies)/\($0)/config.toml", encoding: .utf8)
        }
    }

    @Test func `a valid copy replaces the file, and no copy is left`() throws {
        let run = try edit("sed -i s/40/60/")
        #expect(run.status == .exited(0), "\(run)")
        #expect(configuration == Self.text.replacingOccurrences(of: "40", with: "60"))
        #expect(
            run.output == """
                \(home.configurationFile) is replaced.
                appearanced is not running; it reads the file when it starts.

                """)
        #expect(try kept() == [])
    }

    @Test func `an invalid copy is kept with its errors, and the file is unchanged`() throws {
        let run = try edit("sed -i s/40/dim/")
        #expect(run.status == .exited(1))
        #expect(run.errors.hasPrefix("\(home.configurationFile):3:14: "), "\(run.errors)")
        #expect(run.errors.contains("The copy is kept: \(copies)/"))
        #expect(configuration == Self.text)
        #expect(try kept() == [Self.text.replacingOccurrences(of: "40", with: "dim")])
    }

    @Test(arguments: [
        ("true", 0, "The text is the same; nothing was changed."),
        ("false", 1, "the editor \"false\" failed with status 1. Nothing was changed."),
        ("no-such-editor -w", 1, "cannot be run; set VISUAL or EDITOR to an editor"),
        ("kill -9 $$ #", 1, "ended by signal 9. Nothing was changed."),
        ("rm", 1, "cannot be read after the editor; nothing was changed."),
    ])
    func `an editor that changes nothing, fails or is missing changes nothing`(
        _ editor: String, _ status: Int32, _ reason: String
    ) throws {
        let run = try edit(editor)
        #expect(run.status == .exited(status), "\(run)")
        #expect((run.output + run.errors).contains(reason), "\(run)")
        #expect(configuration == Self.text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: copies) == [])
    }

    @Test func `a changed copy is kept if the editor fails`() throws {
        let run = try edit("f() { sed -i s/40/60/ \"$1\"; exit 3; }; f")
        #expect(run.status == .exited(1))
        #expect(
            run.errors.contains("failed with status 3. Nothing was changed.\nThe copy is kept: "))
        #expect(configuration == Self.text)
        #expect(try kept() == [Self.text.replacingOccurrences(of: "40", with: "60")])
    }

    @Test func `bytes that are not UTF-8 are kept as they are`() throws {
        let bytes = Array("# caf".utf8) + [0xE9] + Array("\n[ambient]\ndark_below = 40\n".utf8)
        try Data(bytes).write(to: URL(filePath: home.configurationFile))
        #expect(try edit("true").output == "The text is the same; nothing was changed.\n")
        let run = try edit("sed -i s/40/60/")
        #expect(run.errors.contains("save the file as UTF-8"), "\(run)")
        #expect(try Data(contentsOf: URL(filePath: home.configurationFile)) == Data(bytes))
    }

    @Test func `EDITOR is used without VISUAL, and without both the error names the remedy`() throws
    {
        let run = try edit("", ["EDITOR": "sed -i s/40/60/"])
        #expect(run.status == .exited(0), "\(run)")
        let none = try edit("", ["PATH": home.path])
        #expect(none.status == .exited(1))
        #expect(none.errors.contains("no editor was found"), "\(none.errors)")
        #expect(try kept() == [])
    }

    @Test func `without a configuration the copy has every key as a comment`() throws {
        try FileManager.default.removeItem(atPath: home.configurationFile)
        let same = try edit("true")
        #expect(same.output.hasPrefix("The text is the same"))
        #expect(configuration == "none")
        let run = try edit("sed -i '$a # mine'")
        #expect(run.output.hasPrefix("\(home.configurationFile) is written.\n"), "\(run)")
        let edited = configuration
        try FileManager.default.removeItem(atPath: home.configurationFile)
        _ = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "init"], environment: home.environment)
        #expect(edited == configuration + "# mine\n")
    }

    @Test func `a system-wide file is copied, not changed`() throws {
        try FileManager.default.removeItem(atPath: home.configurationFile)
        let file = try home.write(Self.text, to: "etc/appearanced/config.toml")
        let run = try edit("sed -i s/40/60/", ["XDG_CONFIG_DIRS": home.path + "/etc"])
        #expect(run.status == .exited(0), "\(run)")
        #expect(configuration.contains("dark_below = 60 # dim"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.text)
    }

    @Test func `a file that was changed meanwhile is not overwritten`() throws {
        let run = try edit(
            "f() { sed -i s/40/60/ \"$1\"; echo '# other' > '\(home.configurationFile)'; }; f")
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("has changed meanwhile and is kept.\nThe copy is kept: "))
        #expect(configuration == "# other\n")
        #expect(try kept().count == 1)
    }

    @Test func `on a terminal the user edits an invalid copy again, or discards it`() throws {
        let script = """
            #!/bin/sh
            if grep -q dim2 "$1"; then sed -i 's/dim2/70/' "$1"; else sed -i 's/40/dim2/' "$1"; fi
            """
        let editor = try home.write(program: script, to: "editor")
        func start() throws -> ChildProcess {
            let terminal = try ChildProcess(
                "script", ["-qec", "\(BuiltProducts.appearancectl) config edit", "/dev/null"],
                environment: environment(["VISUAL": editor]), keepsInput: true)
            try terminal.waitForLine(containing: "config.toml:3:14: ", on: .output)
            return terminal
        }
        let discarding = try start()
        try discarding.write(line: "d")
        #expect(try discarding.expectExit() == .exited(1))
        #expect(discarding.text(on: .output).contains("Discarded; nothing was changed."))
        #expect(configuration == Self.text)
        #expect(try kept() == [])
        let editing = try start()
        try editing.write(line: "what?")
        try editing.write(line: "e")
        #expect(try editing.expectExit() == .exited(0))
        #expect(configuration == Self.text.replacingOccurrences(of: "40", with: "70"))
    }

    @Test(arguments: [".config.toml.swp", "config.toml.save", "#config.toml#"])
    func `the file in which a killed editor keeps what was not saved is kept`(name: String) throws {
        let run = try edit("f() { echo mine >\"${1%/*}/\(name)\"; kill -HUP $$; }; f")
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("ended by signal 1. Nothing was changed.\nThe copy is kept: "))
        let folders = try FileManager.default.contentsOfDirectory(atPath: copies)
        let folder = copies + "/" + (try #require(folders.first))
        #expect(run.errors.hasSuffix("The copy is kept: \(folder)\n"), "\(run)")
        #expect(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) == "mine\n")
    }

    @Test func `a copy that is too large to read is kept`() throws {
        let run = try edit("f() { head -c 2000000 /dev/zero >\"$1\"; }; f")
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("cannot be read after the editor; nothing was changed.\n"))
        #expect(run.errors.contains("/config.toml: "), "the reason: \(run.errors)")
        #expect(run.errors.contains("The copy is kept: \(copies)/"), "\(run.errors)")
        #expect(try kept().map(\.utf8.count) == [2_000_000])
    }
}
