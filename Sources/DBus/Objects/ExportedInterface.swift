import CDBus

/// The members of one interface of an exported object, as a table.
///
/// A name or a signature that D-Bus does not allow is a mistake in the program and traps.
package struct ExportedInterface {
    /// Reads the state that the properties are parts of, and returns the value of each by its index.
    ///
    /// It is called once for each call from the bus, so all values of a reply are of one moment.
    package typealias Reader = () -> (_ index: Int) -> DBusValue

    /// The dotted name.
    package let name: String
    let methods: [ExportedMethod]
    let properties: [ExportedProperty]
    let signals: [ExportedSignal]
    private let reader: Reader?

    /// An interface with these members; properties are announced in this order, and have a reader.
    package init(
        _ name: String, methods: [ExportedMethod] = [], properties: [ExportedProperty] = [],
        signals: [ExportedSignal] = [], reader: Reader? = nil
    ) {
        Declaration.check(interface: name)
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
        self.reader = reader
        precondition(properties.isEmpty || reader != nil, "\(name) has no reader of its properties")
        assert(Self.areDistinct(methods.map(\.name)), "\(name) declares a method twice")
        assert(Self.areDistinct(properties.map(\.name)), "\(name) declares a property twice")
        assert(Self.areDistinct(signals.map(\.name)), "\(name) declares a signal twice")
    }

    private static func areDistinct(_ names: [String]) -> Bool { Set(names).count == names.count }

    // An interface has a dozen members: searching them is as fast as hashing, and a dictionary's
    // type costs the start more than all later look-ups.

    func method(_ name: String) -> ExportedMethod? { methods.first { $0.name == name } }
    func property(_ name: String) -> ExportedProperty? { properties.first { $0.name == name } }
    func signal(_ name: String) -> ExportedSignal? { signals.first { $0.name == name } }

    /// Returns the present values, each by the index of its property and of the declared type.
    func values() -> (_ index: Int) -> DBusValue {
        guard let read = reader?() else { preconditionFailure("\(name) has no properties") }
        return { [properties] index in
            let (property, value) = (properties[index], read(index))
            precondition(
                value.signature == property.signature,
                "\(property.name) is \(value.signature), declared \(property.signature)")
            return value
        }
    }

    /// The members as text, in order, to compare with a description of the same interface.
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

/// A method that other programs call.
package struct ExportedMethod {
    /// Handles the call: replies now, keeps it to reply later, or throws a refusal.
    ///
    /// An error that is thrown after the reply is ignored.
    package typealias Handler = (MethodCall) throws(DBusError) -> Void

    let name: String
    let takes: String
    let returns: String
    let handler: Handler

    /// A method by its name, the types of its arguments and the types of its results.
    package init(
        _ name: String, takes: String = "", returns: String = "", _ handler: @escaping Handler
    ) {
        Declaration.check(member: name)
        Declaration.check(signature: takes)
        Declaration.check(signature: returns)
        self.name = name
        self.takes = takes
        self.returns = returns
        self.handler = handler
    }
}

/// A property that other programs read, and may set.
package struct ExportedProperty {
    /// Sets a value of the declared type: replies to the call now or later, or throws a refusal.
    package typealias Setter = (DBusValue, MethodCall) throws(DBusError) -> Void

    let name: String
    let signature: String
    let set: Setter?

    /// A property by its name and type; without a setter it is read-only.
    package init(_ name: String, _ signature: String, set: Setter? = nil) {
        Declaration.check(member: name)
        Declaration.check(type: signature)
        self.name = name
        self.signature = signature
        self.set = set
    }
}

/// A signal that an object emits.
package struct ExportedSignal {
    let name: String
    let signature: String

    /// A signal by its name and the types of its arguments.
    package init(_ name: String, _ signature: String = "") {
        Declaration.check(member: name)
        Declaration.check(signature: signature)
        self.name = name
        self.signature = signature
    }
}

/// Traps on names and types that D-Bus does not allow, which are mistakes in the program.
enum Declaration {
    static func check(interface name: String) {
        precondition(dbus_validate_interface(name, nil) != 0, "\(name) is not an interface name")
    }

    static func check(member name: String) {
        precondition(dbus_validate_member(name, nil) != 0, "\(name) is not a member name")
    }

    static func check(path: String) {
        precondition(DBusValue.isObjectPath(path), "\(path) is not an object path")
    }

    static func check(signature: String) {
        precondition(DBusValue.isSignature(signature), "\(signature) is not a signature")
    }

    static func check(type signature: String) {
        precondition(DBusValue.isSingleSignature(signature), "\(signature) is not one type")
    }
}
