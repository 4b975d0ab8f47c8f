import AppearanceTestSupport
import Foundation
import Testing

/// The pages of the window beside *Now*, used as a screen reader and a hand use them.
@Suite(.bounded, .requires(.bus, .windowUser)) struct DesktopWindowPagesTests {
    private let daemon: RunningDaemon
    private let user: WindowUser

    private static let configuration = """
        # mine
        [ambient]
        dark_below = 40
        light_above = 80
        [desktop]
        follow = "auto"

        """

    /// The room has 12 lux.
    init() throws {
        let home = try TestHome()
        try WindowUser.prepare(home)
        try home.write(configuration: Self.configuration)
        try home.write(
            Self.history(endingAt: Date()), to: home.stateHome + "/appearanced/history.jsonl")
        daemon = try RunningDaemon(room: 12, home: home)
        user = try WindowUser(in: home, environment: daemon.environment)
        try user.wait(until: "It becomes light above 80 lux")
        try user.resize(width: 600, height: 1700)
    }

    /// A day in which the light decided once, and the user undid it.
    private static func history(endingAt now: Date) -> String {
        let start = Int64(now.timeIntervalSince1970) - 20 * 3600
        func line(_ after: Int64, _ members: String) -> String {
            "{\"at\":\((start + after) * 1_000_000),\(members)}\n"
        }
        func status(_ appearance: String, _ mode: String, _ reason: String) -> String {
            """
            "mode":"\(mode)","appearance":"\(appearance)","previous":null,"reason":"\(reason)",\
            "explanation":"It is so.","since":\(start * 1_000_000),"until":null,\
            "next_change":null,"next_appearance":null,"pending_change":null,\
            "pending_appearance":null,"light":38,"light_unit":"lux","reported_by":null,\
            "reported_until":null,"sensor":"trusted","paused":false,"paused_until":null,\
            "configuration_error":null,"warning":null,"time_zone":"UTC","sequence":1
            """
        }
        return line(0, "\"start\":true," + status("light", "auto", "schedule"))
            + line(0, "\"unit\":\"lux\",\"levels\":[[0,400],[60,38],[62,41]]")
            + line(3600, status("dark", "auto", "sensor"))
            + line(3720, status("light", "light", "manual"))
    }

    private func file() throws -> String {
        try String(contentsOfFile: daemon.home.configurationFile, encoding: .utf8)
    }

    // MARK: When

    @Test func `a line that is dragged changes its key alone, and Undo restores the file`() throws {
        let before = try file()
        try user.open(page: "When")
        // 40 lux is at 0.52 of the scale from 0.1 to 10,000 lux, and 0.62 is at about 130.
        let (start, end) = (0.5204, 0.5806)
        try user.drag("lux", from: start, to: end)
        try daemon.process.waitForLine(containing: "ambient.dark_below 40.0 →", on: .errors)
        let changed = try file()
        #expect(changed != before)
        let line = try #require(
            changed.split(separator: "\n").first { $0.hasPrefix("dark_below = ") })
        let level = try #require(Double(line.dropFirst("dark_below = ".count)))
        #expect((65...75).contains(level))
        #expect(changed.replacing(String(line), with: "dark_below = 40") == before)
        try user.undo()
        try daemon.process.waitForLine(containing: "→ 40.0", on: .errors)
        #expect(try file() == before)
    }

    @Test func `the place is found by the name of a city, and asked for if several have it`() throws
    {
        try user.open(page: "When")
        try user.type("Mons", into: "City")
        try daemon.process.waitForLine(containing: "location.latitude", on: .errors)
        #expect(try file().contains("latitude = 50.5  # place: Mons"))
        try user.type("Victoria", into: "City")
        try user.press("Use Victoria, *")
        try daemon.process.waitForLine(containing: "location.latitude 50.5 →", on: .errors)
        try user.type("Xyzzyqqq", into: "City")
        try user.wait(until: "No city has this name")
        try user.press("Use the Time Zone's")
        try user.wait(until: "Unknown: fixed times replace sunrise and sunset")
        #expect(try !file().contains("latitude"))
    }

    @Test func `a day of the week has times of its own`() throws {
        try user.open(page: "When")
        try user.choose("Times of", steps: 7)
        try user.type("21:15", into: "Dark from")
        try daemon.process.waitForLine(containing: "schedule.sunday.dark", on: .errors)
        #expect(try file().contains("[schedule.sunday]\ndark = \"21:15\""))
        try user.wait(until: "Other times on: Sunday")
        try user.type("", into: "Dark from")
        try user.wait(untilGone: "Other times on: Sunday")
        #expect(try !file().contains("21:15"))
    }

    // MARK: Night

    @Test func `night is turned off, and Undo restores the file`() throws {
        let before = try file()
        try user.open(page: "Night")
        try user.wait(until: "Begins")
        try user.turn("Night")
        try daemon.process.waitForLine(containing: "schedule.night", on: .errors)
        #expect(try file().contains("night = \"\""))
        try user.wait(untilGone: "Begins")
        try user.undo()
        try user.wait(until: "Begins")
        #expect(try file() == before)
    }

    @Test func `a time that is none is not written, and its reason is shown`() throws {
        let before = try file()
        try user.open(page: "Night")
        try user.type("25:00", into: "Begins")
        try user.wait(until: "is not a time")
        #expect(try file() == before)
        try user.type("23:15", into: "Begins")
        try daemon.process.waitForLine(containing: "schedule.night", on: .errors)
        #expect(try file().contains("night = \"23:15\""))
    }

    // MARK: What follows

    @Test func `the desktop is left alone again, and its rows go`() throws {
        try user.open(page: "What Follows")
        try user.wait(until: "Wallpaper")
        try user.turn("Change the colours of this desktop")
        try daemon.process.waitForLine(containing: "desktop.follow", on: .errors)
        #expect(try file() == Self.configuration.replacing("\"auto\"", with: "\"none\""))
        try user.wait(untilGone: "When I use the desktop's own switch")
    }

    @Test func `the problems are those of doctor`() throws {
        let output = try daemon.appearancectl("doctor", "--json").output
        let findings = try JSON(parsing: output).items.filter {
            ["broken", "warning"].contains($0["status"].string)
        }
        try user.open(page: "What Follows")
        try user.wait(until: "Check Again")
        #expect(!findings.isEmpty)
        for finding in findings { try user.wait(until: try #require(finding["finding"].string)) }
    }

    // MARK: History

    @Test func `the history has its changes, and is deleted and restored`() throws {
        let file = daemon.home.stateHome + "/appearanced/history.jsonl"
        try user.open(page: "History")
        try user.wait(until: "the room had 38 lux; you changed it back")
        try user.wait(until: "from 38 lux to 400 lux")
        let before = try Data(contentsOf: URL(filePath: file))
        // A copy that was set aside when the clock was wrong.
        try daemon.home.write("{}\n", to: file + ".old")
        try user.press("Delete")
        try user.wait(untilGone: "the room had 38 lux")
        for path in [file, file + ".old"] {
            #expect(!FileManager.default.fileExists(atPath: path), "\(path)")
        }
        try user.undo()
        try user.wait(until: "the room had 38 lux; you changed it back")
        #expect(try Data(contentsOf: URL(filePath: file)) == before)
        #expect(try String(contentsOfFile: file + ".old", encoding: .utf8) == "{}\n")
    }

    // MARK: Night on the pages

    @Test func `at night every page is black and red, also an open list and a message`() throws {
        _ = try daemon.appearancectl("set", "night")
        try user.wait(until: "You chose it")
        for (page, text) in [
            ("Now", "You chose it"), ("When", "Light now"), ("Night", "Begins"),
            ("What Follows", "Check Again"), ("History", "Delete"),
        ] {
            try user.open(page: page)
            try user.wait(until: text)
            try user.waitUntilRed()
        }
        try user.press("Delete")
        try user.wait(until: "Nothing has changed yet")
        try user.waitUntilRed()
        try user.open(page: "Night")
        try user.choose("It needs", steps: 0)
        try user.waitUntilRed()
    }

    // MARK: The keyboard

    @Test func `Escape closes the window`() throws {
        try user.press(key: "Escape")
        #expect(try user.window.expectExit() == .exited(0))
    }

    @Test func `Tab reaches every control of a page, and comes back to the first`() throws {
        try user.open(page: "Night")
        try user.wait(until: "Begins")
        var reached: [String] = []
        for _ in 0..<80 {
            try user.press(key: "Tab")
            let widget = try user.focused()
            if reached.count > 5, reached[0] == "\(widget.role) \(widget.name)" { break }
            reached.append("\(widget.role) \(widget.name)")
        }
        for name in [
            "Main Menu", "Night", "It needs", "Night below", "Over again above", "Strength",
            "Colour of white", "Fade", "Tell me before",
        ] {
            #expect(reached.count { $0.hasSuffix(" \(name)") } > 0, "\(name) in \(reached)")
        }
        // The entries of the two times have no name while they are edited, in GTK 4.8.
        let named = reached.filter { $0 != " " }
        #expect(reached.count - named.count == 2)
        #expect(reached.count < 80)
        #expect(Set(named).count == named.count, "\(reached)")
    }

    // MARK: Numbers

    @Test func `the wheel over a number changes nothing`() throws {
        let before = try file()
        try user.open(page: "When")
        try user.turnWheel(over: "Dark below", steps: 5)
        try user.set("Light above", to: 90)
        try daemon.process.waitForLine(containing: "light_above 80.0 → 90.0", on: .errors)
        #expect(try file() == before.replacing("light_above = 80", with: "light_above = 90"))
    }

    @Test func `a number that is being typed is saved when the window closes`() throws {
        try user.open(page: "When")
        try user.write("50", into: "Dark below")
        try user.press(key: "ctrl+w")
        let status = try user.window.expectExit()
        #expect(status == .exited(0), "\(user.window.text(on: .errors))")
        #expect(
            try file() == Self.configuration.replacing("dark_below = 40", with: "dark_below = 50"))
    }

    @Test func `a number keeps its digits while its field is passed, and a fraction can be typed`()
        throws
    {
        let before = Self.configuration.replacing(
            "light_above = 80", with: "light_above = 80\nnight_below = 1.25")
        try daemon.home.write(configuration: before)
        try daemon.process.waitForLine(containing: "night_below", on: .errors)
        try user.open(page: "Night")
        try user.wait(until: "Night below")
        for _ in 0..<30 { try user.press(key: "Tab") }
        try user.set("Over again above", to: 9)
        try daemon.process.waitForLine(containing: "night_above", on: .errors)
        #expect(try file().contains("night_below = 1.25\n"))
        try user.set("Night below", to: 3)
        try daemon.process.waitForLine(containing: "night_below 1.25 → 3", on: .errors)
        try user.write("2.5", into: "Night below")
        try user.press(key: "Return")
        try daemon.process.waitForLine(containing: "night_below 3.0 → 2.5", on: .errors)
    }
}
