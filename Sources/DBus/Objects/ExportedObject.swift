import AppearanceLimits

/// An object that other programs call, read and listen to.
///
/// It answers the standard interfaces by itself: Properties and Introspectable here, Peer in libdbus.
package final class ExportedObject {
    /// The path of the object on the bus.
    package let path: String
    let introspection: (() -> String)?
    private var interfaces: [ExportedInterface]
    /// The number of messages that are kept; a small vocabulary has fewer.
    private static let mostKept = 64
    private var kept: [(interface: String, member: String, values: [DBusValue], message: Message)] =
        []
    private weak var connection: BusConnection?

    init(
        path: String, interfaces: [ExportedInterface], introspection: (() -> String)?,
        on connection: BusConnection
    ) {
        Declaration.check(path: path)
        self.path = path
        self.interfaces = interfaces
        self.introspection = introspection
        self.connection = connection
        self.interfaces += [.properties(of: self), .introspectable(self)]
    }

    /// Emits a signal of one of the interfaces.
    ///
    /// Its values should come from a small vocabulary: the message is kept, and a copy costs a fiftieth
    /// of writing one.
    package func emit(
        _ member: String, of interface: String, _ values: [DBusValue] = []
    ) throws(DBusError) {
        // Checked in debug builds only: libdbus' look-up would show in the latency.
        assert(
            self.interface(interface)?.signal(member)?.signature == values.signature,
            "\(interface).\(member)(\(values.signature)) is declared otherwise")
        connection?.send(try Message(copying: try message(member, of: interface, values)))
    }

    /// Emits new values of properties.
    package func emitPropertiesChanged(
        of interface: String, _ values: [(name: String, value: DBusValue)]
    ) throws(DBusError) {
        guard let exported = self.interface(interface) else {
            preconditionFailure("\(path) has no interface \(interface)")
        }
        let beginning = try message(
            "PropertiesChanged", of: Message.propertiesInterface, [.string(interface)])
        let signal = try Message(copying: beginning) { signal in
            signal.array(of: "{sv}") { changed in
                for (name, value) in values {
                    precondition(
                        exported.property(name)?.signature == value.signature,
                        "\(interface) has no property \(name) of type \(value.signature)")
                    changed.entry(name, value)
                }
            }
            signal.array(of: "s") { _ in }
        }
        connection?.send(signal)
    }

    /// Returns a signal to copy, complete or with the first of its values.
    ///
    /// Writing the addresses of a message is most of the work of making one, and each value adds its
    /// type to them, so it is done once: otherwise a change misses its row of Benchmarks/run, "set → own
    /// signal", with 1.3 of the floor rather than 1.2.
    private func message(
        _ member: String, of interface: String, _ values: [DBusValue]
    ) throws(DBusError) -> Message {
        let known = kept.first {
            $0.member == member && $0.values == values && $0.interface == interface
        }
        if let known { return known.message }
        let message = try Message.signal(path: path, interface: interface, member: member) {
            for value in values { $0.append(value) }
        }
        if kept.count < Self.mostKept { kept.append((interface, member, values, message)) }
        return message
    }

    /// Passes a call to the method that it names.
    func answer(_ message: Message) throws(DBusError) {
        guard let connection else { return }
        let method = try method(message.member, of: message.interface)
        let call = try MethodCall(message, of: method, on: connection)
        do throws(DBusError) {
            try method.handler(call)
        } catch {
            if !call.isAnswered { call.refuse(error) }
        }
    }

    func interface(_ name: String) -> ExportedInterface? {
        interfaces.first { $0.name == name }
    }

    /// Returns the interfaces that a name on the bus means: an empty name means all.
    func interfaces(named name: String?) throws(DBusError) -> [ExportedInterface] {
        guard let name, !name.isEmpty else { return interfaces }
        guard let interface = interface(name) else {
            throw .unknownInterface("\(path) has no interface \(name.echo)")
        }
        return [interface]
    }

    private func method(
        _ name: String, of interface: String?
    ) throws(DBusError) -> ExportedMethod {
        for candidate in try interfaces(named: interface) {
            if let method = candidate.method(name) { return method }
        }
        throw .unknownMethod("\(interface ?? path) has no method \(name)")
    }

    /// The names of the nodes directly below, in order.
    var children: [String] { connection?.objects.children(of: path) ?? [] }
}

extension BusConnection {
    /// Exports an object on the bus.
    ///
    /// - Parameters:
    ///   - path: The path of the object, not yet in use.
    ///   - interfaces: The interfaces of the object.
    ///   - introspection: Its description, the text of a D-Bus XML file that ends in `</node>`.
    ///     Introspect returns this text, with the standard interfaces and the nodes below added at
    ///     its end.
    /// - Returns: The object, to emit from; the connection keeps it.
    @discardableResult
    package func export(
        path: String, _ interfaces: [ExportedInterface], introspection: (() -> String)? = nil
    ) -> ExportedObject {
        let object = ExportedObject(
            path: path, interfaces: interfaces, introspection: introspection, on: self)
        objects.insert(object)
        return object
    }
}

extension MessageWriter {
    /// Appends the name of a property and a value, as one entry of `a{sv}`.
    mutating func entry(_ name: String, _ value: DBusValue) {
        entry {
            $0.string(name)
            $0.variant(value)
        }
    }
}
