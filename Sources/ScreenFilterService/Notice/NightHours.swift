internal import AppearanceEngine
internal import AppearanceKit
internal import AppearanceModel
internal import Linux
internal import ScreenFilter

/// The hours of the night and the clock on the wall, by a configuration.
struct NightHours {
    private let configuration: Configuration
    private let zone: LocalZone

    init(_ configuration: Configuration, _ environment: (String) -> String?) {
        self.configuration = configuration
        zone = LocalZone(
            named: configuration.location.timeZone,
            environment: environment("TZ").flatMap { $0.isEmpty ? nil : $0 },
            files: ZoneFiles(
                directory: environment("TZDIR").flatMap { $0.hasPrefix("/") ? $0 : nil },
                contents: { path throws(IOError) in
                    try File.readIfPresent(path, limit: 1024 * 1024)
                }, linkTarget: File.linkTarget))
    }

    /// When they end next; half a day on where the sun that they go by does not rise.
    func end(after now: WallTime) -> WallTime {
        Schedule(configuration, in: zone).endOfNight(after: now) ?? now + .hours(12)
    }

    /// What the clock on the wall shows at an instant, `HH:MM`.
    func clock(at instant: WallTime) -> String { zone.rules.local(instant).hoursAndMinutes }
}

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
