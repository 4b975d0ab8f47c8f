import AppearanceProtocol
import AppearanceTestSupport
import Testing

@Suite(.bounded) struct InterfaceTests {
    /// Every method of the two descriptions can be decoded, and vice versa.
    @Test func `every method of the description is decoded`() {
        let described = Interface.allCases.flatMap { interface in
            interface.text.split(separator: "\n").filter { $0.hasPrefix("method ") }
                .map { "\(interface.rawValue).\($0.dropFirst(7).prefix { $0 != "(" })" }
        }
        let inhibit = Request.inhibit(who: "", why: "").method
        #expect(
            Set(described) == Set(RequestRoundTripTests.requests.map(\.method) + [inhibit]))
    }

    @Test(arguments: Interface.allCases)
    func `the description is sent complete`(interface: Interface) throws {
        let message = try withoutNUL(Reply.description(of: interface).encoded())
        let text = try JSON(decoding: message)["parameters"]?["description"]?.string
        #expect(text == interface.text)
    }
}
