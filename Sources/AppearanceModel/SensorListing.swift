/// One light sensor as `appearancectl sensors` shows it, in use or not.
public struct SensorListing: Equatable, Sendable {
    /// The driver's name for it.
    public var name: String
    /// Its udev path below /sys.
    public var path: String
    /// The kind of source that reads it, such as `iio`.
    public var source: String
    /// The last valid converted reading; nil when there is none.
    public var light: Double?
    /// The unit of `light`; nil when the reading has none that can be used.
    public var unit: LightUnit?
    /// How far it is believed.
    public var state: SensorState
    /// Whether its readings decide.
    public var chosen: Bool
    /// What keeps it from being used, in words; nil for nothing.
    public var problem: String?
    /// What is known of sensors like it and done about it, in words; nil for nothing.
    public var note: String?

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
