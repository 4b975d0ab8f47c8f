internal import CDBus

/// The messages that go over the bus, and what stands in those that come.
enum Messages {
    private static func call(
        _ name: String, _ path: String, _ interface: String, _ member: String
    ) -> OpaquePointer {
        guard let message = dbus_message_new_method_call(name, path, interface, member)
        else { fatalError("out of memory") }
        return message
    }

    private static func ofTheBus(_ member: String) -> OpaquePointer {
        call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member)
    }

    /// The first message on a connection.
    static func hello() -> OpaquePointer { ofTheBus("Hello") }

    /// Asks to hear what a rule matches; the answer is not waited for.
    static func match(_ rule: String) -> OpaquePointer {
        let message = ofTheBus("AddMatch")
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(message, &iterator)
        append(rule, to: &iterator)
        dbus_message_set_no_reply(message, 1)
        return message
    }

    /// Asks for every setting of some namespaces.
    static func readAll(_ namespaces: [String]) -> OpaquePointer {
        let message = call(Portal.name, Portal.path, Portal.interface, "ReadAll")
        var iterator = DBusMessageIter()
        var array = DBusMessageIter()
        dbus_message_iter_init_append(message, &iterator)
        dbus_message_iter_open_container(&iterator, CDBUS_TYPE_ARRAY, "s", &array)
        for namespace in namespaces { append(namespace, to: &array) }
        dbus_message_iter_close_container(&iterator, &array)
        return message
    }

    private static func append(_ text: String, to iterator: inout DBusMessageIter) {
        text.withCString { text in
            var text: UnsafePointer<CChar>? = text
            dbus_message_iter_append_basic(&iterator, CDBUS_TYPE_STRING, &text)
        }
    }

    /// The settings in a reply to `readAll`, `a{sa{sv}}`; values of other types are ignored.
    static func settings(in message: OpaquePointer) -> PortalAnswer {
        var settings = PortalAnswer()
        guard String(cString: dbus_message_get_signature(message)) == "a{sa{sv}}"
        else { return settings }
        var body = DBusMessageIter()
        dbus_message_iter_init(message, &body)
        forEachEntry(of: &body) { namespace, values in
            forEachEntry(of: &values) { key, variant in
                guard let value = value(in: &variant) else { return }
                settings.set(namespace, key, to: value)
            }
        }
        return settings
    }

    /// Hands out the entries of the dictionary at which an iterator stands.
    private static func forEachEntry(
        of dictionary: inout DBusMessageIter, _ body: (String, inout DBusMessageIter) -> Void
    ) {
        var entries = DBusMessageIter()
        dbus_message_iter_recurse(&dictionary, &entries)
        while dbus_message_iter_get_arg_type(&entries) == CDBUS_TYPE_DICT_ENTRY {
            var entry = DBusMessageIter()
            dbus_message_iter_recurse(&entries, &entry)
            let key = text(at: &entry)
            dbus_message_iter_next(&entry)
            body(key, &entry)
            dbus_message_iter_next(&entries)
        }
    }

    private static func value(in variant: inout DBusMessageIter) -> PortalValue? {
        var inside = DBusMessageIter()
        dbus_message_iter_recurse(&variant, &inside)
        switch dbus_message_iter_get_arg_type(&inside) {
        case CDBUS_TYPE_UINT32:
            var number: UInt32 = 0
            dbus_message_iter_get_basic(&inside, &number)
            return .number(number)
        case CDBUS_TYPE_STRING: return .word(text(at: &inside))
        default: return nil  // An accent colour, or what comes to be.
        }
    }

    private static func text(at iterator: inout DBusMessageIter) -> String {
        var text: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &text)
        return text.map { String(cString: $0) } ?? ""
    }
}
