import AppearanceTestSupport
import Foundation
import Testing

/// Hooks that do their work, run by the real daemon without systemd.
@Suite(.bounded, .requires(.bus, .busClient)) struct HookTests {
    @Test func `a hook receives the appearance and its reasons`() throws {
        let scene = try HookScene()
        try scene.hook(
            "probe",
            "env | grep ^APPEARANCED_ | sort >\(scene.log).new; "
                + "mv \(scene.log).new \(scene.log); cat; \(scene.noting("probe"))")
        let daemon = try scene.daemon()
        try scene.wait(for: "probe light")
        #expect(try daemon.appearancectl("set", "night", "--for", "1h").status == .exited(0))
        try scene.wait(for: "probe night")
        let lines = scene.ran
        for line in [
            "APPEARANCED_APPEARANCE=night", "APPEARANCED_PREVIOUS=light",
            "APPEARANCED_MODE=night", "APPEARANCED_REASON=manual", "APPEARANCED_LUX=",
        ] { #expect(lines.contains(line)) }
        let until = try daemon.status()["until"].integer ?? 0
        #expect(lines.contains("APPEARANCED_UNTIL=\(until / 1_000_000)"))
        let sequence = try daemon.status()["sequence"].integer ?? -1
        #expect(lines.contains("APPEARANCED_SEQUENCE=\(sequence)"))
        let why = try daemon.status()["explanation"].string ?? "none"
        #expect(lines.contains("APPEARANCED_EXPLANATION=\(why)"))
    }

    @Test func `hooks of one number run at the same time, and before the next number`() throws {
        let scene = try HookScene()
        try scene.hook("10-a", scene.waiting(for: "b") + "; \(scene.noting("10-a"))")
        try scene.hook("10-b", "\(scene.noting("10-b")); : >\(scene.home.path)/b")
        try scene.hook("20-c", scene.noting("20-c"))
        let daemon = try scene.daemon()
        try scene.wait(for: "20-c light")
        #expect(scene.ran == ["10-b light", "10-a light", "20-c light"])
        withExtendedLifetime(daemon) {}
    }

    @Test func `the start runs only the hooks that have not succeeded in this appearance`() throws {
        let scene = try HookScene()
        try scene.hook("a", scene.noting("a"))
        try scene.hook("failing", "\(scene.noting("failing")); exit 3")
        var daemon = try scene.daemon()
        try scene.waitUntilRecorded("a", "light")
        try scene.waitUntilRecorded("failing", "light")
        #expect(try daemon.process.terminate() == .exited(0))
        try FileManager.default.removeItem(atPath: scene.log)

        daemon = try scene.daemon()
        try scene.wait(for: "failing light")
        try daemon.set("dark")
        try scene.waitUntilRecorded("a", "dark")
        #expect(!scene.ran.contains("a light"))
        #expect(scene.ran.contains("a dark"))
    }

    @Test(arguments: [("always", ["a light", "a light", "a dark"]), ("never", ["a dark"])])
    func `the start runs every hook, or none, if so configured`(
        _ onStart: String, _ ran: [String]
    ) throws {
        let scene = try HookScene("on_start = \"\(onStart)\"")
        try scene.hook("a", scene.noting("a"))
        let first = try scene.daemon()
        if onStart == "always" { try scene.waitUntilRecorded("a", "light") }
        #expect(try first.process.terminate() == .exited(0))
        let daemon = try scene.daemon()
        if onStart == "always" { try FileWatch.wait(for: scene.log) { $0 == "a light\na light\n" } }
        try daemon.set("dark")
        try scene.wait(for: "a dark")
        #expect(scene.ran == ran)
    }

    @Test func `output is logged line by line under the name of the hook`() throws {
        let scene = try HookScene()
        try scene.hook("talker", "echo one; echo two >&2; printf three")
        let daemon = try scene.daemon()
        try scene.waitUntilRecorded("talker", "light")
        for text in ["one", "two", "three"] {
            #expect(daemon.log("<6>").contains("hook talker: \(text)"))
        }
    }

    /// A program that the hook starts in the background, such as one for wallpapers.
    @Test(.row("C9")) func `a process that a hook leaves behind continues and may write`() throws {
        let scene = try HookScene()
        try scene.hook(
            "starter",
            "( \(scene.waiting(for: "gate")); echo more; echo more >&2; \(scene.noting("child")) ) &"
        )
        let daemon = try scene.daemon()
        try scene.waitUntilRecorded("starter", "light")
        try scene.open("gate")
        try scene.wait(for: "child light")
        #expect(daemon.log("<4>") == [])
    }

    @Test(.row("C9")) func `a hook inherits no descriptor and leaves no zombie`() throws {
        let scene = try HookScene()
        try scene.hook("probe", "ls /proc/$$/fd >>\(scene.log)")
        let daemon = try scene.daemon()
        try scene.waitUntilRecorded("probe", "light")
        // The shell keeps its script open, and the output, under numbers from 10.
        #expect(scene.ran.compactMap(Int.init).filter { $0 < 10 }.sorted() == [0, 1, 2])
        let children = try String(
            contentsOfFile:
                "/proc/\(daemon.process.processIdentifier)/task/\(daemon.process.processIdentifier)/children",
            encoding: .utf8)
        #expect(children == "")
    }

    @Test func `a link to the null device switches a hook of a package off`() throws {
        let scene = try HookScene()
        try scene.hook("\(scene.home.dataHome)/appearanced/hooks.d/packaged", scene.noting("p"))
        try scene.hook("own", scene.noting("own"))
        let daemon = try scene.daemon()
        try scene.waitUntilRecorded("packaged", "light")
        let disabled = try daemon.appearancectl("hooks", "disable", "packaged")
        #expect(disabled.status == .exited(0), "\(disabled.errors)")
        try daemon.set("dark")
        try scene.waitUntilRecorded("own", "dark")
        #expect(!scene.ran.contains("p dark"))
        #expect(try daemon.appearancectl("hooks", "enable", "packaged").status == .exited(0))
        try daemon.set("night")
        try scene.waitUntilRecorded("packaged", "night")
    }

    @Test func `the scripts of darkman run unchanged if configured`() throws {
        let scene = try HookScene("darkman = true")
        for kind in ["darkman", "dark-mode.d", "light-mode.d"] {
            try scene.hook("\(scene.home.dataHome)/\(kind)/script", scene.noting(kind))
        }
        let daemon = try scene.daemon()
        try scene.waitUntilRecorded("light-mode.d/script", "light")
        try scene.waitUntilRecorded("darkman/script", "light")
        try daemon.set("night")
        try scene.waitUntilRecorded("dark-mode.d/script", "dark")
        try scene.waitUntilRecorded("darkman/script", "dark")
        #expect(
            scene.ran.sorted() == [
                "dark-mode.d dark", "darkman dark", "darkman light", "light-mode.d light",
            ])
    }

    @Test func `a script of darkman for light runs at the start after a dark evening`() throws {
        let settings = "[hooks]\ndarkman = true\n"
        let scene = try HookScene("darkman = true")
        for kind in ["dark-mode.d", "light-mode.d"] {
            try scene.hook("\(scene.home.dataHome)/\(kind)/script", scene.noting(kind))
        }
        var daemon = try scene.daemon()
        try scene.waitUntilRecorded("light-mode.d/script", "light")
        try scene.home.write(configuration: TestHome.evening + settings)
        try scene.waitUntilRecorded("dark-mode.d/script", "dark")
        #expect(try daemon.process.terminate() == .exited(0))

        try scene.home.write(configuration: TestHome.daylight + settings)
        let ran = ["light-mode.d light", "dark-mode.d dark", "light-mode.d light"]
        daemon = try scene.daemon()
        try FileWatch.wait(for: scene.home.stateHome + "/appearanced/hooks.json") { text in
            let times = try JSON(parsing: text)["hooks"].items.map { $0["startedAt"].integer ?? 0 }
            return times.count == 2 && times[0] < times[1]
        }
        #expect(scene.ran == ran)
        #expect(try daemon.process.terminate() == .exited(0))
        daemon = try scene.daemon()
        try daemon.set("dark")
        try scene.wait(for: "dark-mode.d dark")
        #expect(scene.ran == ran + ["dark-mode.d dark"])
    }

    @Test func `the hooks of the configuration in effect are listed if the file is invalid`() throws
    {
        let scene = try HookScene("darkman = true")
        try scene.hook("\(scene.home.dataHome)/dark-mode.d/a", scene.noting("dark"))
        let daemon = try scene.daemon()
        try FileWatch.wait(for: scene.home.stateHome + "/appearanced/last-good-config.toml")
        try scene.home.write(configuration: "[hooks]\ndarkman = maybe\n")
        #expect(try daemon.appearancectl("hooks").output.contains("dark-mode.d/a"))
    }

    @Test func `a hook is listed, tested, disabled and enabled by the command`() throws {
        let scene = try HookScene()
        let path = try scene.hook("a", "echo said; \(scene.noting("a")); [ $1 != night ]")
        try scene.hook("plain", "", mode: 0o644)
        let daemon = try scene.daemon()
        try scene.waitUntilRecorded("a", "light")
        let items = try JSON(parsing: daemon.appearancectl("hooks", "list", "--json").output).items
        #expect(items.map { $0["name"].string } == ["a", "plain"])
        #expect(items.map { $0["state"].string } == ["on", "flawed"])
        #expect(items.first?["last_run"]["ending"].string == "exited")
        #expect(items.first?["last_run"]["status"].integer == 0)
        let text = try daemon.appearancectl("hooks").output
        #expect(text.contains("never runs: it is not executable; chmod +x \(scene.folder)/plain"))
        #expect(text.contains("light at "))

        let tested = try daemon.appearancectl("hooks", "test", "a", "dark")
        #expect(tested.status == .exited(0))
        #expect(tested.output == "said\n")
        #expect(scene.ran.last == "a dark")
        #expect(try daemon.appearancectl("get").output == "light\n")
        let failed = try daemon.appearancectl("hooks", "test", "a", "night")
        #expect(failed.status == .exited(1))
        #expect(failed.errors.contains("hook a failed with exit status 1 after"))
        let plain = try daemon.appearancectl("hooks", "test", "plain", "dark")
        #expect(plain.status == .exited(1))
        #expect(
            plain.errors
                == "appearancectl: \(scene.folder)/plain never runs: it is not executable.\n"
                + "To fix it: chmod +x \(scene.folder)/plain\n")
        let unknown = try daemon.appearancectl("hooks", "test", "plan")
        #expect(unknown.errors.contains("no hook 'plan'; did you mean plain?"))

        // The test of night is the last run.
        let last = try JSON(parsing: daemon.appearancectl("hooks", "list", "--json").output).items
        #expect(last.first?["last_run"]["argument"].string == "night")
        #expect(last.first?["last_run"]["test"].bool == true)

        let disabled = path + ".disabled"
        #expect(
            try daemon.appearancectl("hooks", "disable", "a").output
                == "Renamed \(path) to a.disabled; it does not run any more.\n"
                + "Undo: appearancectl hooks enable a\n")
        #expect(!FileManager.default.fileExists(atPath: path))
        // A user who has disabled a hook needs no warning of it.
        let list = try daemon.appearancectl("hooks").output
        #expect(list.contains(/\na +off +test of night at .* \/.*a\.disabled\n/), "\(list)")
        #expect(try daemon.appearancectl("hooks", "enable", "a").status == .exited(0))
        #expect(FileManager.default.isExecutableFile(atPath: path))
        try scene.hook("a.disabled", "exit 3")
        let kept = try daemon.appearancectl("hooks", "disable", "a")
        #expect(kept.errors.contains("\(disabled) exists already, so \(path) keeps its name."))
        #expect(FileManager.default.isExecutableFile(atPath: path))
    }

    @Test func `doctor accepts a hook that has passed a test since it failed`() throws {
        let scene = try HookScene()
        try scene.hook("a", "exit 3")
        let daemon = try scene.daemon()
        try scene.waitUntilRecorded("a", "light")
        func doctor() throws -> String { try daemon.appearancectl("doctor").output }
        #expect(try doctor().contains("The hook a fails."))
        try scene.hook("a", "[ $1 = dark ]")
        #expect(try daemon.appearancectl("hooks", "test", "a", "dark").status == .exited(0))
        #expect(try doctor().contains("The hook a fails."), "another appearance was tested")
        try scene.hook("a", "")
        #expect(try daemon.appearancectl("hooks", "test", "a", "light").status == .exited(0))
        let passed = try doctor().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(!passed.contains("The hook a fails."))
        #expect(
            passed.contains(
                "1 hook runs at each change; a failed last, but a later test has succeeded."))
        try scene.hook("a", "exit 4")
        try daemon.set("dark")
        try scene.waitUntilRecorded("a", "dark")
        #expect(try doctor().contains("The hook a fails."))
    }

    @Test func `a test that cannot be recorded says so and succeeds`() throws {
        let scene = try HookScene()
        try scene.hook("a", "echo said")
        try scene.home.write("", to: "state/appearanced")
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["hooks", "test", "a", "dark"],
            environment: scene.home.environment)
        #expect(run.status == .exited(0))
        #expect(run.output == "said\n")
        #expect(
            run.errors.contains(
                "appearancectl: the test is not recorded: cannot write \(scene.home.stateHome)"),
            "\(run.errors)")
        #expect(!run.errors.contains("Error("))
    }

    @Test func `a script of darkman is not tested in an appearance in which it never runs`() throws
    {
        let scene = try HookScene("darkman = true\non_start = \"never\"")
        try scene.hook("\(scene.home.dataHome)/dark-mode.d/a", scene.noting("dark"))
        try scene.hook("\(scene.home.dataHome)/light-mode.d/a", scene.noting("light"))
        let daemon = try scene.daemon()
        for refused in [
            try daemon.appearancectl("hooks", "test", "dark-mode.d/a"),
            try daemon.appearancectl("hooks", "test", "dark-mode.d/a", "light"),
        ] {
            #expect(refused.status == .exited(1))
            #expect(
                refused.errors == """
                    appearancectl: dark-mode.d/a does not run in light, only in dark and night.
                    To run it: appearancectl hooks test dark-mode.d/a dark

                    """)
        }
        let refused = try daemon.appearancectl("hooks", "test", "light-mode.d/a", "night")
        #expect(refused.errors.contains("does not run in night, only in light.\n"))
        #expect(scene.ran == [])
        _ = try daemon.appearancectl("hooks", "test", "dark-mode.d/a", "night")
        #expect(scene.ran == ["dark dark"])
    }

    @Test func `names with a hyphen or a line break can be used as they are printed`() throws {
        let scene = try HookScene("on_start = \"never\"")
        try scene.hook("-a", scene.noting("hyphen"))
        try scene.hook("it's\n\u{7}two", "", mode: 0o644)
        let daemon = try scene.daemon()
        func bash(_ command: Substring) throws {
            let script = "appearancectl() { \"$0\" \"$@\"; }; \(command)"
            let run = try ChildProcess.run(
                "bash", ["-c", script, BuiltProducts.appearancectl],
                environment: daemon.environment)
            #expect(run.status == .exited(0), "\(command): \(run.errors)")
        }
        let disabled = try daemon.appearancectl("hooks", "disable", "--", "-a").output
        try bash(try #require(disabled.split(separator: "Undo: ").last))
        let again = try daemon.appearancectl("hooks", "enable", "--", "-a").output
        #expect(again == "-a is on already.\n")
        _ = try daemon.appearancectl("hooks", "disable", "--", "-a")
        let enabled = try daemon.appearancectl("hooks", "enable", "--", "-a").output
        let lines = enabled.split(separator: "\n")
        #expect(lines.last == "Undo: appearancectl hooks disable -- -a", "\(enabled)")
        let run = try #require(lines.first { $0.contains("now: ") })
        try bash(try #require(run.split(separator: "now: ").last))
        #expect(scene.ran == ["hyphen light"])

        let rows = try daemon.appearancectl("hooks").output.split(separator: "\n")
        #expect(rows.count == 4)
        #expect(rows[2].hasPrefix("it's  two  flawed  –"), "\(rows[2])")
        try bash(try #require(rows[3].split(separator: "; ").last))
        #expect(try daemon.appearancectl("hooks").output.split(separator: "\n").count == 3)
    }

    @Test func `disable keeps files that it cannot restore or must not replace`() throws {
        let scene = try HookScene("darkman = true\non_start = \"never\"")
        let (data, mine) = (scene.home.dataHome + "/appearanced", scene.folder + "/mine")
        try scene.hook("\(scene.home.path)/dotfiles/mine", "")
        try scene.hook("\(data)/hooks-available/ready", "")
        try scene.hook("\(data)/hooks.d/ready", "")
        let package = try scene.hook("\(scene.home.path)/system/dark-mode.d/theirs", "")
        for (name, target) in [
            ("mine", scene.home.path + "/dotfiles/mine"),
            ("ready", data + "/hooks-available/ready"),
        ] {
            try FileManager.default.createDirectory(
                atPath: scene.folder, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: "\(scene.folder)/\(name)", withDestinationPath: target)
        }
        let daemon = try scene.daemon()
        func hooks(_ words: String...) throws -> FinishedProcess {
            try ChildProcess.run(
                BuiltProducts.appearancectl, ["hooks"] + words,
                environment: daemon.environment.merging([
                    "XDG_DATA_DIRS": scene.home.path + "/system"
                ]) { $1 })
        }
        let own = try hooks("disable", "mine")
        #expect(own.status == .exited(1))
        #expect(own.errors.contains("is a link of yours to"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: mine) != "")
        // Without the link to the null device, the file of the package would run in its place.
        #expect(try hooks("disable", "ready").status == .exited(0))
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: scene.folder + "/ready")
                == "/dev/null")
        let darkmans = try hooks("disable", "dark-mode.d/theirs")
        #expect(darkmans.status == .exited(1))
        #expect(darkmans.errors.contains("a script of darkman that a package installed"))
        #expect(FileManager.default.isExecutableFile(atPath: package))
    }

    @Test func `a script of darkman that a link switches off can be enabled`() throws {
        let scene = try HookScene("darkman = true\non_start = \"never\"")
        try scene.hook("\(scene.home.path)/system/dark-mode.d/theirs", "")
        let folder = scene.home.dataHome + "/dark-mode.d"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/theirs", withDestinationPath: "/dev/null")
        let enabled = try ChildProcess.run(
            BuiltProducts.appearancectl, ["hooks", "enable", "dark-mode.d/theirs"],
            environment: scene.home.environment.merging([
                "XDG_DATA_DIRS": scene.home.path + "/system"
            ]) { $1 })
        #expect(enabled.status == .exited(0), "\(enabled.errors)")
        #expect(enabled.output.hasPrefix("Removed \(folder)/theirs.\n"), "\(enabled.output)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test func `a ready-made hook that is switched off can be enabled`() throws {
        let scene = try HookScene("on_start = \"never\"")
        let ready = try scene.hook(
            "\(scene.home.dataHome)/appearanced/hooks-available/ready", scene.noting("r"))
        try FileManager.default.createDirectory(
            atPath: scene.folder, withIntermediateDirectories: true)
        let link = scene.folder + "/ready"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
        let daemon = try scene.daemon()
        let items = try JSON(parsing: daemon.appearancectl("hooks", "list", "--json").output).items
        #expect(items.map { $0["state"].string } == ["off"])
        #expect(try daemon.appearancectl("hooks", "enable", "ready").status == .exited(0))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == ready)
    }

    /// Debian's sessions have `/usr/share/` in the variable, and a text console has none.
    @Test func `a ready-made hook is recognized by its folder with and without a slash`() throws {
        let scene = try HookScene("on_start = \"never\"")
        let folder = scene.home.path + "/system"
        try scene.hook("\(folder)/appearanced/hooks-available/ready", scene.noting("ready"))
        func run(_ words: String..., folder: String) throws -> FinishedProcess {
            try ChildProcess.run(
                BuiltProducts.appearancectl, words,
                environment: scene.home.environment.merging(["XDG_DATA_DIRS": folder]) { $1 })
        }
        #expect(try run("hooks", "enable", "ready", folder: folder + "/").status == .exited(0))
        let reset = try run("reset", folder: folder)
        #expect(reset.status == .exited(0), "\(reset.errors)")
        #expect(
            reset.output.contains(
                "Removed the link \(scene.folder)/ready; ready does not run any more.\n"))
        #expect(scene.ran == ["ready reset"])
    }

    @Test func `reset disables ready-made hooks, which restore their programs, and no others`()
        throws
    {
        let scene = try HookScene("on_start = \"never\"")
        try scene.hook(
            "\(scene.home.dataHome)/appearanced/hooks-available/ready", scene.noting("ready"))
        try scene.hook("own", scene.noting("own"))
        let daemon = try scene.daemon()
        try daemon.enableHook("ready")
        try daemon.set("dark")
        try scene.waitUntilRecorded("ready", "dark")
        try scene.waitUntilRecorded("own", "dark")
        let reset = try daemon.appearancectl("reset")
        #expect(reset.status == .exited(0), "\(reset.errors)")
        #expect(
            reset.output.contains(
                "Removed the link \(scene.folder)/ready; ready does not run any more.\n"))
        #expect(scene.ran.last == "ready reset")
        try daemon.set("night")
        try scene.waitUntilRecorded("own", "night")
        #expect(!scene.ran.contains("ready night"))
        #expect(
            try daemon.appearancectl("reset").output == "No desktop setting has been changed.\n")
    }

    @Test func `a folder that cannot be read is listed with the command that fixes it`() throws {
        let scene = try HookScene()
        try scene.hook("a", "")
        func hooks() throws -> String {
            let words = FilePermissions.enforced + [BuiltProducts.appearancectl, "hooks"]
            return try ChildProcess.run(
                words[0], Array(words.dropFirst()), environment: scene.home.environment
            ).output
        }
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: scene.folder)
        let output = try hooks()
        let fix = "chmod u+rx \(scene.folder)"
        #expect(
            output.hasSuffix("   never runs: it cannot be read, nor the hooks in it; \(fix)\n"),
            "\(output)")
        #expect(try ChildProcess.run("sh", ["-c", fix], environment: [:]).status == .exited(0))
        #expect(try hooks().contains("\na "))
    }

    @Test func `a missing home is named`() throws {
        var environment = try HookScene().home.environment
        environment["XDG_CONFIG_HOME"] = nil
        environment["HOME"] = ""
        environment["XDG_DATA_DIRS"] = "/nonexistent"
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["hooks"], environment: environment)
        #expect(
            run.output == """
                There are no hooks.
                Neither XDG_CONFIG_HOME nor HOME is set, so there is no folder for them.

                """)
    }

    @Test func `a hook that is tested without the daemon has every variable`() throws {
        let scene = try HookScene()
        try scene.hook("strict", "set -u; echo \"$APPEARANCED_MODE|$APPEARANCED_LUX|$1\"")
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["hooks", "test", "strict", "night"],
            environment: scene.home.environment)
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(run.output == "||night\n")
    }

    @Test func `reset reports a hook that could not restore, and disables the others`() throws {
        let scene = try HookScene("on_start = \"never\"")
        let folder = "\(scene.home.dataHome)/appearanced/hooks-available"
        try scene.hook("\(folder)/first", "[ \"$1\" != reset ] || { echo no >&2; exit 1; }")
        try scene.hook("\(folder)/second", scene.noting("second"))
        let daemon = try scene.daemon()
        try daemon.enableHook("first")
        try daemon.enableHook("second")
        let reset = try daemon.appearancectl("reset")
        #expect(reset.status == .exited(1), "\(reset)")
        #expect(
            reset.errors.contains("The colours of the program of first could not be restored."),
            "\(reset)")
        #expect(reset.errors.contains("\nTo try again: \(folder)/first reset\n"), "\(reset)")
        for name in ["first", "second"] {
            #expect(reset.output.contains("Removed the link \(scene.folder)/\(name);"), "\(reset)")
        }
        #expect(scene.ran.last == "second reset")
    }
}
