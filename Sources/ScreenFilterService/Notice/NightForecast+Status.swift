internal import AppearanceKit
internal import AppearanceModel
internal import ScreenFilter

extension NightForecast {
    /// What the service says, and what is wished for.
    ///
    /// A service that went decides nothing any more: a screen that nobody turns back is no good.
    init(_ status: AppearanceStatus, _ wish: NightOverride?) {
        self.init(
            Self.night(status), mode: status.mode, modeEnd: status.until, next: status.next,
            wish: wish)
    }

    private static func night(_ status: AppearanceStatus) -> Night {
        let isNight = status.appearance == .night
        return switch status.origin {
        case .remembered, .fallback: .unknown
        case .environment: isNight ? .chosen : .no
        case .service, .portal: !isNight ? .no : status.mode == .night ? .chosen : .byItself
        }
    }
}
