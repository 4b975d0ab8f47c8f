import AppearanceTestSupport
import Foundation
import Testing

/// `appearancectl config set`, `unset`, `get` and `show`.
@Suite(.bounded) struct ConfigSetTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    private func run(
        _ words: String...
    ) throws -> (status: AppearanceTestSupport.ExitStatus, output: String, errors: String) {
        let finished = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config"] + words, environment: home.environment)
        return (finished.status, finished.output, finished.errors)
    }

    private var text: String {
        (try? String(contentsOfFile: home.configurationFile, encoding: .utf8)) ?? ""
    }

    @Test func `a value is set in its place, and the rest of the file is kept`() throws {
        let before = "# mine\n[ambient] # light\ndark_below = 40 # dim\n\n[sensor]\npoll = \"1s\"\n"
        try home.write(configuration: before)
        let outcome = try run("set", "ambient.dark_below", "60")
        #expect(outcome.status == .exited(0), "\(outcome)")
        #expect(text == before.replacingOccurrences(of: "= 40", with: "= 60"))
        #expect(
            outcome.output
                == "\(home.configurationFile): ambient.dark_below 40.0 → 60.0\n"
                + "Undo: appearancectl config set ambient.dark_below 40.0\n")
        #expect(
            try run("set", "ambient.dark_below", "60").output.hasSuffix(
                "has these values already.\n"))
    }

    /// Keys that were set get their values, and others leave the file again.
    @Test func `the undo of set and unset restores every value`() throws {
        try home.write(configuration: "[ambient]\ndark_below = 40.0\n")
        func undo(_ words: String...) throws -> [String] {
            let run = try ChildProcess.run(
                BuiltProducts.appearancectl, ["config"] + words, environment: home.environment)
            #expect(run.status == .exited(0), "\(run)")
            let line = try #require(
                run.output.split(separator: "\n").first { $0.hasPrefix("Undo: ") })
            return line.dropFirst(6).split(separator: " && ").map(String.init)
        }
        func execute(_ commands: [String]) throws {
            for command in commands {
                let path = ["PATH": "\(BuiltProducts.directory):/usr/bin:/bin"]
                let run = try ChildProcess.run(
                    "sh", ["-c", command], environment: home.environment.merging(path) { $1 })
                #expect(run.status == .exited(0), "\(command): \(run)")
            }
        }
        let before = text
        let set = try undo(
            "set", "ambient.dark_below", "60", "schedule.dark", "sunset, 18:00 to 21:00")
        #expect(
            set == [
                "appearancectl config set ambient.dark_below 40.0",
                "appearancectl config unset schedule.dark",
            ])
        let after = text
        let unset = try undo("unset", "schedule.dark")
        #expect(unset == ["appearancectl config set schedule.dark 'sunset, 18:00 to 21:00'"])
        try execute(unset)
        #expect(text.split(separator: "\n").contains(#"dark = "sunset, 18:00 to 21:00""#))
        #expect(after.contains("dark_below = 60"))
        try execute(set)
        #expect(text.contains("dark_below = 40.0\n"))
        #expect(!text.contains("dark = "))
        #expect(before.contains("dark_below = 40.0\n"))
    }

    @Test func `without a home nothing is written to the folder of the system`() throws {
        var environment = home.environment
        environment["XDG_CONFIG_HOME"] = nil
        environment["HOME"] = ""
        environment["XDG_CONFIG_DIRS"] = home.path + "/xdg"
        for words in [["init"], ["path"], ["set", "sensor.poll", "2s"], ["edit"]] {
            let finished = try ChildProcess.run(
                BuiltProducts.appearancectl, ["config"] + words, environment: environment)
            #expect(finished.status == .exited(1), "\(words)")
            #expect(
                finished.errors.contains("neither XDG_CONFIG_HOME nor HOME is set"),
                "\(finished.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: home.path + "/xdg"))
    }

    @Test func `a missing file is created, and a text needs no quotes`() throws {
        #expect(try run("set", "schedule.dark", "21:30", "sensor.poll", "2s").status == .exited(0))
        #expect(text.contains("[schedule]\ndark = \"21:30\"\n"), "\(text)")
        #expect(text.contains("[sensor]\npoll = \"2s\"\n"), "\(text)")
    }

    @Test(arguments: [
        (
            "desktop.wallpaper",
            "desktop.wallpaper.light, desktop.wallpaper.dark, desktop.wallpaper.night."
        ),
        ("hooks", "hooks.parallel, hooks.timeout, hooks.on_start, and 1 more."),
        ("dark_below", "ambient.dark_below, ambient.percent.dark_below."),
    ])
    func `the keys of a table, or those that end so, are listed`(path: String, keys: String) throws
    {
        let outcome = try run("set", path, "1")
        #expect(outcome.status == .exited(1))
        #expect(
            outcome.errors == """
                appearancectl: "\(path)" is more than one key: \(keys)
                See them all: appearancectl config explain \(path)

                """)
        #expect(text == "")
    }

    @Test func `a negative number is a value`() throws {
        let outcome = try run("set", "location.latitude", "-33.4", "location.longitude", "-70.6")
        #expect(outcome.status == .exited(0), "\(outcome)")
        #expect(text.contains("latitude = -33.4\n") && text.contains("longitude = -70.6\n"))
        let other = try run("set", "location.latitude", "--", "-34", "sensor.poll", "2s")
        #expect(other.status == .exited(0), "\(other)")
        #expect(text.contains("latitude = -34\n"))
    }

    @Test func `a path of other bytes is another path`() throws {
        let before = "[desktop.wallpaper]\nlight = \"/e\u{301}\"\ndark = \"/b\"\n"
        try home.write(configuration: before)
        let outcome = try run("set", "desktop.wallpaper.light", "/\u{E9}")
        #expect(
            outcome.output
                == "\(home.configurationFile): changed\n"
                + "Undo: appearancectl config set desktop.wallpaper.light '/e\u{301}'\n",
            "\(outcome)")
        #expect(text.utf8.elementsEqual(before.replacing("e\u{301}", with: "\u{E9}").utf8))
    }

    @Test func `a list is replaced as a whole`() throws {
        try home.write(configuration: "[sensor]\nignore = [ \"a]\", # one\n  'b' ] # two\n")
        #expect(try run("set", "sensor.ignore", #"["als"]"#).status == .exited(0))
        #expect(text == "[sensor]\nignore = [\"als\"] # two\n")
    }

    @Test func `keys that depend on each other are changed together, or not at all`() throws {
        let alone = try run("set", "ambient.dark_below", "200")
        #expect(alone.status == .exited(1))
        #expect(
            alone.errors.hasPrefix(
                """
                appearancectl: \(home.configurationFile) is unchanged: it would be invalid.
                  ambient.dark_below: must be below
                """), "\(alone)")
        #expect(text.isEmpty)
        let both = try run("set", "ambient.dark_below", "200", "ambient.light_above", "400")
        #expect(both.status == .exited(0), "\(both)")
    }

    @Test(arguments: [
        (["ambient.dark_below", "dim"], "of ambient.dark_below: "),
        (["ambient.drak_below", "5"], "did you mean ambient.dark_below?"),
        (["sensor.poll"], "sensor.poll has no value"),
        (["sensor.poll=2s"], "write a key and its value without =, as two words"),
        (["sensor.poll", "=", "2s"], "write a key and its value without =, as two words"),
        (["sensor.poll", "1s", "poll", "2s"], "sensor.poll has two values; give one."),
        (["hooks.parallel", "-1"], "of hooks.parallel: -1 is out of range"),
        (["ambient.dark_below", "1\nx = 2"], "of ambient.dark_below: "),
        (
            ["location.time_zone", "Europe/Berlim"],
            "is unchanged: it would be invalid.\n  location.time_zone: there is no time zone"
        ),
    ])
    func `an invalid change names the reason and writes nothing`(
        _ words: [String], _ reason: String
    ) throws {
        let finished = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "set"] + words, environment: home.environment)
        #expect(finished.status != .exited(0))
        #expect(finished.errors.contains(reason), "\(finished.errors)")
        #expect(text.isEmpty)
    }

    /// As home-manager makes it: a link to a file that nobody may write, in such a folder.
    @Test(
        .row("N45"),
        arguments: [["config", "set", "ambient.dark_below", "60"], ["config", "edit"]])
    func `a read-only file stays, and the lines to set are printed`(words: [String]) throws {
        let before = "[ambient]\ndark_below = 40.0\n"
        let target = try home.write(before, to: "store/config.toml")
        try FileManager.default.createDirectory(
            atPath: home.configHome + "/appearanced", withIntermediateDirectories: true)
        try #require(symlink(target, home.configurationFile) == 0)
        try #require(chmod(home.path + "/store", 0o555) == 0)
        defer { chmod(home.path + "/store", 0o755) }
        let command = FilePermissions.enforced + [BuiltProducts.appearancectl] + words
        let run = try ChildProcess.run(
            command[0], Array(command.dropFirst()),
            environment: home.environment.merging(["EDITOR": "sed -i s/40/60/"]) { $1 })
        #expect(run.status == .exited(1), "\(run)")
        let lines = run.errors.split(separator: "\n")
        #expect(
            lines.first == """
                appearancectl: \(home.configurationFile) is read-only and is unchanged. \
                It is a link to \(target).
                """)
        #expect(
            lines.dropFirst()
                == (words.contains("set")
                    ? ["Set this where that file is made:", "  ambient.dark_below = 60"]
                    : ["Change it where that file is made."]),
            "\(run.errors)")
        #expect(text == before)
        let link = try FileManager.default.destinationOfSymbolicLink(
            atPath: home.configurationFile)
        #expect(link == target)
    }

    @Test(
        .row("N45"),
        arguments: [["set", "ambient.dark_below", "60"], ["unset", "dwell.light_to_dark"]])
    func `a file that nobody may write stays, also for root`(words: [String]) throws {
        let before = "[ambient]\ndark_below = 40.0\ndwell.light_to_dark = \"10s\"\n"
        try home.write(configuration: before)
        try #require(chmod(home.configurationFile, 0o444) == 0)
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config"] + words, environment: home.environment)
        #expect(run.status == .exited(1), "\(run)")
        let line =
            words.contains("60")
            ? "ambient.dark_below = 60" : "ambient.dwell.light_to_dark  # remove it"
        #expect(
            run.errors == """
                appearancectl: \(home.configurationFile) is read-only and is unchanged: its mode permits no change.
                To permit changes: chmod u+w \(home.configurationFile)
                Or set this yourself:
                  \(line)

                """)
        #expect(text == before)
        let mode = try FileManager.default.attributesOfItem(atPath: home.configurationFile)
        #expect(mode[.posixPermissions] as? Int == 0o444)
    }

    @Test(.row("N45"), arguments: [false, true])
    func `values that a read-only file has already are no error`(isInReadOnlyFolder: Bool) throws {
        let before = "[ambient]\ndark_below = 40.0\n"
        if isInReadOnlyFolder {
            let target = try home.write(before, to: "store/config.toml")
            try FileManager.default.createDirectory(
                atPath: home.configHome + "/appearanced", withIntermediateDirectories: true)
            try #require(symlink(target, home.configurationFile) == 0)
            try #require(chmod(home.path + "/store", 0o555) == 0)
        } else {
            try home.write(configuration: before)
            try #require(chmod(home.configurationFile, 0o444) == 0)
        }
        defer { if isInReadOnlyFolder { chmod(home.path + "/store", 0o755) } }
        let words = ["config", "set", "ambient.dark_below", "40.0"]
        let command = FilePermissions.enforced + [BuiltProducts.appearancectl] + words
        let run = try ChildProcess.run(
            command[0], Array(command.dropFirst()), environment: home.environment)
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.output.hasSuffix("has these values already.\n"), "\(run)")
        #expect(text == before)
    }

    @Test func `each value is shown with its line, or as the default`() throws {
        try home.write(
            configuration: "[ambient]\ndark_below = 50\n[schedule.sunday]\nlight = \"09:00\"\n"
                + "[location]\ntime_zone = \"Europe/Berlin\"\n")
        let lines = try run("show").output.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(lines.first == home.configurationFile)
        #expect(lines.contains("ambient.dark_below = 50.0 line 2"), "\(lines)")
        #expect(lines.contains("ambient.light_above = 80.0 default"))
        #expect(lines.contains("ambient.percent.dark_below = 8.0 default"))
        #expect(lines.contains("schedule.sunday.light = \"09:00\" line 4"))
        #expect(lines.contains("schedule.sunday.dark = \"sunset\" as schedule.dark"))
        #expect(lines.contains("location.latitude = 52.5 place of Europe/Berlin"), "\(lines)")
        #expect(lines.contains("portal.contrast (absent) default"))
    }

    @Test func `the JSON of the values has numbers, texts, truths and lists`() throws {
        try home.write(
            configuration:
                "[sensor]\nignore = [\"a\", \"b\"]\n[schedule.sunday]\nlight = \"09:00\"\n")
        let keys = try JSON(parsing: run("show", "--json").output)["keys"]
        #expect(keys["ambient.dark_below"]["value"].number == 40)
        #expect(keys["ambient.dark_below"]["origin"].string == "default")
        #expect(keys["ambient.dwell.light_to_dark"]["value"].string == "30s")
        #expect(keys["safety.flash_guard"]["value"].bool == true)
        #expect(keys["sensor.ignore"]["value"].items.map(\.string) == ["a", "b"])
        #expect(keys["sensor.ignore"]["line"].number == 2)
        #expect(keys["sensor.ignore"]["origin"].string == "file")
        #expect(keys["schedule.sunday.dark"]["origin"].string == "schedule.dark")
    }

    @Test func `a value is printed as it can be set again`() throws {
        try home.write(
            configuration: """
                [ambient]
                dark_below = 50.0
                [desktop]
                gtk_theme.light = "Adwaita"
                gtk_theme.dark = "'quoted'"
                [sensor]
                ignore = ["als"]
                [location]
                latitude = -33.4
                longitude = -70.6
                [schedule]
                night = ""
                dark = "sunset, 18:00 to 21:00"
                """)
        let values = [
            ("ambient.dark_below", "50.0"), ("light_to_dark", "30s"),
            ("gtk_theme.light", "Adwaita"),
            ("gtk_theme.dark", "\"'quoted'\""), ("sensor.ignore", "[\"als\"]"),
            ("location.latitude", "-33.4"), ("schedule.night", "\"\""),
            ("schedule.dark", "sunset, 18:00 to 21:00"),
            ("schedule.sunday.dark", "sunset, 18:00 to 21:00"),
            ("safety.flash_guard", "true"),
        ]
        let before = text
        for (key, value) in values {
            #expect(try run("get", key).output == value + "\n")
            guard key != "light_to_dark", key != "safety.flash_guard", !key.contains("sunday")
            else { continue }
            #expect(
                try run("set", key, value).output.hasSuffix(" has these values already.\n"),
                "\(key)")
        }
        #expect(text == before)
        let json = try JSON(parsing: run("get", "schedule.sunday.dark", "--json").output)
        #expect(json["key"].string == "schedule.sunday.dark")
        #expect(json["value"].string == "sunset, 18:00 to 21:00")
        #expect(json["origin"].string == "schedule.dark")
        #expect(json["file"].string == home.configurationFile)
        #expect(
            try run("get", "portal.contrast").errors == """
                appearancectl: portal.contrast is not set, and has no default.
                Its valid values: appearancectl config explain portal.contrast

                """)
    }

    @Test func `a key is unset with its line, and its new value is printed`() throws {
        try home.write(
            configuration:
                "# mine\n[ambient] # light\ndark_below = 50 # dim\n\n[schedule]\ndark = \"21:00\"\n"
                + "[schedule.sunday]\ndark = \"22:00\"\n")
        let run = try run("unset", "ambient.dark_below", "schedule.sunday.dark", "sensor.poll")
        let path = home.configurationFile
        #expect(
            run.output == """
                \(path): ambient.dark_below 50.0 → 40.0, the default
                \(path): schedule.sunday.dark "22:00" → "21:00", as schedule.dark
                sensor.poll is not set; "1s" is in effect, the default.
                Undo: appearancectl config set ambient.dark_below 50.0 schedule.sunday.dark 22:00

                """, "\(run)")
        #expect(
            text == "# mine\n[ambient] # light\n\n[schedule]\ndark = \"21:00\"\n[schedule.sunday]\n"
        )
        let before = text
        #expect(try self.run("unset", "ambient.dark_below").status == .exited(0))
        #expect(text == before)
    }

    @Test func `keys that need each other are unset together`() throws {
        try home.write(configuration: "[location]\nlatitude = 1.0\nlongitude = 2.0\n")
        let alone = try run("unset", "location.latitude")
        #expect(alone.status == .exited(1))
        #expect(alone.errors.contains("would be invalid"), "\(alone)")
        #expect(try run("unset", "latitude", "longitude").status == .exited(0))
        #expect(text == "[location]\n")
    }

    @Test func `a new file sets nothing, and a key is set beneath its comment`() throws {
        #expect(try run("init").status == .exited(0))
        #expect(!text.split(separator: "\n").contains { !$0.hasPrefix("#") && !$0.hasPrefix("[") })
        let lines = try run("show").output.split(separator: "\n")
        #expect(lines.count > 80)
        #expect(!lines.contains { $0.contains("  line ") })
        let fresh = text
        #expect(
            try run(
                "set", "schedule.light", "7am", "sensor.poll", "2 s", "location.latitude", "5",
                "location.longitude", "6"
            ).status == .exited(0))
        for (comment, line) in [
            ("# light = \"sunrise\"\n", "light = \"07:00\"\n"),
            ("# poll = \"1s\"\n", "poll = \"2s\"\n"),
            ("# latitude = 52.52\n", "latitude = 5\n"),
        ] {
            #expect(text.contains(comment + line), "\(line)")
        }
        #expect(
            try run("unset", "schedule.light", "poll", "latitude", "longitude").status == .exited(0)
        )
        #expect(text == fresh)
    }
}
