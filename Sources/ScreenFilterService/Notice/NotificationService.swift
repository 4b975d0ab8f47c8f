internal import DBus

/// Whoever shows notifications on the session bus.
enum NotificationService {
    static let name = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"
    static let interface = "org.freedesktop.Notifications"

    /// How long it may take over an answer, and over being started for it.
    static let patience = Duration.seconds(5)

    /// A call of one of its methods.
    static func call(_ member: String, _ body: Message.Body = { _ in }) throws(DBusError)
        -> Message
    {
        try Message.call(to: name, path: path, interface: interface, member: member, body)
    }

    /// One of its signals.
    static func signal(_ member: String) -> MatchRule {
        MatchRule(sender: name, path: path, interface: interface, member: member)
    }
}
