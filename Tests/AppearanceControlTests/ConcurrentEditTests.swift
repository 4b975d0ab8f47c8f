import AppearanceTestSupport
import Foundation
import Testing

/// Commands that change a file at the same time: each change is kept, and none is refused.
@Suite(.bounded) struct ConcurrentEditTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    /// Runs commands at the same time, and expects each to succeed.
    private func run(_ commands: [[String]]) throws {
        let started = try commands.map {
            try ChildProcess(BuiltProducts.appearancectl, $0, environment: home.environment)
        }
        for (command, process) in zip(commands, started) {
            let status = try process.expectExit()
            let errors = process.text(on: .errors)
            // Some portals read the backends of one folder alone, which is reported after the change.
            let isDone = status == .exited(0) || errors.contains("Copy it there, once:")
            #expect(isDone, "\(command): \(errors)")
        }
    }

    private func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    private func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test(.row("C23")) func `of two settings of different keys none is lost`() throws {
        try home.write(configuration: "# mine\n[ambient]\ndark_below = 40\nlight_above = 80\n")
        for round in 0..<20 {
            try run([
                ["config", "set", "ambient.dark_below", "\(41 + round)"],
                ["config", "set", "history.days", "\(2 + round)"],
                ["config", "set", "schedule.dark", "sunset-\(round + 1)m"],
            ])
            let result = text(home.configurationFile)
            #expect(result.contains("dark_below = \(41 + round)\n"), "\(result)")
            #expect(result.contains("days = \(2 + round)\n"), "\(result)")
            #expect(result.contains("dark = \"sunset-\(round + 1)m\"\n"), "\(result)")
        }
        #expect(names(in: home.configHome + "/appearanced") == ["config.toml"])
    }

    @Test(.row("C23")) func `a setting through a link is not lost either`() throws {
        let file = try home.write("[ambient]\ndark_below = 40\n", to: "dotfiles/config.toml")
        try FileManager.default.createDirectory(
            atPath: home.configHome + "/appearanced", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: home.configurationFile, withDestinationPath: file)
        try home.write("", to: "other/none")
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/other/appearanced",
            withDestinationPath: home.path + "/dotfiles")
        let variables = ["XDG_CONFIG_HOME": home.path + "/other"]
        for round in 0..<10 {
            let direct = try ChildProcess(
                BuiltProducts.appearancectl,
                ["config", "set", "ambient.dark_below", "\(41 + round)"],
                environment: home.environment.merging(variables) { $1 })
            try run([["config", "set", "history.days", "\(2 + round)"]])
            #expect(try direct.expectExit() == .exited(0))
            #expect(text(file).contains("dark_below = \(41 + round)\n"), "\(text(file))")
            #expect(text(file).contains("days = \(2 + round)\n"), "\(text(file))")
        }
    }

    @Test(.row("C23")) func `every command that edits files leaves the changes of the others`()
        throws
    {
        for name in ["10-a", "20-b"] {
            try home.write(
                program: "#!/bin/sh\n", to: home.configHome + "/appearanced/hooks.d/" + name)
        }
        let portals = try home.write(
            "[preferred]\ndefault=gtk\n",
            to: home.configHome + "/xdg-desktop-portal/portals.conf")
        for round in 0..<8 {
            try? FileManager.default.removeItem(atPath: home.configurationFile)
            try home.write(configuration: "[fed]\nhold = \"\(round + 1)h\"\n")
            let verb = round.isMultiple(of: 2) ? "disable" : "enable"
            try run([
                ["setup", "--yes", "--latitude", "52.5", "--longitude", "13.4"],
                ["config", "set", "history.days", "\(2 + round)"],
                ["config", "set", "ambient.dark_below", "\(41 + round)"],
                ["config", "set", "schedule.dark", "sunset-\(round + 1)m"],
                ["portal", "install"],
                ["portal", "install"],
                ["hooks", verb, "10-a"],
                ["hooks", verb, "10-a"],
                ["hooks", "test", "20-b", "dark"],
            ])
            let result = text(home.configurationFile)
            for line in [
                "hold = \"\(round + 1)h\"", "days = \(2 + round)", "follow = \"auto\"",
                "latitude = 52.5", "longitude = 13.4",
                "dark_below = \(41 + round)", "dark = \"sunset-\(round + 1)m\"",
            ] { #expect(result.contains(line + "\n"), "\(line) is missing:\n\(result)") }
            let backends = text(portals).split(separator: "\n").filter {
                $0.hasPrefix("org.freedesktop.impl.portal.Settings=")
            }
            #expect(backends.count == 1, "\(text(portals))")
            let hook = round.isMultiple(of: 2) ? "10-a.disabled" : "10-a"
            #expect(
                names(in: home.configHome + "/appearanced/hooks.d") == [hook, "20-b"])
        }
        #expect(
            names(in: home.configHome + "/appearanced") == ["config.toml", "hooks.d"])
    }

    @Test(.row("C23")) func `tests of two hooks are both recorded`() throws {
        let hooks = (1...4).map { "hook-\($0)" }
        for name in hooks {
            try home.write(
                program: "#!/bin/sh\n", to: home.configHome + "/appearanced/hooks.d/" + name)
        }
        for _ in 0..<5 {
            let file = home.stateHome + "/appearanced/hook-tests.json"
            try? FileManager.default.removeItem(atPath: file)
            try run(hooks.map { ["hooks", "test", $0, "dark"] })
            let recorded = try JSON(parsing: text(file))["hooks"].items.compactMap {
                $0["name"].string
            }
            #expect(recorded.sorted() == hooks)
        }
    }

    /// The editor is open for hours; its copy replaces what it began with, and nothing else.
    @Test(.row("C23")) func `an open editor delays no command`() throws {
        try home.write(configuration: "[fed]\nhold = \"1h\"\n")
        let gate = home.path + "/gate"
        let editor = try home.write(
            program: """
                #!/bin/sh
                echo opened
                until [ -e \(gate) ] || [ ! -d \(home.path) ]; do sleep 0.05; done
                sed -i 's/1h/2h/' "$1"
                """, to: "editor")
        let edit = try ChildProcess(
            BuiltProducts.appearancectl, ["config", "edit"],
            environment: home.environment.merging(["VISUAL": editor]) { $1 })
        try edit.waitForLine(containing: "opened", on: .output)
        try run([["config", "set", "history.days", "7"]])
        try home.write("", to: "gate")
        #expect(try edit.expectExit() == .exited(1))
        #expect(edit.text(on: .errors).contains("has changed meanwhile and is kept."))
        #expect(text(home.configurationFile).contains("days = 7"))
    }

    @Test(.row("C23")) func `a program that keeps the lock is named`() throws {
        try home.write(configuration: "[fed]\nhold = \"1h\"\n")
        let folder = home.configHome + "/appearanced"
        let holder = try ChildProcess(
            "flock", [folder, "sh", "-c", "echo held; exec sleep 60"],
            environment: home.environment)
        try holder.waitForLine(containing: "held", on: .output)
        defer { holder.signalGroup(SIGKILL) }
        let refused = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "set", "history.days", "7"],
            environment: home.environment)
        #expect(refused.status == .exited(1))
        #expect(
            refused.errors.contains("has locked its folder (\(folder)); end it, then try again."),
            "\(refused.errors)")
        #expect(text(home.configurationFile) == "[fed]\nhold = \"1h\"\n")
    }
}
