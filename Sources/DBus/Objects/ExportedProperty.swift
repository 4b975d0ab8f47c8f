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
        Declaration.check(member: name)
        Declaration.check(type: signature)
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
