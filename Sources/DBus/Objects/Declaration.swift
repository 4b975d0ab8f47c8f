import CDBus

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
