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
