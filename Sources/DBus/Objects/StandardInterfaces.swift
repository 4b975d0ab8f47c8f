import AppearanceLimits

/// The standard interface through which properties are read and set.
///
/// https://dbus.freedesktop.org/doc/dbus-specification.html#standard-interfaces-properties
enum PropertiesInterface {
    static let description = """
          <interface name="org.freedesktop.DBus.Properties">
            <method name="Get">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="out"/>
            </method>
            <method name="GetAll">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="properties" type="a{sv}" direction="out"/>
            </method>
            <method name="Set">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="in"/>
            </method>
            <signal name="PropertiesChanged">
              <arg name="interface_name" type="s"/>
              <arg name="changed_properties" type="a{sv}"/>
              <arg name="invalidated_properties" type="as"/>
            </signal>
          </interface>

        """
}

extension ExportedInterface {
    /// The properties of an object, which owns this interface.
    static func properties(of object: ExportedObject) -> ExportedInterface {
        ExportedInterface(
            Message.propertiesInterface,
            methods: [
                ExportedMethod("Get", takes: "ss", returns: "v") {
                    [unowned object] call throws(DBusError) in
                    let (interface, index) = try object.property(named: call.arguments)
                    call.reply { $0.variant(interface.values()(index)) }
                },
                ExportedMethod("GetAll", takes: "s", returns: "a{sv}") {
                    [unowned object] call throws(DBusError) in
                    let interfaces = try object.interfaces(named: call.arguments[0].text)
                    call.reply { reply in
                        reply.array(of: "{sv}") { entries in
                            for interface in interfaces { entries.properties(of: interface) }
                        }
                    }
                },
                ExportedMethod("Set", takes: "ssv") {
                    [unowned object] call throws(DBusError) in
                    let (interface, index) = try object.property(named: call.arguments)
                    try interface.properties[index].set(call.arguments[2], for: call)
                },
            ],
            signals: [ExportedSignal("PropertiesChanged", "sa{sv}as")])
    }
}

extension ExportedObject {
    /// Returns the property that the first two arguments of a call name, by its index.
    fileprivate func property(
        named arguments: [DBusValue]
    ) throws(DBusError) -> (interface: ExportedInterface, index: Int) {
        guard let interface = arguments[0].text, let name = arguments[1].text else {
            throw .invalidArgs("a property goes by the names of its interface and itself")
        }
        for candidate in try interfaces(named: interface) {
            let index = candidate.properties.firstIndex { $0.name == name }
            if let index { return (candidate, index) }
        }
        throw .unknownProperty(
            "\(interface.isEmpty ? path : interface) has no property \(name.echo)")
    }
}

extension MessageWriter {
    /// Appends all properties of an interface at one moment, as entries of `a{sv}`.
    fileprivate mutating func properties(of interface: ExportedInterface) {
        guard !interface.properties.isEmpty else { return }
        let value = interface.values()
        for (index, property) in interface.properties.enumerated() {
            entry(property.name, value(index))
        }
    }
}

extension ExportedProperty {
    fileprivate func set(_ value: DBusValue, for call: MethodCall) throws(DBusError) {
        guard let set else { throw .propertyReadOnly("\(name) can be read but not set") }
        guard case .variant(let content) = value, content.signature == signature else {
            throw .invalidArgs("\(name) is of type \(signature), and got \(value.content)")
        }
        try set(content, call)
    }
}

extension DBusValue {
    /// The type of the value in a variant.
    fileprivate var content: String {
        guard case .variant(let content) = self else { return signature }
        return content.signature
    }
}

/// The standard interface through which an object describes itself.
///
/// https://dbus.freedesktop.org/doc/dbus-specification.html#standard-interfaces-introspectable
enum IntrospectableInterface {
    /// This interface, and Peer, which libdbus answers at every path.
    static let description = """
          <interface name="org.freedesktop.DBus.Introspectable">
            <method name="Introspect">
              <arg name="xml_data" type="s" direction="out"/>
            </method>
          </interface>
          <interface name="org.freedesktop.DBus.Peer">
            <method name="Ping"/>
            <method name="GetMachineId">
              <arg name="machine_uuid" type="s" direction="out"/>
            </method>
          </interface>

        """

    static let emptyNode = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
        </node>
        """
}

extension ExportedInterface {
    /// Describes an object, which owns this interface.
    static func introspectable(_ object: ExportedObject) -> ExportedInterface {
        ExportedInterface(
            "org.freedesktop.DBus.Introspectable",
            methods: [
                ExportedMethod("Introspect", returns: "s") { [unowned object] call in
                    call.reply { $0.string(object.description) }
                }
            ])
    }
}

extension ExportedObject {
    /// The object's own text, cut before its end, where the standard interfaces and the nodes below
    /// are added.
    fileprivate var description: String {
        let end = "</node>"
        var text = Substring(introspection?() ?? IntrospectableInterface.emptyNode)
        while text.last?.isWhitespace == true { text.removeLast() }
        precondition(text.hasSuffix(end), "the description of \(path) does not end in \(end)")
        return text.dropLast(end.count) + PropertiesInterface.description
            + IntrospectableInterface.description
            + children.map { "  <node name=\"\($0)\"/>\n" }.joined() + end + "\n"
    }
}
