internal import AppearanceModel
internal import DesktopControl
internal import ScreenFilter
internal import WindowPages

/// The buttons of a notice of the night filter; the raw value is the key.
enum NightButton: String, CaseIterable {
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

extension Notification {
    /// The notification of a notice, with a sentence about the state in the same language.
    init(_ notice: Notice, because sentence: String, at now: WallTime, _ format: PageFormatter) {
        let tr = format.tr
        let summary =
            switch notice.occasion {
            case .scheduled, .delayed:
                tr("The screen turns red at %s").filled(format.time(notice.turn))
            case .done: tr("The screen is red")
            }
        self.init(
            program: tr("Appearance Night Filter"), icon: "weather-clear-night", summary: summary,
            because: sentence, commands: tr("Not tonight: %s").filled("appearancectl night off"),
            buttons: NightButton.allCases.map { Button($0.rawValue, $0.label(tr)) },
            windowLabel: tr("Settings"), category: "x-appearanced.night",
            desktopEntry: "appearance-nightfilter", span: max(notice.end - now, .milliseconds(1)))
    }
}
