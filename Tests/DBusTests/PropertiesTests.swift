import AppearanceTestSupport
import DBus
import Testing

@Suite(.bounded, .requires(.bus)) struct PropertiesTests {
    private static let interface = DBusValue.string(SampleService.interface)

    @Test func `a property is read in one variant`() throws {
        let party = try Party()
        let mode = try party.askProperties("Get", Self.interface, .string("Mode"))
        #expect(try mode.get() == [.variant(.string("light"))])
        let users = try party.askProperties("Get", Self.interface, .string("Users"))
        #expect(try users.get() == [.variant(.array(of: "(ss)", []))])
    }

    @Test func `a property is read without an interface`() throws {
        let mode = try Party().askProperties("Get", .string(""), .string("Mode"))
        #expect(try mode.get() == [.variant(.string("light"))])
    }

    @Test func `all properties are read in the order of their declaration`() throws {
        let party = try Party()
        let all = try #require(try party.askProperties("GetAll", Self.interface).get().first)
        #expect(all.signature == "a{sv}")
        #expect(all.properties?["Since"] == .uint64(1_782_000_000_000_000))
        guard case .dictionary(_, _, let entries) = all else { return }
        #expect(entries.map(\.key.text) == ["Mode", "Since", "Users"])
    }

    @Test func `all properties of a reply are of one moment`() throws {
        let party = try Party()
        for (interface, count) in [(Self.interface, 1), (.string(""), 2)] {
            _ = try party.askProperties("GetAll", interface).get()
            #expect(party.service.reads == count)
        }
        _ = try party.askProperties("Get", Self.interface, .string("Since")).get()
        #expect(party.service.reads == 3)
    }

    @Test func `an interface without properties has none`() throws {
        let all = try Party().askProperties("GetAll", .string(SampleService.probe))
        #expect(try all.get() == [.properties([:])])
    }

    @Test func `setting a property is answered and reported`() throws {
        let party = try Party()
        var signals: [[DBusValue]] = []
        party.client.subscribe(
            to: MatchRule(sender: SampleService.name, path: SampleService.path)
        ) { signals.append((try? $0.arguments()) ?? []) }
        try party.bench.settle(party.client)

        let set = try party.askProperties(
            "Set", Self.interface, .string("Mode"), .variant(.string("dark")))
        #expect(try set.get() == [])
        try party.bench.turn(until: "both signals are here") { signals.count == 2 }
        #expect(
            signals[0] == [
                Self.interface,
                .dictionary(
                    key: "s", value: "v", [.init(.string("Mode"), .variant(.string("dark")))]),
                .strings([]),
            ])
        #expect(signals[1] == [.string("dark"), .string("light")])
    }

    @Test func `a value that the setter refuses changes nothing`() throws {
        let party = try Party()
        let set = try party.askProperties(
            "Set", Self.interface, .string("Mode"), .variant(.string("dusk")))
        #expect(set.error == .invalidArgs("the mode is auto, light, dark or night"))
        #expect(party.service.mode == "light")
    }

    @Test(arguments: [
        (DBusValue.uint32(1), "u"), (.variant(.string("dark")), "v"), (.strings(["dark"]), "as"),
    ])
    func `a value of another type is refused with both types`(value: DBusValue, found: String)
        throws
    {
        let party = try Party()
        let set = try party.askProperties("Set", Self.interface, .string("Mode"), .variant(value))
        #expect(set.error == .invalidArgs("Mode is of type s, and got \(found)"))
        #expect(party.service.mode == "light")
    }

    @Test func `a read-only property is not set`() throws {
        let set = try Party().askProperties(
            "Set", Self.interface, .string("Users"), .variant(.string("dark")))
        #expect(set.error == .propertyReadOnly("Users can be read but not set"))
    }

    @Test func `an unknown property is named`() throws {
        let party = try Party()
        let unknown = DBusError.unknownProperty("\(SampleService.interface) has no property Colour")
        let get = try party.askProperties("Get", Self.interface, .string("Colour"))
        #expect(get.error == unknown)
        let set = try party.askProperties(
            "Set", Self.interface, .string("Colour"), .variant(.byte(1)))
        #expect(set.error == unknown)
    }

    @Test func `an unknown interface is named`() throws {
        let party = try Party()
        let unknown = DBusError.unknownInterface(
            "\(SampleService.path) has no interface org.example.Other")
        let other = DBusValue.string("org.example.Other")
        #expect(try party.askProperties("Get", other, .string("Mode")).error == unknown)
        #expect(try party.askProperties("GetAll", other).error == unknown)
        let set = try party.askProperties("Set", other, .string("Mode"), .variant(.byte(1)))
        #expect(set.error == unknown)
    }

    @Test func `arguments of other types are refused`() throws {
        let party = try Party()
        let get = try party.askProperties("Get", Self.interface)
        #expect(get.error == .invalidArgs("Get takes (ss), and got (s)"))
        let set = try party.askProperties(
            "Set", Self.interface, .string("Mode"), .string("not in a variant"))
        #expect(set.error == .invalidArgs("Set takes (ssv), and got (sss)"))
    }
}
