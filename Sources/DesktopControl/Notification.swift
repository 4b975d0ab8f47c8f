package import AppearanceModel
internal import DBus
internal import Linux

/// A notification, as text and as a call of `org.freedesktop.Notifications`.
///
/// https://specifications.freedesktop.org/notification-spec/latest/
package struct Notification {
    /// A button, with the key of its action.
    package struct Button {
        package let key: String
        package let label: String

        package init(_ key: String, _ label: String) {
            self.key = key
            self.label = label
        }
    }

    /// The key of the action of a click on the notification itself.
    static let defaultKey = "default"

    /// The name of the program, for people.
    package let program: String
    /// The name of its icon.
    package let icon: String
    package let summary: String
    package let reason: String
    /// The line with the commands of the buttons, for a server that draws none.
    package let commands: String
    package let buttons: [Button]
    /// The label of the action that opens the window.
    package let windowLabel: String
    /// The category, as a hint for rules of the server.
    package let category: String
    /// The name of the program's desktop file.
    package let desktopEntry: String
    /// The time until it expires; `nil` for that of the server.
    package let span: Microseconds?

    /// A notification; controls in the reason are left out.
    package init(
        program: String, icon: String, summary: String, because reason: String, commands: String,
        buttons: [Button], windowLabel: String, category: String, desktopEntry: String,
        span: Microseconds? = nil
    ) {
        self.program = program
        self.icon = icon
        self.summary = summary
        self.reason = reason.withoutControls
        self.commands = commands
        self.buttons = buttons
        self.windowLabel = windowLabel
        self.category = category
        self.desktopEntry = desktopEntry
        self.span = span
    }

    /// Returns the call that shows it on a server.
    func call(on server: NotificationServer) throws(DBusError) -> Message {
        let text = server.drawsButtons ? reason : "\(reason)\n\(commands)"
        let body = server.capabilities.contains("body-markup") ? Self.escaped(text) : text
        var actions: [String] = []
        if server.hasActions {
            if server.hasWindow { actions = [Self.defaultKey, windowLabel] }
            actions += buttons.flatMap { [$0.key, $0.label] }
        }
        let hints = DBusValue.properties([
            "urgency": .byte(1), "category": .string(category),
            "desktop-entry": .string(desktopEntry),
        ])
        return try NotificationService.call("Notify") {
            $0.string(program)
            $0.uint32(0)
            $0.string(icon)
            $0.string(summary)
            $0.string(body)
            $0.append(.strings(actions))
            $0.append(hints)
            $0.int32(span.map { Int32(clamping: $0.count / 1000) } ?? -1)
        }
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
