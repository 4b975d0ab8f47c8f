import AppearanceTestSupport
import Foundation
import Testing

/// The text that `appearancectl` prints about the real daemon.
@Suite(.bounded, .requires(.bus)) struct VerbTests {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon.inDaylight()
    }

    /// Returns the output of a verb, which must succeed without an error.
    private func run(_ arguments: String...) throws -> String {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, arguments, environment: daemon.environment)
        #expect(run.status == .exited(0))
        #expect(run.errors == "")
        return run.output
    }

    /// A name that a terminal would show as `notexe.sh`, backwards from the control character on.
    @Test func `a hook's name changes the direction of no text`() throws {
        let folder = daemon.home.configHome + "/appearanced/hooks.d"
        try daemon.home.write("", to: folder + "/not\u{202E}hs.exe")
        for verb in ["hooks", "doctor"] {
            let output = try daemon.appearancectl(verb).output
            #expect(output.contains("not hs.exe"), "\(output)")
            #expect(!output.unicodeScalars.contains("\u{202E}"))
        }
        #expect(try run("hooks", "list", "--json").contains(#"not\u202ehs.exe"#))
    }

    @Test func `get prints one word`() throws {
        #expect(try run("get") == "light\n")
        _ = try run("set", "night")
        #expect(try run("get") == "night\n")
    }

    @Test func `status is a table by default`() throws {
        let status = try daemon.status()
        let next = TestHome.clock(at: try #require(status["next_change"].integer))
        let since = TestHome.clock(at: try #require(status["since"].integer))
        let lines = try run("status").split(separator: "\n").map(String.init)
        try #require(lines.count == 5)
        #expect(lines[0].hasPrefix("appearance   light, since \(since) ("), "\(lines)")
        #expect(lines[0].hasSuffix(" ago)"), "\(lines)")
        #expect(lines[1] == "mode         auto")
        #expect(lines[2] == "why          \(status["explanation"].string ?? "")")
        #expect(lines[3] == "sensor       none in use")
        #expect(
            lines[4] == "next change  dark, \(next) (in 10 h)"
                || lines[4] == "next change  dark, tomorrow \(next) (in 10 h)", "\(lines)")
    }

    @Test func `status as JSON has the fields of the interface`() throws {
        _ = try run("set", "night", "--for", "45m")
        let output = try run("status", "--json")
        #expect(output.split(separator: "\n").count == 1)
        let printed = try JSON(parsing: output)
        #expect(printed.withoutTimeForms == (try daemon.status()))
        let isForm = { (name: String) in name.hasSuffix("_iso") }
        #expect(
            Set(printed.members.keys.filter(isForm)) == [
                "since_iso", "until_iso", "next_change_iso", "pending_change_iso",
                "reported_until_iso",
                "paused_until_iso", "configuration_loaded_iso", "at_most_iso",
                "light_paused_until_iso",
            ])
        #expect(
            Set(printed.withoutTimeForms.members.keys) == [
                "mode", "appearance", "previous", "reason", "explanation", "since", "until",
                "next_change", "next_appearance", "light", "light_unit", "sensor", "paused",
                "configuration_error", "warning", "sequence", "pending_change",
                "pending_appearance", "waits_for", "at_most", "light_paused_until",
                "light_needed",
                "reported_by", "reported_until", "paused_until", "time_zone",
                "inhibitors", "configuration", "configuration_loaded",
            ])
    }

    @Test func `set prints its duration and the command that undoes it`() throws {
        #expect(
            try run("set", "night").hasPrefix(
                "Night until you change it. Undo: appearancectl set auto\n"))
        // An end that is 23 hours away or more is printed as a duration: that of 19:00, in the hour after it.
        let isSunsetFar = TestHome.clock(hoursFromNow: 0).hasPrefix("19:")
        let sunset = isSunsetFar ? [] : [["--until", "sunset"]]
        for arguments in [
            ["--for", "45m"], ["--until", TestHome.clock(hoursFromNow: 2)], ["--until", "next"],
        ] + sunset {
            // A second choice is undone by the first one, with its end.
            let undo: String
            if let until = try daemon.status()["until"].integer {
                undo = "set dark --until \(TestHome.clock(at: until))"
            } else {
                undo = "set night"
            }
            let run = try ChildProcess.run(
                BuiltProducts.appearancectl, ["set", "dark"] + arguments,
                environment: daemon.environment)
            #expect(run.status == .exited(0), "\(run.errors)")
            let status = try daemon.status()
            let end = TestHome.clock(at: try #require(status["until"].integer))
            let day = run.output.contains("tomorrow") ? "tomorrow " : ""
            #expect(
                run.output
                    == "Dark until \(day)\(end), then auto. Undo: appearancectl \(undo)\n")
        }
        let auto = try run("set", "auto").split(separator: "\n").map(String.init)
        #expect(auto.first == "Auto: light now.")
        try #require(auto.count == 3)
        #expect(auto[1] == (try daemon.status()["explanation"].string))
        #expect(auto[2].hasPrefix("Undo: appearancectl set dark --until "), "\(auto)")
    }

    @Test func `a night without the night filter says that the screen is not red, and how it is`()
        throws
    {
        let night = try run("set", "night")
        #expect(night.contains("\nThe screen is not red: the night filter"), "\(night)")
        #expect(try !run("set", "dark").contains("red"))
    }

    @Test func `a toggle over another mode is undone by the next one`() throws {
        _ = try run("set", "dark")
        let there = try run("toggle")
        #expect(there.hasPrefix("Auto: light now.\n"), "\(there)")
        #expect(there.hasSuffix("\nUndo: appearancectl set dark\n"), "\(there)")
        #expect(try run("toggle").hasPrefix("Dark until you change it."))
        #expect(try daemon.status()["until"] == .null)
    }

    @Test func `toggle twice restores auto`() throws {
        let next = TestHome.clock(at: try #require(try daemon.status()["next_change"].integer))
        let there = try run("toggle")
        #expect(there.hasPrefix("Dark until "), "\(there)")
        #expect(
            there.hasSuffix("\(next), then auto. Undo: appearancectl set auto\n"),
            "\(there)")
        #expect(try run("toggle").hasPrefix("Auto: light now.\n"))
    }

    @Test func `pause and resume print the state in effect`() throws {
        #expect(try run("pause") == "Paused: light stays. Undo: appearancectl resume\n")
        #expect(try run("status").contains("paused       yes; to end it: appearancectl resume\n"))
        let paused = try run("pause", "--for", "2h")
        #expect(paused.hasPrefix("Paused: light stays until "), "\(paused)")
        #expect(paused.hasSuffix(". Undo: appearancectl pause\n"), "\(paused)")
        let resumed = try run("resume")
        #expect(resumed.hasPrefix("The pause has ended.\nAuto: light now.\n"), "\(resumed)")
        #expect(resumed.contains("\nUndo: appearancectl pause --until "), "\(resumed)")
        #expect(try daemon.status()["paused"] == false)
        #expect(try run("resume").hasPrefix("There was no pause to end.\nAuto: light now.\n"))
    }

    @Test func `feed and why print the light`() throws {
        #expect(
            try run("feed", "500", "--source", "window-sill")
                .contains(
                    #/^Reported 500 lux as "window-sill", until (tomorrow )?\d\d:\d\d\. To end it: appearancectl feed --end --source window-sill\n$/#
                )
        )
        #expect(try run("status").contains("\nlight        500 lux\n"))
        let why = try run("why")
        let fed = "  fed       decides  light  window-sill reports 500 lux\n"
        #expect(why.contains(fed), "\(why)")
        #expect(
            why.contains(
                "  light     500 lux, last read 500 lux\n  reported  by window-sill, until "),
            "\(why)")
        _ = try run("feed", "12.5", "--source", "window-sill")
        let waiting = try run("why").split(separator: "\n").first { $0.contains("waiting") }
        #expect(
            waiting?.wholeMatch(of: #/  waiting   to turn dark: [\d.]+ s of 30 s/#) != nil,
            "\(waiting ?? "nothing waits")")
    }

    @Test func `why prints lines, and ends with the next change`() throws {
        let lines = try run("why").split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("light since ") == true)
        #expect(lines.first?.hasSuffix(", by the schedule (mode auto)") == true)
        #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix("  ") })
        let last = try #require(lines.last)
        #expect(last.hasPrefix("  next    dark, "), "\(last)")
        #expect(last.hasSuffix(": by the clock"), "\(last)")
    }

    @Test func `why as JSON has the keys that scripts rely on`() throws {
        _ = try run("feed", "500")
        _ = try run("feed", "20")
        let output = try run("why", "--json")
        #expect(output.split(separator: "\n").count == 1)
        let why = try JSON(parsing: output)
        #expect(
            Set(why.members.keys) == [
                "appearance", "since", "mode", "reason", "until", "inputs", "light", "dwell",
                "next", "since_iso", "until_iso", "until_next", "until_next_iso", "by_light",
            ])
        #expect(
            Set(why["light"].members.keys) == ["filtered", "raw", "report", "unit", "thresholds"])
        #expect(
            Set(why["light"]["thresholds"].members.keys) == [
                "dark_below", "light_above", "night_below", "night_above",
            ])
        #expect(
            Set(why["dwell"].members.keys) == ["target", "elapsed_seconds", "needed_seconds"])
        for input in why["inputs"].items {
            #expect(Set(input.members.keys) == ["name", "vote", "weight", "why"])
            #expect(["decides", "standby", "ignored"].contains(input["weight"].string))
        }
        #expect(why["inputs"].items.count { $0["weight"] == "decides" } == 1)
        _ = try run("set", "night", "--for", "1h")
        let manual = try JSON(parsing: run("why", "--json"))
        #expect(Set(manual["next"].members.keys) == ["at", "at_iso", "appearance", "why"])
        #expect(manual["until"] == manual["next"]["at"])
        #expect(manual["dwell"] == .null)
    }

    @Test func `an empty list of sensors names the deciding input`() throws {
        #expect(
            try run("sensors") == """
                The light sensor is off (sensor.source is none): the schedule decides.
                Ways to report light without one: docs/desktop-pc.md, and appearancectl help feed

                """)
        #expect(try run("sensors", "--json") == "[]\n")
    }
}
