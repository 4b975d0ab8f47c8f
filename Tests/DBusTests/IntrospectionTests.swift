import AppearanceTestSupport
import DBus
import Testing

@Suite(.bounded, .requires(.bus)) struct IntrospectionTests {
    private static let standard = [
        "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer",
        "org.freedesktop.DBus.Properties",
    ]

    private static func introspect(
        _ party: Party, at path: String = SampleService.path
    ) throws -> (text: String, description: InterfaceDescription) {
        let answer = try party.ask(
            "Introspect", of: "org.freedesktop.DBus.Introspectable", path: path)
        let text = try #require(try answer.get().first?.text)
        return (text, try #require(InterfaceDescription(text), "\(text)"))
    }

    @Test func `an exported interface declares what its description says`() throws {
        let party = try Party()
        let description = try #require(InterfaceDescription(SampleService.description))
        #expect(party.service.declarations == description.declarations[SampleService.interface])
    }

    @Test func `Introspect returns the given description`() throws {
        let file = SampleService.description
        let (text, description) = try Self.introspect(Party(introspection: file))
        #expect(text.hasPrefix(file.dropLast("</node>\n".count)))
        #expect(description.declarations.keys.sorted() == [SampleService.interface] + Self.standard)
        #expect(
            description.declarations[SampleService.interface]
                == InterfaceDescription(file)?.declarations[SampleService.interface])
    }

    @Test func `the standard interfaces are described correctly`() throws {
        let description = try Self.introspect(Party()).description
        #expect(
            description.declarations == [
                "org.freedesktop.DBus.Introspectable": ["method Introspect() -> (s)"],
                "org.freedesktop.DBus.Peer": [
                    "method GetMachineId() -> (s)", "method Ping() -> ()",
                ],
                "org.freedesktop.DBus.Properties": [
                    "method Get(ss) -> (v)", "method GetAll(s) -> (a{sv})",
                    "method Set(ssv) -> ()", "signal PropertiesChanged(sa{sv}as)",
                ],
            ])
    }

    @Test func `parent nodes list the path to an object`() throws {
        let party = try Party()
        party.server.export(path: "/org/freedesktop/portal/desktop", [])
        party.server.export(path: "\(SampleService.path)/below", [])
        for (path, children) in [
            ("/", ["org"]), ("/org", ["example", "freedesktop"]), ("/org/example", ["lamp"]),
            (SampleService.path, ["below"]), ("\(SampleService.path)/below", []),
            ("/org/freedesktop/portal", ["desktop"]),
        ] {
            #expect(try Self.introspect(party, at: path).description.children == children)
        }
    }

    @Test func `a parent node has only its child`() throws {
        let party = try Party()
        let error = try party.ask("Echo", .variant(.byte(1)), path: "/org/example").error
        #expect(error?.name == "org.freedesktop.DBus.Error.UnknownInterface")
    }

    @Test func `an object answers the Peer interface`() throws {
        let party = try Party()
        #expect(try party.ask("Ping", of: "org.freedesktop.DBus.Peer").get() == [])
        let machine = try party.ask("GetMachineId", of: "org.freedesktop.DBus.Peer")
        // A container may have no machine id, which is then the error.
        switch machine {
        case .success(let values): #expect(values.first?.text?.count == 32)
        case .failure(let error): #expect(error.message.contains("machine"))
        }
    }
}
