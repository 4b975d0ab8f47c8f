internal import DBus
internal import Linux

/// The notification server on the session bus, as it describes itself.
struct NotificationServer {
    /// The names of the servers that draw buttons.
    ///
    /// dunst, mako and elementary's have the capability *actions* too, and draw none.
    private static let drawing: Set<String> = [
        "gnome-shell", "Plasma", "Xfce Notify Daemon", "Notification Daemon", "cinnamon",
        "SwayNotificationCenter",
    ]

    var capabilities: Set<String>
    /// `nil` if it does not tell its name.
    var name: String?
    /// Whether the bus can start the window, which a click on the notification then opens.
    var hasWindow = false

    /// Whether an action can be chosen, be it from a menu.
    var hasActions: Bool { capabilities.contains("actions") }

    /// Whether a person sees the actions.
    var drawsButtons: Bool { hasActions && name.map(Self.drawing.contains) ?? false }
}

/// The interface of the notification server.
enum NotificationService {
    /// The name, and that of the interface.
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    /// The timeout of a call, with the start of the server.
    static let timeout = Duration.seconds(5)

    static func call(_ member: String, _ body: Message.Body = { _ in }) throws(DBusError)
        -> Message
    {
        try Message.call(to: name, path: path, interface: name, member: member, body)
    }

    static func signal(_ member: String) -> MatchRule {
        MatchRule(sender: name, path: path, interface: name, member: member)
    }
}
