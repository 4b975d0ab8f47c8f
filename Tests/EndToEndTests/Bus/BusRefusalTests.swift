import AppearanceTestSupport
import Testing

/// Bad input over D-Bus: refused by name, and nothing changes.
@Suite(.bounded, .requires(.bus, .busClient)) struct BusRefusalTests {
    private static let invalidArgs = "org.freedesktop.DBus.Error.InvalidArgs"

    private let daemon: RunningDaemon
    private let client: BusClient

    init() throws {
        daemon = try RunningDaemon.inDaylight()
        client = try daemon.busClient()
    }

    /// A call that must be refused, and the text that the message must contain.
    struct Bad: CustomTestStringConvertible, Sendable {
        var method: String
        var signature: String
        var arguments: [JSON]
        var words: String
        var testDescription: String { "\(method) \(JSON.array(arguments).text.prefix(100))" }

        init(_ method: String, _ signature: String, _ arguments: [JSON], _ words: String) {
            self.method = method
            self.signature = signature
            self.arguments = arguments
            self.words = words
        }

        static func mode(_ mode: JSON, with options: JSON = [:], _ words: String) -> Bad {
            Bad("SetMode", "sa{sv}", [mode, options], words)
        }

        static func option(_ key: String, _ type: JSON, _ value: JSON, _ words: String) -> Bad {
            mode("dark", with: .object([key: ["variant": [type, value]]]), words)
        }
    }

    private static let modeWords = "a mode is auto, light, dark or night, not "

    private static let badModes: [Bad] = [
        Bad.mode("purple", modeWords + "\"purple\""),
        Bad.mode("", modeWords + "\"\""),
        Bad.mode("Dark", modeWords + "\"Dark\""),
        Bad.mode("dark ", modeWords + "\"dark \""),
        Bad.mode(
            .string(String(repeating: "x", count: 65536)),
            "\"\(String(repeating: "x", count: 128))…\""),
        Bad.mode("auto", with: ["for": ["variant": ["t", 1_000_000]]], "auto has no end"),
        Bad.mode("auto", with: ["until": ["variant": ["s", "next"]]], "auto has no end"),
        Bad.mode(
            "dark",
            with: ["for": ["variant": ["t", 1_000_000]], "until": ["variant": ["s", "next"]]],
            "for and until exclude each other"),
        Bad.mode(
            "dark", with: ["for": ["variant": ["t", 1_000_000]], "zeal": ["variant": ["s", ""]]],
            "\"zeal\" is not an option; use for or until"),
        Bad("SetMode", "s", ["dark"], "SetMode takes (sa{sv}), and got (s)"),
        Bad("SetMode", "ia{sv}", [1, [:]], "SetMode takes (sa{sv}), and got (ia{sv})"),
    ]

    private static let badOptions: [Bad] = [
        Bad.option("for", "t", 0, "from 1 up to ten years, not 0"),
        Bad.option("for", "t", 1_000_000_000_000_000, "up to ten years"),
        Bad.option("for", "x", 1_000_000, "from 1 up to ten years, not a value of type x"),
        Bad.option("for", "s", "45m", "for is a number of microseconds (t)"),
        Bad.option(
            "until", "s", "noon", "next, after-next, sunrise, sunset or HH:MM, not \"noon\""),
        Bad.option("until", "s", "24:00", "not \"24:00\""),
        Bad.option("until", "s", "7:30", "not \"7:30\""),
        Bad.option("until", "t", 1_000_000, "until is next, after-next, sunrise, sunset or HH:MM"),
        Bad.option("unless", "s", "next", "\"unless\" is not an option; use for or until"),
        Bad("Pause", "a{sv}", [["for": ["variant": ["t", 0]]]], "for is a number"),
    ]

    private static let badArguments: [Bad] = [
        Bad("Pause", "", [], "Pause takes (a{sv}), and got ()"),
        Bad("PauseLight", "a{sv}", [[:]], "light is paused until an end"),
        Bad("Toggle", "s", ["dark"], "Toggle takes (), and got (s)"),
        Bad("FeedLight", "sd", ["", 5.0], "a source is a name of 1 to 64 printable characters"),
        Bad("FeedLight", "sd", ["a\nb", 5.0], "printable"),
        Bad("FeedLight", "sd", ["\u{FFFD}", 5.0], "printable"),
        Bad("FeedLight", "sd", ["lamp", -1.0], "a light level is 0 to 200000 lux"),
        Bad("FeedLight", "sd", ["lamp", 200_001.0], "a light level is 0 to 200000 lux"),
        Bad("FeedLight", "si", ["lamp", 5], "FeedLight takes (sd), and got (si)"),
        Bad("Inhibit", "ss", ["", "a film plays"], "who is a name of 1 to 256"),
        Bad("Inhibit", "ss", ["Player", "\u{1B}[2J"], "printable"),
        Bad("ReportPresence", "a(ss)a{sv}", [[["party", "mpv"]], [:]], "a holder is a kind"),
        Bad("ReportPresence", "a(ss)a{sv}", [[["gamemode", "a\nb"]], [:]], "printable"),
        Bad(
            "ReportPresence", "a(ss)a{sv}",
            [.array(Array(repeating: ["gamemode", "x"], count: 17)), [:]], "at most 16 holders"),
        Bad(
            "ReportPresence", "a(ss)a{sv}", [[], ["late": ["variant": ["b", true]]]],
            "\"late\" is not an option; use quiet or idle"),
        Bad(
            "ReportPresence", "a(ss)a{sv}", [[], ["idle": ["variant": ["s", "x"]]]],
            "an option is quiet or idle, and a boolean"),
        Bad("Uninhibit", "u", [42], "the cookie is not yours"),
    ]

    @Test(.row("D6"), arguments: badModes + badOptions + badArguments)
    func `an invalid call is refused with the error's name`(call: Bad) throws {
        let before = try client.properties()
        let error = try #require(throws: BusClient.RemoteError.self) {
            try client.call(call.method, call.signature, call.arguments)
        }
        #expect(error.name == Self.invalidArgs)
        #expect(error.message.contains(call.words), "\(error.message)")
        #expect(try client.properties() == before)
        #expect(try client.lines().contains { $0["changed"] != .null } == false)
    }

    @Test(
        .row("D7"),
        arguments: [
            ("purple", "not \"purple\""), (["variant": ["i", 1]], "Mode is of type s, and got i"),
            (["variant": ["b", true]], "Mode is of type s, and got b"),
            (["variant": ["as", ["dark"]]], "Mode is of type s, and got as"),
        ] as [(JSON, String)])
    func `an unknown mode is refused`(value: JSON, words: String) throws {
        try client.set("Mode", to: "night")
        let before = try client.properties()
        let error = try #require(throws: BusClient.RemoteError.self) {
            try client.set("Mode", to: value)
        }
        #expect(error.name == Self.invalidArgs)
        #expect(error.message.contains(words), "\(error.message)")
        #expect(try client.properties() == before)
    }

    @Test func `only the mode can be set`() throws {
        let error = try #require(throws: BusClient.RemoteError.self) {
            try client.set("Appearance", to: "dark")
        }
        #expect(error.name == "org.freedesktop.DBus.Error.PropertyReadOnly")
        #expect(error.message == "Appearance can be read but not set")
    }

    @Test func `an unknown member is refused with its name`() throws {
        let property = try #require(throws: BusClient.RemoteError.self) {
            try client.get("Colour")
        }
        #expect(property.name == "org.freedesktop.DBus.Error.UnknownProperty")
        #expect(property.message.contains("Colour"))
        let method = try #require(throws: BusClient.RemoteError.self) {
            try client.call("Explode")
        }
        #expect(method.name == "org.freedesktop.DBus.Error.UnknownMethod")
        #expect(method.message.contains("Explode"))
    }

    @Test func `a light level that is not a number is refused`() throws {
        for number in [Double.nan, .infinity, -.infinity] {
            let run = try ChildProcess.run(
                "dbus-send",
                [
                    "--session", "--print-reply", "--dest=io.github.appearanced",
                    "/io/github/appearanced", "io.github.appearanced.Appearance1.FeedLight",
                    "string:lamp", "double:\(number)",
                ], environment: daemon.environment)
            #expect(run.status == .exited(1))
            #expect(run.errors.contains("a light level is 0 to 200000 lux"), "\(run.errors)")
        }
        #expect(try client.get("LightLevel").number == -1)
    }
}
