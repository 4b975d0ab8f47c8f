public import AppearanceModel
internal import AppearanceProtocol
internal import Glibc

/// The desktop's appearance at one moment, and why it is so.
///
/// There always is one. Where nobody decides, it is light and `origin` says so:
///
/// ```swift
/// switch status.origin {
/// case .service, .portal: badge.hide()
/// case .remembered, .fallback: badge.show("appearanced is not running")
/// case .environment: badge.show("a trial")
/// }
/// ```
public struct AppearanceStatus: Equatable, Sendable {
    /// Who says so.
    public enum Origin: String, CaseIterable, Hashable, Sendable {
        /// The running service, appearanced.
        case service
        /// The service, which has gone; this is what it said last.
        case remembered
        /// Nobody: no service has been heard of yet, so it is light.
        case fallback
        /// The desktop portal.
        case portal
        /// `APPEARANCE_FAKE` in the environment, for a trial.
        case environment
    }

    /// Who says so; but for the service, only `appearance` and `previous` are told by somebody.
    public let origin: Origin
    /// What is in effect.
    public let appearance: Appearance
    /// What was in effect before the last change; nil before the first.
    public let previous: Appearance?
    /// What the user chose; `auto` where nobody tells.
    public let mode: Mode
    /// Which input decided; `startup` where nobody tells.
    public let reason: Reason
    /// The decision in one English sentence: cause, number, threshold, and what ends it.
    public let explanation: String
    /// When this appearance came into effect.
    public let since: WallTime
    /// When a temporary mode ends; nil when it does not.
    public let until: WallTime?
    /// The next change of the appearance if the light stays as it is; `nil` when none is known.
    public let next: NextChange?
    /// The change that the light asks for and that comes once its dwell time is over; `nil` for
    /// none.
    public let pending: NextChange?
    /// The filtered light; nil when unknown.
    public let light: LightReading?
    /// The source of the light, where it is reported from outside the sensors; `nil` elsewhere.
    public let reported: ReportedLight?
    /// How far the light sensor is believed.
    public let sensor: SensorState
    /// Whether the user has paused automatic changes.
    public let isPaused: Bool
    /// When the pause ends; `nil` when it does not.
    public let pausedUntil: WallTime?
    /// What is wrong with the configuration file; nil for nothing.
    public let configurationError: String?
    /// The time zone of the times in `explanation`, as the variable `TZ` spells it; `nil` where
    /// nobody tells.
    public let timeZone: String?
    /// Rises by exactly 1 with each change of appearance, so that a gap can be seen.
    public let sequence: Int64
    /// How far text is to stand out: the portal tells it, else it is `standard`.
    public let contrast: Contrast
    /// Whether the user wants less to move: the portal tells it, else it is false.
    public let reducedMotion: Bool

    package init(
        _ snapshot: Snapshot, from origin: Origin = .service, contrast: Contrast = .standard,
        reducedMotion: Bool = false
    ) {
        self.origin = origin
        self.contrast = contrast
        self.reducedMotion = reducedMotion
        appearance = snapshot.appearance
        previous = snapshot.previous
        mode = snapshot.mode
        reason = snapshot.reason
        explanation = snapshot.explanation
        since = snapshot.since
        until = snapshot.until
        next = snapshot.next
        pending = snapshot.pending
        light = snapshot.light
        reported = snapshot.reported
        sensor = snapshot.sensor
        isPaused = snapshot.paused
        pausedUntil = snapshot.pausedUntil
        configurationError = snapshot.configurationError
        timeZone = snapshot.timeZone
        sequence = snapshot.sequence
    }
}

extension AppearanceStatus {
    /// What holds before anybody has said anything: light.
    package static var fallback: AppearanceStatus {
        told(.light, from: .fallback, "Light, because appearanced is not running.")
    }

    /// What holds for a trial.
    package static func environment(_ appearance: Appearance) -> AppearanceStatus {
        told(
            appearance, from: .environment,
            "\(FakeAppearance.variable)=\(appearance.rawValue) in the environment.")
    }

    /// An appearance of which nothing else is known.
    package static func told(
        _ appearance: Appearance, from origin: Origin, _ explanation: String,
        after last: AppearanceStatus? = nil, contrast: Contrast = .standard,
        reducedMotion: Bool = false
    ) -> AppearanceStatus {
        let isChange = last.map { $0.appearance != appearance } ?? true
        return AppearanceStatus(
            Snapshot(
                mode: .auto, appearance: appearance,
                previous: isChange ? last?.appearance : last?.previous, reason: .startup,
                explanation: explanation, since: isChange ? .now : last?.since ?? .now, until: nil,
                next: nil, light: nil, sensor: .none, paused: false, inhibitors: [],
                configurationError: nil,
                sequence: (last?.sequence ?? 0) + (isChange && last != nil ? 1 : 0)),
            from: origin, contrast: contrast, reducedMotion: reducedMotion)
    }

    /// The same, as what was said before whoever said it went.
    package var remembered: AppearanceStatus {
        AppearanceStatus(
            Snapshot(
                mode: mode, appearance: appearance, previous: previous, reason: reason,
                explanation: explanation, since: since, until: until, next: next,
                pending: pending, light: light, reported: reported, sensor: sensor,
                paused: isPaused, pausedUntil: pausedUntil, inhibitors: [],
                configurationError: configurationError, timeZone: timeZone, sequence: sequence),
            from: .remembered, contrast: contrast, reducedMotion: reducedMotion)
    }
}

extension WallTime {
    fileprivate static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(
            microsecondsSinceEpoch: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
