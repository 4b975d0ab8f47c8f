/// The pauses between attempts that fail: each twice as long as the one before, up to a longest one.
package struct Backoff: Sendable {
    private let first: Duration
    private let longest: Duration
    private var upcoming: Duration

    package init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
        upcoming = first
    }

    /// Returns the pause before the next attempt.
    package mutating func next() -> Duration {
        defer { upcoming = min(upcoming * 2, longest) }
        return upcoming
    }

    /// Starts with the first pause again, after a success.
    package mutating func reset() { upcoming = first }
}
