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
