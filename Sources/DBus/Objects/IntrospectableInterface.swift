/// The standard interface through which an object describes itself.
///
/// https://dbus.freedesktop.org/doc/dbus-specification.html#standard-interfaces-introspectable
enum IntrospectableInterface {
    static let name = "org.freedesktop.DBus.Introspectable"

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
    /// The description of an object, which owns this interface.
    static func introspectable(_ object: ExportedObject) -> ExportedInterface {
        ExportedInterface(
            IntrospectableInterface.name,
            methods: [
                ExportedMethod("Introspect", returns: "s") { [unowned object] call in
                    call.reply { $0.string(object.description) }
                }
            ])
    }
}

extension ExportedObject {
    /// The object's own text, opened at its end for what every object has and for what lies below.
    fileprivate var description: String {
        let end = "</node>"
        var text = Substring(introspection ?? IntrospectableInterface.emptyNode)
        while text.last?.isWhitespace == true { text.removeLast() }
        precondition(text.hasSuffix(end), "the description of \(path) does not end in \(end)")
        return text.dropLast(end.count) + PropertiesInterface.description
            + IntrospectableInterface.description
            + children.map { "  <node name=\"\($0)\"/>\n" }.joined() + end + "\n"
    }
}
