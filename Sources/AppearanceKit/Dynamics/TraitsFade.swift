/// A fade of colours from one set of traits to another, such as from light to dark.
///
/// ```swift
/// let fade = TraitsFade(from: old, to: node.traits)
/// let color = fade.resolved(ground, after: elapsed)      // for each frame, until fade.isOver(after: elapsed)
/// ```
///
/// With reduced motion it is over at once. A fade between dark and night passes through no colour that is
/// brighter than both.
public struct TraitsFade: Sendable {
    /// The traits at the start.
    public let start: Traits
    /// The traits at the end.
    public let end: Traits
    /// The time that it takes; zero with reduced motion.
    public let duration: Duration

    /// Creates a fade.
    public init(from start: Traits, to end: Traits, over duration: Duration = .milliseconds(250)) {
        self.start = start
        self.end = end
        self.duration = end.reducedMotion || duration < .zero ? .zero : duration
    }

    /// Returns whether the colours are those of the end.
    public func isOver(after elapsed: Duration) -> Bool { elapsed >= duration }

    /// Returns a colour of the fade after a time.
    public func resolved(_ color: DynamicColor, after elapsed: Duration) -> Color {
        let last = color.resolved(in: end)
        guard !isOver(after: elapsed) else { return last }
        let first = color.resolved(in: start)
        let part = max(0, elapsed / duration)
        func mix(_ first: Double, _ last: Double) -> Double { first + (last - first) * part }
        return Color(
            red: mix(first.red, last.red), green: mix(first.green, last.green),
            blue: mix(first.blue, last.blue), alpha: mix(first.alpha, last.alpha))
    }
}
