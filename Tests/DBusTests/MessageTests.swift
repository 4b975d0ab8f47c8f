import AppearanceTestSupport
import DBus
import Testing

@Suite(.bounded) struct MessageTests {
    private static func signal(_ arguments: DBusValue...) throws(DBusError) -> Message {
        try Message.signal(path: "/a", interface: "a.b", member: "C") { writer in
            for argument in arguments { writer.append(argument) }
        }
    }

    @Test(arguments: DBusValueTests.everyType.map(\.0))
    func `every type is decoded as it was encoded`(value: DBusValue) throws {
        let message = try Self.signal(value, .string("after"))
        #expect(message.signature == value.signature + "s")
        #expect(try message.arguments() == [value, .string("after")])
    }

    @Test func `NaN is decoded as it was encoded`() throws {
        let number = try #require(Self.signal(.double(.nan)).arguments().first?.number)
        #expect(number.isNaN)
    }

    static let unsendable: [(DBusValue, String)] = [
        (.string("light\0dark"), "NUL"),
        (.variant(.string("\0")), "NUL"),
        (.strings(["fine", "not\0fine", "fine"]), "NUL"),
        (.properties(["\0": .byte(1)]), "NUL"),
        (.objectPath(""), "not an object path"),
        (.objectPath("relative"), "not an object path"),
        (.objectPath("/ends/"), "not an object path"),
        (.objectPath("/nul\0"), "not an object path"),
        (.signature("a"), "not a signature"),
        (.signature("s\0s"), "not a signature"),
        (.structure([]), "not the type of a value"),
        (.variant(.structure([])), "not the type of a value"),
        (.array(of: "", []), "not the type of a value"),
        (.array(of: "ss", []), "not the type of a value"),
        (.array(of: "!", []), "not the type of a value"),
        (.array(of: "s\0", []), "not the type of a value"),
        (.variant(.array(of: "{sv}s", [])), "not the type of a value"),
        (.dictionary(key: "v", value: "s", []), "not the type of a value"),
        (.dictionary(key: "s", value: "", []), "not the type of a value"),
        (.array(of: "s", [.byte(1)]), "y stands in a container of s"),
        (.array(of: "(ss)", [.structure([.string("a")])]), "(s) stands in a container of (ss)"),
        (.dictionary(key: "s", value: "v", [.init(.string("a"), .string("b"))]), "container of v"),
        (.dictionary(key: "s", value: "v", [.init(.byte(1), .variant(.byte(1)))]), "of s"),
        (.structure(Array(repeating: .byte(0), count: 300)), "not the type of a value"),
        (nested(33) { .variant($0) }, "more than 32 deep"),
        (nested(33) { .structure([$0]) }, "not the type of a value"),
        (nested(33) { .array(of: $0.signature, [$0]) }, "not the type of a value"),
        (nested(17) { .variant(.structure([$0])) }, "more than 32 deep"),
    ]

    @Test(arguments: unsendable)
    func `a value that D-Bus cannot represent is refused with the reason`(
        value: DBusValue, reason: String
    )
        throws
    {
        let error = #expect(throws: DBusError.self) { try Self.signal(.byte(0), value, .byte(1)) }
        #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs")
        #expect(error?.message.contains(reason) == true)
    }

    @Test func `containers are nested up to 32 levels`() throws {
        for deep in [
            Self.nested(32) { .variant($0) }, Self.nested(32) { .structure([$0]) },
            Self.nested(32) { .array(of: $0.signature, [$0]) },
            Self.nested(16) { .variant(.structure([$0])) },
        ] {
            #expect(try Self.signal(deep).arguments() == [deep])
        }
    }

    @Test func `the writer encodes the same bytes as the values`() throws {
        let written = try Message.signal(path: "/a", interface: "a.b", member: "C") { signal in
            signal.string("io.github.appearanced.Appearance1")
            signal.array(of: "{sv}") { changed in
                changed.entry {
                    $0.string("Mode")
                    $0.variant("s") { $0.string("dark") }
                }
                changed.entry {
                    $0.string("LightLevel")
                    $0.variant(.double(12.5))
                }
            }
            signal.structure {
                $0.boolean(true)
                $0.objectPath("/a")
                $0.signature("s")
            }
        }
        #expect(
            try written.arguments() == [
                .string("io.github.appearanced.Appearance1"),
                .dictionary(
                    key: "s", value: "v",
                    [
                        .init(.string("Mode"), .variant(.string("dark"))),
                        .init(.string("LightLevel"), .variant(.double(12.5))),
                    ]),
                .structure([.boolean(true), .objectPath("/a"), .signature("s")]),
            ])
    }

    @Test func `a match rule has the syntax of the bus`() {
        let rule = MatchRule(
            sender: "org.freedesktop.login1", path: "/org/freedesktop/login1",
            interface: "org.freedesktop.login1.Manager", member: "PrepareForSleep")
        #expect(
            rule.description == """
                type='signal',sender='org.freedesktop.login1',path='/org/freedesktop/login1',\
                interface='org.freedesktop.login1.Manager',member='PrepareForSleep'
                """)
        #expect(MatchRule(firstArgument: "it's").description == #"type='signal',arg0='it'\''s'"#)
        #expect(MatchRule().description == "type='signal'")
    }

    private static func nested(_ depth: Int, _ wrap: (DBusValue) -> DBusValue) -> DBusValue {
        (0..<depth).reduce(.byte(1)) { value, _ in wrap(value) }
    }
}
