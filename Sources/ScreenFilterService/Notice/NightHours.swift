internal import AppearanceEngine
internal import AppearanceKit
internal import AppearanceModel
internal import Linux
internal import ScreenFilter

/// The end of night and the local time, by a configuration.
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

    /// Returns the next end of night; in 12 hours if the sun does not rise.
    func end(after now: WallTime) -> WallTime {
        Schedule(configuration, in: zone).endOfNight(after: now) ?? now + .hours(12)
    }

    /// Returns the local time, `HH:MM`.
    func clock(at instant: WallTime) -> String { zone.rules.local(instant).hoursAndMinutes }
}

extension NightForecast {
    /// Creates a forecast from the status of the daemon and the override.
    ///
    /// After the daemon has stopped, the night is unknown, so that the screen does not stay red.
    init(_ status: AppearanceStatus, _ override: NightOverride?) {
        self.init(
            Self.night(status), mode: status.mode, modeEnd: status.until, next: status.next,
            override: override)
    }

    private static func night(_ status: AppearanceStatus) -> Night {
        let isNight = status.appearance == .night
        return switch status.origin {
        case .remembered, .fallback: .unknown
        case .environment, .app: isNight ? .chosen : .no
        case .service, .portal: !isNight ? .no : status.mode == .night ? .chosen : .automatic
        }
    }
}
