public import AppearanceModel
internal import AppearanceProtocol
internal import Glibc

/// The desktop's appearance at one moment, with its reason.
///
/// A status is always available. Without a daemon it is that of the desktop portal, and without a
/// portal it is light:
///
/// ```swift
/// switch status.origin {
/// case .service, .portal: badge.hide()
/// case .remembered, .fallback: badge.show("appearanced is not running")
/// case .environment, .app: badge.show("a trial")
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
        /// A source of the app's own.
        case app
    }

    /// The origin; from any but the daemon, only `appearance` and `previous` are known.
    public internal(set) var origin: Origin
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
    public internal(set) var contrast = Contrast.standard
    /// Whether the portal reports that the user prefers reduced motion.
    public internal(set) var reducedMotion = false

    /// The accent colour that the user chose for the desktop; `nil` if there is none.
    public internal(set) var accent: Color?

    /// Creates the status that a daemon publishes.
    package init(_ snapshot: Snapshot) {
        self.init(snapshot, from: .service)
    }

    private init(_ snapshot: Snapshot, from origin: Origin) {
        self.origin = origin
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

    /// Creates a status of the app's own, for a source outside this library or a debug menu.
    ///
    /// With the `last` status of the source, `previous`, `since` and `sequence` follow from it.
    public init(
        _ appearance: Appearance, contrast: Contrast = .standard, reducedMotion: Bool = false,
        accent: Color? = nil, explanation: String = "", after last: AppearanceStatus? = nil
    ) {
        self.init(appearance, from: .app, explanation, after: last)
        self.contrast = contrast
        self.reducedMotion = reducedMotion
        self.accent = accent
    }
}

extension AppearanceStatus {
    /// The default status, light, before the first one of a daemon.
    package static var fallback: AppearanceStatus {
        AppearanceStatus(.light, from: .fallback, "Light, because appearanced is not running.")
    }

    /// Creates a status of which only the appearance is known.
    init(
        _ appearance: Appearance, from origin: Origin, _ explanation: String,
        after last: AppearanceStatus? = nil
    ) {
        let isChange = last.map { $0.appearance != appearance } ?? true
        self.init(
            Snapshot(
                mode: .auto, appearance: appearance,
                previous: isChange ? last?.appearance : last?.previous, reason: .startup,
                explanation: explanation, since: isChange ? .now : last?.since ?? .now, until: nil,
                next: nil, light: nil, sensor: .none, paused: false, inhibitors: [],
                configurationError: nil,
                sequence: (last?.sequence ?? 0) + (isChange && last != nil ? 1 : 0)),
            from: origin)
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
