public import AppearanceModel
package import AppearanceProtocol
internal import DaemonClient
internal import Linux

/// The desktop's appearance at one moment, with its reason.
///
/// A status is always available. Without a daemon it is that of the desktop portal, and without a
/// portal it is light:
///
/// ```swift
/// switch status.origin {
/// case .daemon, .portal: badge.hide()
/// case .remembered, .fallback: badge.show("appearanced is not running")
/// case .environment, .app: badge.show("a trial")
/// }
/// ```
public struct AppearanceStatus: Equatable, Sendable {
    /// The origin of a status.
    public enum Origin: String, CaseIterable, Hashable, Sendable {
        /// The running daemon, appearanced.
        case daemon
        /// The last status, of a daemon or a desktop portal that has stopped.
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

    /// The origin.
    ///
    /// In a status that is not the daemon's, now or remembered, `mode`, `reason`, `sensor` and what follows
    /// from the light and the schedule are unknown.
    public internal(set) var origin: Origin
    /// The appearance in effect; dark if it is one of a newer daemon that this version does not know.
    public var appearance: Appearance { snapshot.appearance }
    /// The appearance before the last change; `nil` before the first.
    public var previous: Appearance? { snapshot.previous }
    /// The mode that the user chose; `nil` if unknown.
    public private(set) var mode: Mode?
    /// The input that decided; `nil` if unknown.
    public private(set) var reason: Reason?
    /// The decision in one English sentence: the cause with its number, and what will change it.
    public var explanation: String { snapshot.explanation }
    /// The time since when the appearance is in effect.
    public var since: WallTime { snapshot.since }
    /// The end of a temporary mode; `nil` without one.
    public var until: WallTime? { snapshot.until }
    /// The next change of the appearance if the light is unchanged; `nil` if unknown.
    public var next: NextChange? { snapshot.next }
    /// The change that is coming; `nil` for none.
    ///
    /// It is one that the light requests, which takes effect when the light has persisted for its dwell time, or
    /// one that is due and waits, such as for a window that fills the screen, until then at the latest.
    public var pending: NextChange? { snapshot.pending }
    /// The filtered light; `nil` if unknown.
    public var light: LightReading? { snapshot.light }
    /// The source of reported light; `nil` if the light is that of a sensor.
    public var reported: ReportedLight? { snapshot.reported }
    /// The state of the light sensor; `nil` if unknown.
    public private(set) var sensor: SensorState?
    /// Whether a program that measures light only on request, such as with a camera, should report a level now.
    ///
    /// It is false while light decides nothing, a sensor works or nobody uses the session. Wait for two seconds in
    /// which it stays true: the daemon may just have started, and its sensor may follow.
    public var isLightNeeded: Bool { snapshot.lightNeeded }
    /// Whether the user has paused automatic changes.
    public var isPaused: Bool { snapshot.paused }
    /// The end of the pause; `nil` without one.
    public var pausedUntil: WallTime? { snapshot.pausedUntil }
    /// The programs that keep the appearance in effect, each with its reason.
    public var inhibitors: [Inhibitor] { snapshot.inhibitors }
    /// The error in the configuration file; `nil` if it is valid.
    public var configurationError: String? { snapshot.configurationError }
    /// A program that changes the mode again and again, or a hook that tries to, in a sentence; `nil` for none,
    /// and in a status that reports a change.
    public var warning: String? { snapshot.warning }
    /// The time zone of the times in `explanation`, as in the variable `TZ`; `nil` if unknown.
    public var timeZone: String? { snapshot.timeZone }
    /// A number that each change of appearance increases by 1, so that a gap is detectable.
    ///
    /// It starts again at 1 with the daemon: a smaller number is a new daemon, not an older status.
    public var sequence: Int64 { snapshot.sequence }
    /// The contrast that the portal reports, else `standard`.
    public internal(set) var contrast = Contrast.standard
    /// Whether the portal reports that the user prefers reduced motion.
    public internal(set) var reducedMotion = false

    /// The accent colour that the user chose for the desktop; `nil` if there is none.
    public internal(set) var accent: Color?

    /// The factor of the size of text, which the user chose for the desktop; 1 if unknown.
    public internal(set) var textScale = 1.0

    /// The state of the daemon, without the place and time of its file, which are no news for an app.
    private var snapshot: Snapshot

    /// The state that the daemon has published, as far as an app receives it.
    package var published: Snapshot { snapshot }

    /// Creates the status that a daemon publishes.
    package init(_ snapshot: Snapshot) {
        self.init(snapshot, from: .daemon)
        mode = snapshot.mode
        reason = snapshot.reason
        sensor = snapshot.sensor
    }

    /// Reads the status of a daemon, which may be newer and have other words.
    package init(_ json: JSON) throws(JSONError) {
        self.init(try Snapshot(json), from: .daemon)
        let fields = Fields(json, of: "status")
        mode = try fields.knownWord("mode")
        reason = try fields.knownWord("reason")
        sensor = try fields.knownWord("sensor")
    }

    /// Creates a status in the form of a daemon's, of which the choice and the decision are unknown.
    private init(_ snapshot: Snapshot, from origin: Origin) {
        self.origin = origin
        self.snapshot = snapshot
        self.snapshot.configuration = nil
        self.snapshot.configurationLoaded = nil
    }

    /// Creates a status of the app's own, for a source outside this library or a debug menu.
    ///
    /// With the `last` status of the source, `previous`, `since` and `sequence` follow from it.
    public init(
        _ appearance: Appearance, contrast: Contrast = .standard, reducedMotion: Bool = false,
        accent: Color? = nil, textScale: Double = 1, explanation: String = "",
        after last: AppearanceStatus? = nil
    ) {
        self.init(appearance, from: .app, explanation, after: last)
        self.contrast = contrast
        self.reducedMotion = reducedMotion
        self.accent = accent
        self.textScale = textScale
    }
}

extension AppearanceStatus {
    /// The default status, light, before the first one of a daemon.
    package static var fallback: AppearanceStatus {
        AppearanceStatus(.light, from: .fallback, "Light, because appearanced has not answered.")
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
                sequence: (last?.sequence ?? 0) &+ (isChange && last != nil ? 1 : 0)),
            from: origin)
    }
}

/// The status that the environment sets instead of the desktop's, to try a program.
///
/// `APPEARANCE_FAKE` is an appearance, and optionally `high-contrast` and `reduced-motion`, separated
/// by commas.
enum FakeAppearance {
    private static let variable = "APPEARANCE_FAKE"

    /// The status in the environment; `nil` if the variable is unset or invalid.
    static var status: AppearanceStatus? {
        guard let text = CurrentProcess.variable(variable), !text.isEmpty else { return nil }
        if let status = status(in: text) { return status }
        StandardStream.error.write(
            "AppearanceKit: \(variable)=\(text) is invalid and ignored: use light, dark or night, "
                + "optionally with ,high-contrast or ,reduced-motion\n")
        return nil
    }

    private static func status(in text: String) -> AppearanceStatus? {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let first = words.first, let appearance = Appearance(rawValue: String(first))
        else { return nil }
        var status = AppearanceStatus(
            appearance, from: .environment, "\(variable)=\(text) in the environment.")
        for word in words.dropFirst() {
            switch word {
            case "high-contrast": status.contrast = .high
            case "reduced-motion": status.reducedMotion = true
            default: return nil
            }
        }
        return status
    }
}
