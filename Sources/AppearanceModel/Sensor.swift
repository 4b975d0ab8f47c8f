/// The state of the light sensor, by which its readings count or not.
public enum SensorState: String, CaseIterable, Hashable, Sendable {
    /// There is no light sensor.
    case none
    /// Too few samples so far.
    case warming
    /// The sensor decides.
    case trusted
    /// No valid sample for 10 s, or for two polling intervals and 1 s where that is longer; its last
    /// level still decides.
    case stale
    /// Stuck, implausible, or without a valid sample for six times as long as it takes to be
    /// `stale`; the schedule decides, after silence from its next boundary or after five minutes.
    case distrusted
}

/// One light sensor in the list of `appearancectl sensors`, in use or not.
public struct SensorListing: Equatable, Sendable {
    /// The name that its driver gives it.
    public var name: String
    /// Its udev path below /sys.
    public var path: String
    /// The kind of source that reads it, such as `iio`.
    public var source: String
    /// The last valid converted reading; `nil` if there is none.
    public var light: Double?
    /// The unit of `light`; `nil` if its unit is unknown.
    public var unit: LightUnit?
    /// Its state.
    public var state: SensorState
    /// Whether its readings decide.
    public var chosen: Bool
    /// The problem that keeps it from being used; `nil` if there is none.
    public var problem: String?
    /// A known property of this kind of sensor and its correction; `nil` if there is none.
    public var note: String?
    /// The time since its last valid reading; `nil` if there was none.
    package var age: Microseconds?
    /// The reason for which another sensor is in use; `nil` for the one in use, or for a `problem`.
    package var whyNot: String?
    /// The reason for which the one in use is not read now; `nil` if it is, or if it is not needed.
    package var unread: UnreadCause?

    /// One light sensor, with its age and the reason against it.
    package init(
        name: String, path: String, source: String, light: Double?, unit: LightUnit?,
        state: SensorState, chosen: Bool, problem: String?, note: String? = nil,
        age: Microseconds?, whyNot: String? = nil, unread: UnreadCause? = nil
    ) {
        self.init(
            name: name, path: path, source: source, light: light, unit: unit, state: state,
            chosen: chosen, problem: problem, note: note)
        self.age = age
        self.whyNot = whyNot
        self.unread = unread
    }

    /// One light sensor.
    public init(
        name: String, path: String, source: String, light: Double?, unit: LightUnit?,
        state: SensorState, chosen: Bool, problem: String?, note: String? = nil
    ) {
        self.name = name
        self.path = path
        self.source = source
        self.light = light
        self.unit = unit
        self.state = state
        self.chosen = chosen
        self.problem = problem
        self.note = note
    }
}

/// How the sessions of the user are used, together.
package enum SessionUse: String, CaseIterable, Hashable, Sendable {
    /// One of them is in front and unlocked, or none is known.
    case inUse = "in_use"
    /// The one in front is locked.
    case locked
    /// None of them is in front.
    case inactive
    /// All of them are at another machine.
    case remote

    /// The reason for which the light is not read; `nil` if it is.
    package var unreadCause: UnreadCause? {
        switch self {
        case .inUse: nil
        case .locked: .sessionLocked
        case .inactive: .sessionInactive
        case .remote: .sessionRemote
        }
    }
}

/// The reason for which the light sensor in use is not read, although it would decide.
package enum UnreadCause: String, CaseIterable, Hashable, Sendable {
    case lidClosed = "lid_closed"
    case sessionLocked = "session_locked"
    case sessionInactive = "session_inactive"
    case sessionRemote = "session_remote"

    /// The reason as a clause.
    package var words: String {
        switch self {
        case .lidClosed: "the lid is closed"
        case .sessionLocked: "the session is locked"
        case .sessionInactive: "no session of yours is in front"
        case .sessionRemote: "the session is remote"
        }
    }
}

/// The role of a light sensor in use among the others of the machine.
package struct SensorRole: Equatable, Sendable {
    /// Its name in sentences; `nil` if it is the only one.
    package var label: String?
    /// Whether the closed lid covers it.
    package var isUnderLid: Bool
    /// Its position in `sensor.prefer`; `nil` if it is not named there.
    package var preference: Int?

    /// A role; by default, that of the only sensor of a machine.
    package init(label: String? = nil, isUnderLid: Bool = true, preference: Int? = nil) {
        self.label = label
        self.isUnderLid = isUnderLid
        self.preference = preference
    }
}

/// The plan by which the sensor in use is read.
package enum PollPlan: Equatable, Sendable {
    /// No readings.
    case off
    /// Report every reading.
    case every(Microseconds)
    /// Report only readings outside the band, each with the last few readings before it; the
    /// reader vouches for the rest.
    case steady(Microseconds, band: LightBand)

    /// The time from one reading to the next; `nil` if nothing is read.
    package var interval: Microseconds? {
        switch self {
        case .off: nil
        case .every(let interval), .steady(let interval, _): interval
        }
    }
}

/// A closed range of light in the sensor's own unit.
package struct LightBand: Equatable, Sendable {
    package var lowest: Double
    package var highest: Double

    package init(_ lowest: Double, _ highest: Double) {
        self.lowest = lowest
        self.highest = highest
    }

    /// Returns whether a value is in the band.
    package func contains(_ value: Double) -> Bool { value >= lowest && value <= highest }
}

/// The last few readings that the plan did not require the reader to report.
///
/// In steady light, readings inside the band are not reported. With the first reading outside it the
/// ones before are reported too, so that the smoothing over time has not missed them.
package struct HeldReadings: Equatable, Sendable {
    /// The number of readings kept; older ones do not affect the exponential mean.
    private static let most = 16

    private var samples: [LightSample] = []

    package init() {}

    /// Adds a reading and returns the readings to report now, oldest first; often none.
    package mutating func add(_ sample: LightSample, under plan: PollPlan) -> [LightSample] {
        if case .steady(_, let band) = plan, band.contains(sample.light.value) {
            if samples.count == Self.most { samples.removeFirst() }
            samples.append(sample)
            return []
        }
        guard !samples.isEmpty else { return [sample] }
        defer { samples.removeAll(keepingCapacity: true) }
        return samples + [sample]
    }
}

/// Detects a sensor whose value has been unchanged for so long that it must be stuck.
///
/// The light in a room varies slightly all the time, and so do the readings of a working sensor.
/// Only zero may persist: a dark room has no light to vary.
package struct StuckDetector: Sendable {
    /// The longest time for which a value may stay unchanged while the sensor is read.
    private let longest: Microseconds
    private var value: Double?
    /// The time read since the value last changed; pauses in the readings do not count.
    private var span = Microseconds.zero

    /// Whether the value has been unchanged for too long.
    package var isStuck: Bool { span >= longest }

    package init(longest: Microseconds) { self.longest = longest }

    /// Adds a reading that stands for a span of time since the last one.
    package mutating func add(_ value: Double, for time: Microseconds) {
        span = value == self.value && value != 0 ? span + time : .zero
        self.value = value
    }
}
