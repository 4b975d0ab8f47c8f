public import AppearanceModel
internal import AppearanceProtocol
internal import Glibc

/// The desktop's appearance at one moment, with its reason.
///
/// A status is always available. Without a daemon it is light, and `origin` is `fallback`:
///
/// ```swift
/// switch status.origin {
/// case .service, .portal: badge.hide()
/// case .remembered, .fallback: badge.show("appearanced is not running")
/// case .environment: badge.show("a trial")
/// }
/// ```
public struct AppearanceStatus: Equatable, Sendable {
    /// The origin of a status.
    public enum Origin: String, CaseIterable, Hashable, Sendable {
        /// The running daemon, appearanced.
        case service
        /// The last status of a daemon that has stopped.
        case remembered
        /// The default, light, before the first status of a daemon.
        case fallback
        /// The desktop portal.
        case portal
        /// `APPEARANCE_FAKE` in the environment, for a trial.
        case environment
    }

    /// The origin; from any but the daemon, only `appearance` and `previous` are known.
    public let origin: Origin
    /// The appearance in effect.
    public let appearance: Appearance
    /// The appearance before the last change; `nil` before the first.
    public let previous: Appearance?
    /// The mode that the user chose; `auto` if unknown.
    public let mode: Mode
    /// The input that decided; `startup` if unknown.
    public let reason: Reason
    /// The decision in one English sentence: the cause with its number, and what will change it.
    public let explanation: String
    /// The time since when the appearance is in effect.
    public let since: WallTime
    /// The end of a temporary mode; `nil` without one.
    public let until: WallTime?
    /// The next change of the appearance if the light is unchanged; `nil` if unknown.
    public let next: NextChange?
    /// The change that takes effect when the light has persisted for its dwell time; `nil` for
    /// none.
    public let pending: NextChange?
    /// The filtered light; `nil` if unknown.
    public let light: LightReading?
    /// The source of reported light; `nil` if the light is that of a sensor.
    public let reported: ReportedLight?
    /// The state of the light sensor.
    public let sensor: SensorState
    /// Whether the user has paused automatic changes.
    public let isPaused: Bool
    /// The end of the pause; `nil` without one.
    public let pausedUntil: WallTime?
    /// The error in the configuration file; `nil` if it is valid.
    public let configurationError: String?
    /// The time zone of the times in `explanation`, as in the variable `TZ`; `nil` if unknown.
    public let timeZone: String?
    /// A number that each change of appearance increases by 1, so that a gap is detectable.
    public let sequence: Int64
    /// The contrast that the portal reports, else `standard`.
    public let contrast: Contrast
    /// Whether the portal reports that the user prefers reduced motion.
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
    /// The default status, light, before the first one of a daemon.
    package static var fallback: AppearanceStatus {
        minimal(.light, from: .fallback, "Light, because appearanced is not running.")
    }

    /// Returns the status for an appearance set by the environment.
    package static func environment(_ appearance: Appearance) -> AppearanceStatus {
        minimal(
            appearance, from: .environment,
            "\(FakeAppearance.variable)=\(appearance.rawValue) in the environment.")
    }

    /// Returns a status of which only the appearance is known.
    package static func minimal(
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

    /// The same status, as the last one of a daemon that has stopped.
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
