internal import AppearanceModel
internal import DBus
internal import Linux
internal import ScreenFilter
internal import WindowPages

/// A notification, as text and as a call of `org.freedesktop.Notifications`.
///
/// https://specifications.freedesktop.org/notification-spec/latest/
struct Notification {
    /// A button; the raw value is its key.
    enum Button: String, CaseIterable {
        case notTonight = "not-tonight"
        case later

        /// The delay of the button Later.
        static let delay = Microseconds.minutes(30)

        func label(_ tr: (String) -> String) -> String {
            switch self {
            case .notTonight: tr("Not tonight")
            case .later: tr("+30 min")
            }
        }
    }

    /// The key of the action of a click on the notification itself.
    static let defaultKey = "default"

    let summary: String
    let reason: String
    /// The time until it expires.
    let span: Microseconds
    private let format: PageFormatter

    /// Creates the notification of a notice, with a sentence about the state in the same language.
    init(_ notice: Notice, because sentence: String, at now: WallTime, _ format: PageFormatter) {
        let tr = format.tr
        summary =
            switch notice.occasion {
            case .scheduled, .delayed:
                tr("The screen turns red at %s").filled(format.time(notice.turn))
            case .done: tr("The screen is red")
            }
        reason = sentence.withoutControls
        self.format = format
        span = max(notice.end - now, .milliseconds(1))
    }

    /// Returns the call that shows it on a server.
    func call(on server: NotificationServer) throws(DBusError) -> Message {
        let tr = format.tr
        let command = tr("Not tonight: %s").filled("appearancectl night off")
        let text = server.drawsButtons ? reason : "\(reason)\n\(command)"
        let body = server.capabilities.contains("body-markup") ? Self.escaped(text) : text
        var actions: [String] = []
        if server.hasActions {
            if server.hasWindow { actions = [Self.defaultKey, tr("Settings")] }
            actions += Button.allCases.flatMap { [$0.rawValue, $0.label(tr)] }
        }
        return try NotificationService.call("Notify") {
            $0.string(tr("Appearance Night Filter"))
            $0.uint32(0)
            $0.string("weather-clear-night")
            $0.string(summary)
            $0.string(body)
            $0.append(.strings(actions))
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
