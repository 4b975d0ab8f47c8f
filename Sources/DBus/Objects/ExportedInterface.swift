/// What one interface of an exported object can do, written down as a table.
///
/// A name or a signature that D-Bus does not allow is a mistake in the program and traps.
package struct ExportedInterface {
    /// The dotted name.
    package let name: String
    let methods: [ExportedMethod]
    let properties: [ExportedProperty]
    let signals: [ExportedSignal]

    /// An interface of the members given; properties are told in this order.
    package init(
        _ name: String, methods: [ExportedMethod] = [], properties: [ExportedProperty] = [],
        signals: [ExportedSignal] = []
    ) {
        Declaration.check(interface: name)
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
        assert(Self.areDistinct(methods.map(\.name)), "\(name) declares a method twice")
        assert(Self.areDistinct(properties.map(\.name)), "\(name) declares a property twice")
        assert(Self.areDistinct(signals.map(\.name)), "\(name) declares a signal twice")
    }

    private static func areDistinct(_ names: [String]) -> Bool { Set(names).count == names.count }

    // An interface has a dozen members: looking through them is as quick as hashing, and a
    // dictionary's type costs the start more than all look-ups after it.

    func method(_ name: String) -> ExportedMethod? { methods.first { $0.name == name } }
    func property(_ name: String) -> ExportedProperty? { properties.first { $0.name == name } }
    func signal(_ name: String) -> ExportedSignal? { signals.first { $0.name == name } }

    /// The members in words, in order, to hold against a description of the same interface.
    ///
    /// One line each: `method Name(in) -> (out)`, `property Name: type read` or `readwrite`,
    /// `signal Name(types)`.
    package var declarations: [String] {
        let lines =
            methods.map { "method \($0.name)(\($0.takes)) -> (\($0.returns))" }
            + properties.map {
                "property \($0.name): \($0.signature) \($0.set == nil ? "read" : "readwrite")"
            }
            + signals.map { "signal \($0.name)(\($0.signature))" }
        return lines.sorted()
    }
}
