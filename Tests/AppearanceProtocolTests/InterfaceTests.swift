import AppearanceProtocol
import AppearanceTestSupport
import Testing

@Suite(.bounded) struct InterfaceTests {
    /// Every method of the two texts is one that a call can have, and the other way round.
    @Test func `every method described is understood`() {
        let described = Interface.allCases.flatMap { interface in
            interface.text.split(separator: "\n").filter { $0.hasPrefix("method ") }
                .map { "\(interface.rawValue).\($0.dropFirst(7).prefix { $0 != "(" })" }
        }
        let inhibit = Request.inhibit(who: "", why: "").method
        #expect(
            Set(described) == Set(RequestRoundTripTests.requests.map(\.method) + [inhibit]))
    }

    @Test(arguments: Interface.allCases)
    func `description travels whole`(interface: Interface) throws {
        let message = try withoutNUL(Reply.description(of: interface).encoded())
        let text = try JSON(decoding: message)["parameters"]?["description"]?.string
        #expect(text == interface.text)
    }
}
