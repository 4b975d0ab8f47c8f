/// What one interface of an exported object can do, written down as a table.
///
/// A name or a signature that D-Bus does not allow is a mistake in the program and traps.
package struct ExportedInterface {
    /// The dotted name.
    package let name: String
    let methods: [String: ExportedMethod]
    let properties: [ExportedProperty]
    let signals: [String: ExportedSignal]
    private let propertyIndex: [String: Int]

    /// An interface of the members given; properties are told in this order.
    package init(
        _ name: String, methods: [ExportedMethod] = [], properties: [ExportedProperty] = [],
        signals: [ExportedSignal] = []
    ) {
        Declaration.check(interface: name)
        self.name = name
        self.methods = Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })
        self.properties = properties
        self.signals = Dictionary(uniqueKeysWithValues: signals.map { ($0.name, $0) })
        propertyIndex = Dictionary(
            uniqueKeysWithValues: properties.enumerated().map { ($1.name, $0) })
    }

    func property(_ name: String) -> ExportedProperty? {
        propertyIndex[name].map { properties[$0] }
    }

    /// The members in words, in order, to hold against a description of the same interface.
    ///
    /// One line each: `method Name(in) -> (out)`, `property Name: type read` or `readwrite`,
    /// `signal Name(types)`.
    package var declarations: [String] {
        let lines =
            methods.values.map { "method \($0.name)(\($0.takes)) -> (\($0.returns))" }
            + properties.map {
                "property \($0.name): \($0.signature) \($0.set == nil ? "read" : "readwrite")"
            }
            + signals.values.map { "signal \($0.name)(\($0.signature))" }
        return lines.sorted()
    }
}
