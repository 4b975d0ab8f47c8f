internal import AppearanceModel
internal import DBus
internal import ScreenFilter

/// What a notification says, in words and in the terms of `org.freedesktop.Notifications`.
///
/// https://specifications.freedesktop.org/notification-spec/latest/
struct Notification: Equatable {
    /// A button; the raw value is its key.
    enum Button: String, CaseIterable {
        case notTonight = "not-tonight"
        case later

        /// How much later that is.
        static let delay = Microseconds.minutes(30)

        var label: String {
            switch self {
            case .notTonight: "Not tonight"
            case .later: "+30 min"
            }
        }
    }

    let summary: String
    /// Why.
    let reason: String
    /// How long it is of use.
    let span: Microseconds

    /// The words for an announcement, with the time that the clock shows when the screen turns, and
    /// the service's sentence.
    init(
        _ announcement: Notice, clock: String, explanation: String, at now: WallTime
    ) {
        summary =
            switch announcement.occasion {
            case .foreseen, .held: "The screen turns red at \(clock)"
            case .done: "The screen is red"
            }
        reason = explanation
        span = max(announcement.end - now, .milliseconds(1))
    }

    /// The call that shows it, by a service that has these capabilities.
    func call(_ capabilities: Set<String>) throws(DBusError) -> Message {
        let hasButtons = capabilities.contains("actions")
        let text = hasButtons ? reason : "\(reason)\nNot tonight: appearancectl night off"
        let body = capabilities.contains("body-markup") ? Self.escaped(text) : text
        let buttons = hasButtons ? Button.allCases.flatMap { [$0.rawValue, $0.label] } : []
        return try NotificationService.call("Notify") {
            $0.string("Appearance Night Filter")
            $0.uint32(0)
            $0.string("weather-clear-night")
            $0.string(summary)
            $0.string(body)
            $0.append(.strings(buttons))
            $0.append(Self.hints)
            $0.int32(Int32(clamping: span.count / 1000))
        }
    }

    private static let hints = DBusValue.properties([
        "urgency": .byte(1),
        "category": .string("x-appearanced.night"),
        "desktop-entry": .string("appearance-nightfilter"),
    ])

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
