/// The whole of a decision, input by input: what `appearancectl why --json` prints.
public struct Rationale: Equatable, Sendable {
    /// How an input counted.
    public enum Weight: String, Sendable {
        /// This input decides.
        case decides
        /// Its vote is kept back for now.
        case held
        /// It does not count now.
        case ignored
    }

    /// One input of the decision.
    public struct Input: Equatable, Sendable {
        /// What it is: `manual`, `pause`, `sensor`, `fed`, `schedule`.
        public var name: String
        /// The appearance it asks for; nil for none.
        public var vote: Appearance?
        /// How it counted.
        public var weight: Weight
        /// Why, in words.
        public var why: String

        /// One input of a decision.
        public init(name: String, vote: Appearance?, weight: Weight, why: String) {
            self.name = name
            self.vote = vote
            self.weight = weight
            self.why = why
        }
    }

    /// The light as the decision sees it.
    public struct Light: Equatable, Sendable {
        /// The filtered level; nil when unknown.
        public var filtered: Double?
        /// The last valid reading; nil when unknown.
        public var raw: Double?
        /// The unit of both.
        public var unit: LightUnit
        /// The levels at which the appearance would move.
        public var thresholds: Thresholds

        /// The light as the decision sees it.
        public init(filtered: Double?, raw: Double?, unit: LightUnit, thresholds: Thresholds) {
            self.filtered = filtered
            self.raw = raw
            self.unit = unit
            self.thresholds = thresholds
        }
    }

    /// A change that waits for its time to run out.
    public struct Dwell: Equatable, Sendable {
        /// Where it leads.
        public var target: Appearance
        /// How long the light has asked for it.
        public var elapsed: Microseconds
        /// How long it must ask.
        public var needed: Microseconds

        /// A change that waits.
        public init(target: Appearance, elapsed: Microseconds, needed: Microseconds) {
            self.target = target
            self.elapsed = elapsed
            self.needed = needed
        }
    }

    /// The next change of the appearance if the light stays as it is.
    public struct Next: Equatable, Sendable {
        /// When it comes.
        public var at: WallTime
        /// What it changes to.
        public var appearance: Appearance
        /// What causes it, in words.
        public var why: String

        /// A change to come.
        public init(at: WallTime, appearance: Appearance, why: String) {
            self.at = at
            self.appearance = appearance
            self.why = why
        }
    }

    /// What is in effect.
    public var appearance: Appearance
    /// Since when.
    public var since: WallTime
    /// What the user chose.
    public var mode: Mode
    /// Which input decided.
    public var reason: Reason
    /// When a temporary mode ends; nil when it does not.
    public var until: WallTime?
    /// Every input, in the order in which they win.
    public var inputs: [Input]
    /// The light.
    public var light: Light
    /// A change that waits; nil for none.
    public var dwell: Dwell?
    /// The next change; `nil` for none known.
    public var next: Next?

    /// The whole of a decision.
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
}
