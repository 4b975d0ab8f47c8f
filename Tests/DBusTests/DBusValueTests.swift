import AppearanceTestSupport
import DBus
import Testing

@Suite(.bounded) struct DBusValueTests {
    /// One value of every type and of every shape of container, with its signature.
    static let everyType: [(DBusValue, String)] = [
        (.byte(.max), "y"), (.boolean(true), "b"), (.boolean(false), "b"),
        (.int16(.min), "n"), (.uint16(.max), "q"), (.int32(.min), "i"), (.uint32(.max), "u"),
        (.int64(.min), "x"), (.uint64(.max), "t"),
        (.double(0.1), "d"), (.double(-.infinity), "d"), (.double(.greatestFiniteMagnitude), "d"),
        (.string(""), "s"), (.string("Dämmerung 🌘, too long to be held in place"), "s"),
        (.string("\u{FFFF}\u{10FFFF}"), "s"),
        (.objectPath("/"), "o"), (.objectPath("/io/github/appearanced"), "o"),
        (.signature(""), "g"), (.signature("a{sv}(ii)"), "g"),
        (.strings(["one", "", "three"]), "as"), (.array(of: "s", []), "as"),
        (.array(of: "y", [.byte(0), .byte(255)]), "ay"),
        (.array(of: "(ss)", [.structure([.string("who"), .string("why")])]), "a(ss)"),
        (.array(of: "(ss)", []), "a(ss)"),
        (.array(of: "as", [.strings(["a"]), .strings([])]), "aas"),
        (.structure([.double(0.2), .double(0.4), .double(0.6)]), "(ddd)"),
        (.structure([.structure([.structure([.byte(1)])]), .boolean(true)]), "(((y))b)"),
        (.variant(.uint32(1)), "v"), (.variant(.variant(.variant(.string("deep")))), "v"),
        (.variant(.array(of: "v", [.variant(.byte(1)), .variant(.strings(["x"]))])), "v"),
        (.properties(["b": .boolean(true), "a": .uint64(7)]), "a{sv}"),
        (.properties([:]), "a{sv}"),
        (
            .dictionary(
                key: "s", value: "a{sv}",
                [.init(.string("org.freedesktop"), .properties(["contrast": .uint32(1)]))]
            ), "a{sa{sv}}"
        ),
        (
            .dictionary(
                key: "u", value: "(os)",
                [.init(.uint32(2), .structure([.objectPath("/a"), .string("b")]))]), "a{u(os)}"
        ),
    ]

    @Test(arguments: everyType)
    func `every value has its D-Bus signature`(value: DBusValue, signature: String) {
        #expect(value.signature == signature)
    }

    @Test func `the signature of several values is the concatenation`() {
        #expect([DBusValue.string("a"), .uint32(1), .properties([:])].signature == "sua{sv}")
        #expect([DBusValue]().signature == "")
    }

    @Test func `each accessor returns only values of its type`() {
        #expect(DBusValue.string("dark").text == "dark")
        #expect(DBusValue.objectPath("/dark").text == nil)
        #expect(DBusValue.boolean(true).flag == true)
        #expect(DBusValue.byte(1).flag == nil)
        #expect(DBusValue.double(40).number == 40)
        #expect(DBusValue.uint32(40).number == nil)
        #expect(DBusValue.strings(["a", "b"]).strings == ["a", "b"])
        #expect(DBusValue.array(of: "y", []).strings == nil)
    }

    @Test func `accessors unwrap variants`() {
        #expect(DBusValue.variant(.variant(.string("dark"))).text == "dark")
        #expect(DBusValue.variant(.strings(["a"])).strings == ["a"])
        #expect(DBusValue.variant(.byte(3)).unwrapped == .byte(3))
    }

    @Test func `properties are decoded unchanged`() {
        let properties: [String: DBusValue] = ["for": .uint64(60), "until": .string("next")]
        #expect(DBusValue.properties(properties).properties == properties)
        let numbered = DBusValue.dictionary(key: "u", value: "v", [])
        #expect(numbered.properties == nil)
    }

    @Test func `properties are ordered by name`() {
        let names = DBusValue.properties(["c": .byte(0), "a": .byte(0), "b": .byte(0)])
        guard case .dictionary(_, _, let entries) = names else {
            Issue.record("properties are a dictionary")
            return
        }
        #expect(entries.map(\.key.text) == ["a", "b", "c"])
    }
}
