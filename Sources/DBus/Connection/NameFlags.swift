import CDBus

/// How a bus name is asked for.
package struct NameFlags: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Wait in the queue when another owns the name.
    package static let queue: NameFlags = []
    /// Give up when another owns the name.
    package static let doNotQueue = NameFlags(rawValue: UInt32(DBUS_NAME_FLAG_DO_NOT_QUEUE))
    /// Let another take the name away that asks with `replaceExisting`.
    package static let allowReplacement = NameFlags(
        rawValue: UInt32(DBUS_NAME_FLAG_ALLOW_REPLACEMENT))
    /// Take the name from an owner that allows it.
    package static let replaceExisting = NameFlags(
        rawValue: UInt32(DBUS_NAME_FLAG_REPLACE_EXISTING))
}
