/// What the sun does in a span of time.
package enum Daylight: Hashable, Sendable {
    /// It rises or sets.
    case alternates
    /// It stays up: polar day, where the span is a day.
    case alwaysUp
    /// It stays down: polar night, where the span is a day.
    case alwaysDown
}
