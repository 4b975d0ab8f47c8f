/// A method that others call.
package struct ExportedMethod {
    /// Does what the call asks; answers it now or keeps it to answer later, or throws a refusal.
    ///
    /// What it throws after it has answered reaches nobody.
    package typealias Handler = (MethodCall) throws(DBusError) -> Void

    let name: String
    let takes: String
    let returns: String
    let handler: Handler

    /// A method by its name, the types of its arguments and the types of its answer.
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
