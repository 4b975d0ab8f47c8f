/// A decision with all its inputs, as printed by `appearancectl why --json`.
public struct Rationale: Equatable, Sendable {
    /// The weight of an input in the decision.
    public enum Weight: String, Sendable {
        /// This input decides.
        case decides
        /// This input has a vote that does not decide now.
        case standby
        /// This input does not count now.
        case ignored
    }

    /// One input of the decision.
    public struct Input: Equatable, Sendable {
        /// The name of the input.
        ///
        /// It is `manual`, `pause`, `manners` (a circumstance in which a change waits), `fed`, `sensor` or
        /// `schedule`. There is one `fed` for each reported level, and one `sensor` for each sensor; a later
        /// version may have more names.
        public var name: String
        /// The appearance that it asks for; `nil` if none.
        public var vote: Appearance?
        /// Its weight in the decision.
        public var weight: Weight
        /// The reason, in words.
        public var why: String

        /// One input of a decision.
        public init(name: String, vote: Appearance?, weight: Weight, why: String) {
            self.name = name
            self.vote = vote
            self.weight = weight
            self.why = why
        }
    }

    /// The light that the decision is based on.
    public struct Light: Equatable, Sendable {
        /// The filtered level; `nil` if unknown.
        public var filtered: Double?
        /// The last valid reading; `nil` if unknown.
        public var raw: Double?
        /// The unit of both.
        public var unit: LightUnit
        /// The levels at which the appearance changes.
        public var thresholds: Thresholds
        /// The report that gave the level; `nil` if it is a sensor's.
        package var report: Report?

        /// The light that the decision is based on.
        public init(filtered: Double?, raw: Double?, unit: LightUnit, thresholds: Thresholds) {
            self.filtered = filtered
            self.raw = raw
            self.unit = unit
            self.thresholds = thresholds
        }
    }

    /// A report of light.
    package struct Report: Equatable, Sendable {
        /// The time since it.
        package var age: Microseconds
        /// Whether it ends with the program that reported it, which may report again by itself.
        package var isConnected: Bool

        package init(age: Microseconds, isConnected: Bool) {
            self.age = age
            self.isConnected = isConnected
        }
    }

    /// A change that waits for its dwell time.
    public struct Dwell: Equatable, Sendable {
        /// The appearance after the change.
        public var target: Appearance
        /// The time for which the light has asked for it.
        public var elapsed: Microseconds
        /// The time for which the light must ask for it.
        public var needed: Microseconds

        /// A change that waits for its dwell time.
        public init(target: Appearance, elapsed: Microseconds, needed: Microseconds) {
            self.target = target
            self.elapsed = elapsed
            self.needed = needed
        }
    }

    /// The next change of the appearance if the light stays as it is.
    public struct Next: Equatable, Sendable {
        /// The time of the change.
        public var at: WallTime
        /// The appearance after it.
        public var appearance: Appearance
        /// The cause, in words.
        public var why: String

        /// A future change.
        public init(at: WallTime, appearance: Appearance, why: String) {
            self.at = at
            self.appearance = appearance
            self.why = why
        }
    }

    /// A light level beyond which the appearance changes, once it lasts.
    package struct Crossing: Equatable, Sendable {
        package enum Side: String, Sendable {
            case below, above
        }

        /// The appearance after the change.
        package var appearance: Appearance
        package var side: Side
        /// The level in the unit of the light.
        package var level: Double

        package init(appearance: Appearance, side: Side, level: Double) {
            self.appearance = appearance
            self.side = side
            self.level = level
        }
    }

    /// The appearance in effect.
    public var appearance: Appearance
    /// The time since which it is in effect.
    public var since: WallTime
    /// The mode that the user chose.
    public var mode: Mode
    /// The input that decided.
    public var reason: Reason
    /// The end of an override; `nil` if it has none.
    public var until: WallTime?
    /// Every input, in the order in which they win.
    public var inputs: [Input]
    /// The light that the decision is based on.
    public var light: Light
    /// A change that waits for its dwell time; `nil` if there is none.
    public var dwell: Dwell?
    /// The next change; `nil` if none is known.
    public var next: Next?
    /// The light levels that change the appearance; empty unless light decides.
    package var crossings: [Crossing] = []
    /// The end of a mode that is set now until the next change of the schedule; `nil` if there is none.
    package var untilNext: WallTime?

    /// A decision with all its inputs.
    public init(
        appearance: Appearance, since: WallTime, mode: Mode, reason: Reason, until: WallTime?,
        inputs: [Input], light: Light, dwell: Dwell?, next: Next?
    ) {
        self.appearance = appearance
        self.since = since
        self.mode = mode
        self.reason = reason
        self.until = until
        self.inputs = inputs
        self.light = light
        self.dwell = dwell
        self.next = next
    }

    /// A decision with all its inputs and the levels that change it.
    package init(
        appearance: Appearance, since: WallTime, mode: Mode, reason: Reason, until: WallTime?,
        inputs: [Input], light: Light, dwell: Dwell?, next: Next?, crossings: [Crossing]
    ) {
        self.init(
            appearance: appearance, since: since, mode: mode, reason: reason, until: until,
            inputs: inputs, light: light, dwell: dwell, next: next)
        self.crossings = crossings
    }
}
