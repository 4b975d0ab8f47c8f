internal import AppearanceKit
internal import CDBus

/// The exchange with the portal on one connection to the bus.
///
/// It greets the bus, asks to hear of changes, and reads the settings: now, after each change, and
/// when another portal comes. All is sent ahead; nothing waits for an answer.
final class PortalConversation {
    private let link: BusLink
    /// The reading under way; nil for none.
    private var reading: UInt32?
    /// Whether something has changed since what is being read was asked for.
    private var isStale = false

    /// Nil when there is no bus at the address.
    init?(on address: String, _ readiness: borrowing EpollSet) {
        guard let link = BusLink(to: address, readiness) else { return nil }
        self.link = link
        link.send(Messages.hello())
        link.send(
            Messages.match(
                "type='signal',sender='\(Portal.name)',path='\(Portal.path)',"
                    + "interface='\(Portal.interface)',member='SettingChanged'"))
        link.send(
            Messages.match(
                "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                    + "arg0='\(Portal.name)'"))
        read()
    }

    /// Whether the bus is still there.
    var isAlive: Bool { link.isAlive }

    /// Whether the portal has been asked and has not answered yet.
    var isReading: Bool { reading != nil }

    /// Ends it, before the descriptors that it is watched by go.
    func end() { link.end() }

    private func read() {
        guard reading == nil else { return isStale = true }
        isStale = false
        reading = link.send(Messages.readAll([Portal.namespace, Portal.ownNamespace]))
    }

    /// Returns the next answer of the portal; `nil` if there is none for now.
    func next() -> PortalAnswer? {
        while let message = link.next() {
            defer { dbus_message_unref(message) }
            if let settings = take(message) { return settings }
        }
        return nil
    }

    private func take(_ message: OpaquePointer) -> PortalAnswer? {
        let serial = dbus_message_get_reply_serial(message)
        switch dbus_message_get_type(message) {
        case DBUS_MESSAGE_TYPE_SIGNAL:
            // The value is read again, so a forged signal gains nothing.
            read()
        case DBUS_MESSAGE_TYPE_METHOD_RETURN where serial == reading:
            reading = nil
            let settings = Messages.settings(in: message)
            guard isStale else { return settings }
            read()
        case DBUS_MESSAGE_TYPE_ERROR where serial == reading:
            // No portal, or one without settings: the next one that comes is asked.
            reading = nil
            if isStale { read() }
        default: break  // Answers to what needs none, and what nobody asked for.
        }
        return nil
    }
}
