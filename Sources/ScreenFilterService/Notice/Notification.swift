internal import AppearanceModel
internal import DBus
internal import Linux
internal import ScreenFilter

/// A notification, as text and as a call of `org.freedesktop.Notifications`.
///
/// https://specifications.freedesktop.org/notification-spec/latest/
struct Notification: Equatable {
    /// A button; the raw value is its key.
    enum Button: String, CaseIterable {
        case notTonight = "not-tonight"
        case later

        /// The delay of the button Later.
        static let delay = Microseconds.minutes(30)

        var label: String {
            switch self {
            case .notTonight: "Not tonight"
            case .later: "+30 min"
            }
        }
    }

    let summary: String
    let reason: String
    /// The time until it expires.
    let span: Microseconds

    /// Creates the notification of a notice, with the local time of the change and the daemon's
    /// explanation.
    init(
        _ notice: Notice, clock: String, explanation: String, at now: WallTime
    ) {
        summary =
            switch notice.occasion {
            case .scheduled, .delayed: "The screen turns red at \(clock)"
            case .done: "The screen is red"
            }
        reason = explanation.withoutControls
        span = max(notice.end - now, .milliseconds(1))
    }

    /// Returns the call that shows it on a server.
    func call(on server: NotificationServer) throws(DBusError) -> Message {
        let text = server.drawsButtons ? reason : "\(reason)\nNot tonight: appearancectl night off"
        let body = server.capabilities.contains("body-markup") ? Self.escaped(text) : text
        let buttons =
            server.hasActions ? Button.allCases.flatMap { [$0.rawValue, $0.label] } : []
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
