// SPDX-License-Identifier: MIT

import CDBus

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
        precondition(dbus_validate_interface(name, nil) != 0, "\(name) is not an interface name")
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

/// A method that others call.
package struct ExportedMethod {
    /// Does what the call asks; answers it now or keeps it to answer later, or throws a refusal.
    package typealias Handler = (MethodCall) throws(DBusError) -> Void

    let name: String
    let takes: String
    let returns: String
    let handler: Handler

    /// A method by its name, the types of its arguments and the types of its answer.
    package init(
        _ name: String, takes: String = "", returns: String = "", _ handler: @escaping Handler
    ) {
        Self.check(name, takes, returns)
        self.name = name
        self.takes = takes
        self.returns = returns
        self.handler = handler
    }
}

/// A property that others read, and perhaps set.
package struct ExportedProperty {
    /// Takes a value of the declared type: answers the call now or later, or throws a refusal.
    package typealias Setter = (DBusValue, MethodCall) throws(DBusError) -> Void

    let name: String
    let signature: String
    let get: () -> DBusValue
    let set: Setter?

    /// A property by its name and type; without a setter it is read-only.
    package init(
        _ name: String, _ signature: String, get: @escaping () -> DBusValue, set: Setter? = nil
    ) {
        ExportedMethod.check(name)
        precondition(DBusValue.isSingleSignature(signature), "\(signature) is not one type")
        self.name = name
        self.signature = signature
        self.get = get
        self.set = set
    }

    /// The present value, which is of the declared type.
    var value: DBusValue {
        let value = get()
        precondition(
            value.signature == signature, "\(name) is \(value.signature), declared \(signature)")
        return value
    }
}

/// A signal that the object emits.
package struct ExportedSignal {
    let name: String
    let signature: String

    /// A signal by its name and the types of its arguments.
    package init(_ name: String, _ signature: String = "") {
        ExportedMethod.check(name, signature)
        self.name = name
        self.signature = signature
    }
}

extension ExportedMethod {
    fileprivate static func check(_ member: String, _ signatures: String...) {
        precondition(dbus_validate_member(member, nil) != 0, "\(member) is not a member name")
        for signature in signatures {
            precondition(DBusValue.isSignature(signature), "\(signature) is not a signature")
        }
    }
}
