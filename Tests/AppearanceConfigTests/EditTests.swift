import AppearanceConfig
import AppearanceModel
import AppearanceTestSupport
import Testing

/// A user's file, changed in one place: every other byte stays.
@Suite(.bounded) struct EditTests {
    private static let turn = ConfigurationEdit.Change("portal.enabled", to: "false")
    private static let zone = ConfigurationEdit.Change("location.time_zone", to: "\"UTC\"")

    private func edited(_ text: String, _ changes: ConfigurationEdit.Change...) throws -> String {
        let bytes = try ConfigurationEdit.apply(changes, to: Array(text.utf8), file: "f")
        return String(decoding: try #require(bytes), as: UTF8.self)
    }

    @Test(arguments: [
        ("", "[portal]\nenabled = false\n"),
        ("\r\n", "\r\n\r\n[portal]\r\nenabled = false\r\n"),
        ("# mine", "# mine\n\n[portal]\nenabled = false\n"),
        ("\u{FEFF}", "\u{FEFF}[portal]\nenabled = false\n"),
        ("[portal]", "[portal]\nenabled = false\n"),
        ("[portal]\nenabled = true", "[portal]\nenabled = false"),
        ("[portal]\nenabled=true# so\n", "[portal]\nenabled=false# so\n"),
        ("[portal]\nenabled = false # so\n", "[portal]\nenabled = false # so\n"),
        (
            "[ \"portal\" ] # é\ncontrast = \"higher\"\n",
            "[ \"portal\" ] # é\nenabled = false\ncontrast = \"higher\"\n"
        ),
        (
            "[portal]\r\ncontrast = \"higher\"\r\n",
            "[portal]\r\nenabled = false\r\ncontrast = \"higher\"\r\n"
        ),
        (
            "portal.contrast = \"higher\"\n",
            "portal.contrast = \"higher\"\nportal.enabled = false\n"
        ),
        (
            "portal = { contrast = \"higher\" }\n",
            "portal = { enabled = false, contrast = \"higher\" }\n"
        ),
        (
            "portal = { enabled = true, contrast = \"higher\" }\n",
            "portal = { enabled = false, contrast = \"higher\" }\n"
        ),
        ("\u{FEFF}portal = { enabled = true }\n", "\u{FEFF}portal = { enabled = false }\n"),
        ("portal.\"enabled\" = true\n[sensor]\n", "portal.\"enabled\" = false\n[sensor]\n"),
        (
            "[portal.night]\ncontrast = \"higher\"\n",
            "[portal.night]\ncontrast = \"higher\"\n\n[portal]\nenabled = false\n"
        ),
        (
            "\u{FEFF}portal.contrast = '''\nhigher'''\n",
            "\u{FEFF}portal.enabled = false\nportal.contrast = '''\nhigher'''\n"
        ),
        (
            "[sensor]\nignore = [\"\"\"\n[portal]\n\"\"\"]\n",
            "[sensor]\nignore = [\"\"\"\n[portal]\n\"\"\"]\n\n[portal]\nenabled = false\n"
        ),
        (
            "[sensor]\nignore = [\"ü\"]\n[portal] # here\n",
            "[sensor]\nignore = [\"ü\"]\n[portal] # here\nenabled = false\n"
        ),
    ])
    func `an edit changes one key and no other byte`(before: String, after: String) throws {
        #expect(try edited(before, Self.turn) == after)
        #expect(try edited(after, Self.turn) == after, "twice is once")
    }

    @Test(arguments: [
        (
            "[portal]\n# a\n\n# enabled = true\n# b\n",
            "[portal]\n# a\n\n# enabled = true\nenabled = false\n# b\n"
        ),
        ("[portal]\r\n  #enabled=true", "[portal]\r\n  #enabled=true\r\n  enabled = false\r\n"),
        // Of another section, and in a text.
        (
            "[portal]\n\n[portal.night]\n# enabled = true\n",
            "[portal]\nenabled = false\n\n[portal.night]\n# enabled = true\n"
        ),
        (
            "[sensor]\nignore = [\"\"\"\n# enabled = true\n\"\"\"]\n[portal]\n",
            "[sensor]\nignore = [\"\"\"\n# enabled = true\n\"\"\"]\n[portal]\nenabled = false\n"
        ),
        ("[portal]\n# enabled is on\n", "[portal]\nenabled = false\n# enabled is on\n"),
    ])
    func `a new key is set beneath the comment that has it`(before: String, after: String) throws {
        #expect(try edited(before, Self.turn) == after)
    }

    private static let here = ConfigurationEdit.Change(
        "location.latitude", to: "1.5", place: "Here")

    @Test(arguments: [
        ("latitude = 2\n", "latitude = 1.5  # place: Here\n"),
        ("latitude = 2  \n", "latitude = 1.5  # place: Here\n"),
        ("latitude = 2 # place: There\r\n", "latitude = 1.5  # place: Here\r\n"),
        ("latitude = 2 # mine\n", "latitude = 1.5 # mine\n"),
    ])
    func `a place has its name as a comment, and a comment of the user stays`(
        before: String, after: String
    ) throws {
        let start = "[location]\nlongitude = 3 # east\n"
        #expect(try edited(start + before, Self.here) == start + after)
        #expect(try edited(start + after, Self.here) == start + after, "twice is once")
        let other = ConfigurationEdit.Change("location.latitude", to: "4")
        let plain = try edited(start + after, other)
        #expect(!plain.contains("place:"), "another value has another place")
        #expect(plain.contains("# mine") == before.contains("# mine"))
    }

    @Test func `a new place is one edit, without a comment in an inline table`() throws {
        let east = ConfigurationEdit.Change("location.longitude", to: "3.0")
        #expect(
            try edited("", east, Self.here)
                == "[location]\nlatitude = 1.5  # place: Here\nlongitude = 3.0\n")
        #expect(
            try edited("location = { fixed = true }\n", east, Self.here)
                == "location = { latitude = 1.5, longitude = 3.0, fixed = true }\n")
    }

    @Test(arguments: [
        (
            "[location]\nlatitude = 1 # a\nlongitude = 2\nfixed = true\n",
            "[location]\nfixed = true\n"
        ),
        ("# a\r\n[location]\r\nlatitude = 1\r\nlongitude = 2", "# a\r\n[location]\r\n"),
        ("location.latitude = 1\nlocation.longitude = 2\n# b\n", "# b\n"),
        (
            "location = { latitude = 1, fixed = true, longitude = 2 }\n",
            "location = {  fixed = true }\n"
        ),
        ("location = {latitude=1,longitude=2}\n", "location = {}\n"),
        ("[desktop]\nfollow = \"none\"\n", "[desktop]\nfollow = \"none\"\n"),
    ])
    func `a key is removed with its line, or from its inline table`(
        before: String, after: String
    ) throws {
        let removals = ["location.latitude", "location.longitude"]
            .map(ConfigurationEdit.Change.init(removing:))
        #expect(try edited(before, removals[0], removals[1]) == after)
    }

    @Test(arguments: [
        ("", "[schedule.saturday]\nlight = \"08:00\"\n"),
        ("[schedule]\n# mine\n", "[schedule]\nsaturday.light = \"08:00\"\n# mine\n"),
        (
            "[schedule]\n[schedule.saturday]\nnight = \"\"",
            "[schedule]\n[schedule.saturday]\nlight = \"08:00\"\nnight = \"\""
        ),
        (
            "[schedule.sunday]\n[schedule]\n# mine",
            "[schedule.sunday]\n[schedule]\nsaturday.light = \"08:00\"\n# mine"
        ),
        (
            "[schedule]\nsaturday.night = \"\"\n",
            "[schedule]\nsaturday.light = \"08:00\"\nsaturday.night = \"\"\n"
        ),
        ("[schedule]\nsaturday = {}\n", "[schedule]\nsaturday = { light = \"08:00\" }\n"),
        (
            "schedule.saturday.night = \"\"\n",
            "schedule.saturday.night = \"\"\nschedule.saturday.light = \"08:00\"\n"
        ),
    ])
    func `a key of a table in a table is set in any form of the two`(
        before: String, after: String
    ) throws {
        #expect(try edited(before, .init("schedule.saturday.light", to: "\"08:00\"")) == after)
    }

    @Test func `texts are equal only if their bytes are`() throws {
        // The name of a file as a Mac writes it, and as others do.
        let before = "[desktop.wallpaper]\nlight = \"/e\u{301}\"\ndark = \"/b\"\n"
        let after = try edited(before, .init("desktop.wallpaper.light", to: "\"/\u{E9}\""))
        #expect(after.utf8.elementsEqual(before.replacing("e\u{301}", with: "\u{E9}").utf8))
    }

    @Test func `a text is quoted, whatever follows its quotes`() {
        let key = ConfigurationSchema.key(at: "desktop.gtk_theme.light")
        let turn = ConfigurationSchema.key(at: "portal.enabled")
        #expect(turn?.text(of: "maybe") != .valid("\"maybe\""))
        #expect(key?.text(of: "a\"\u{301}\\") == .valid(#""a\""# + "\u{301}" + #"\\""#))
    }

    @Test(arguments: [
        "\"Europe/Berlin\"", "'Europe/Berlin'", "\"\"\"Europe/Berlin\"\"\"",
        "'''Europe/Berlin'''", "\"Europe\\u002FBerlin\"", "\"\"", "''",
    ])
    func `a text is replaced with any kind of quotes`(value: String) throws {
        #expect(
            try edited("[location]\ntime_zone = \(value)  # \"here\"\n", Self.zone)
                == "[location]\ntime_zone = \"UTC\"  # \"here\"\n")
    }

    @Test(arguments: [
        ("location.time_zone", "a", 64), ("desktop.gtk_theme.light", "a", 255),
        ("desktop.wallpaper.light", "/", 4_095),
    ])
    func `a text that is too long is refused`(_ path: String, _ letter: String, _ most: Int) {
        let key = ConfigurationSchema.key(at: path)
        let text = String(repeating: letter, count: most)
        #expect(key?.text(of: text) == .valid("\"\(text)\""))
        #expect(key?.text(of: text + letter) != .valid("\"\(text + letter)\""))
    }

    @Test(arguments: [#""a\"b""#, #""a\\""#, #"'a\'"#])
    func `a backslash escapes a quote in a basic string alone`(value: String) throws {
        let dark = "desktop.gtk_theme.dark = \"x\"\n"
        let after = try edited(
            "\(dark)desktop.gtk_theme.light = \(value) # \"'\n",
            .init("desktop.gtk_theme.light", to: "\"y\""))
        #expect(after == "\(dark)desktop.gtk_theme.light = \"y\" # \"'\n")
    }

    @Test(arguments: ["[]", "[\"a\", 'b]']", "[\n  \"a\", # ]\n]", "[\"]\"]"])
    func `a list is replaced as a whole`(value: String) throws {
        let ignore = ConfigurationEdit.Change("sensor.ignore", to: "[\"x\"]")
        for end in ["", " # ]\n", "\npoll = \"1s\"\n"] {
            let after = try edited("[sensor]\nignore = \(value)\(end)", ignore)
            #expect(after == "[sensor]\nignore = [\"x\"]\(end)")
        }
    }

    @Test func `a number is replaced by one of another kind`() throws {
        let after = try edited("ambient.dark_below = 40\n", .init("ambient.dark_below", to: "41.5"))
        #expect(after == "ambient.dark_below = 41.5\n")
    }

    @Test func `keys that depend on each other are set together`() throws {
        let text = try edited(
            "[location]\n", .init("location.latitude", to: "52.5"),
            .init("location.longitude", to: "-13.25"))
        let read = try ConfigurationReader.read(Array(text.utf8), file: "f")
        #expect(
            read.location.coordinates
                == Coordinates(latitudeDegrees: 52.5, longitudeDegrees: -13.25))
    }

    @Test func `every key of the shipped file can be changed in it`() throws {
        let shipped = ConfigurationSchema.keys.compactMap { key in
            key.defaultText.map { (key, $0) }
        }
        let text = shipped.map { "\($0.path) = \($1)\n" }.joined()
        for (key, value) in shipped where value.first != "[" {
            #expect(try edited(text, .init(key.path, to: value)) == text)
        }
    }

    @Test func `an invalid file is refused with its errors`() throws {
        let error = #expect(throws: FileError.self) {
            try edited("[portal]\nenabled = maybe\n", Self.turn)
        }
        #expect(error?.description.contains("f:2:") == true)
    }

    @Test func `a value out of range is not written`() {
        #expect(throws: FileError.self) {
            try edited(
                "", .init("location.latitude", to: "91.0"), .init("location.longitude", to: "0.0"))
        }
    }
}
