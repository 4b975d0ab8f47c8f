import CDBus

extension DBusError {
    /// Runs a function of libdbus that reports through an error slot, and throws what it put there.
    static func catching<Reply>(
        _ body: (UnsafeMutablePointer<CDBus.DBusError>) -> Reply
    ) throws(DBusError) -> Reply {
        var slot = CDBus.DBusError()
        dbus_error_init(&slot)
        defer { dbus_error_free(&slot) }
        let answer = body(&slot)
        guard dbus_error_is_set(&slot) != 0, let name = slot.name, let message = slot.message else {
            return answer
        }
        throw DBusError(name: String(cString: name), message: String(cString: message))
    }
}
