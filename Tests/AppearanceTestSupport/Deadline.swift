/// The end of a wait, for a loop that waits in several steps.
package struct Deadline: Sendable {
    private let end: ContinuousClock.Instant
    private let limit: Duration

    /// A deadline so long from now.
    package init(within limit: Duration = ChildProcess.timeout) {
        self.limit = limit
        end = ContinuousClock.now + limit
    }

    /// The time that is left, zero once it is up.
    package var left: Duration { max(.zero, end - .now) }

    /// - Throws: `HarnessFailure` once the time is up.
    package func check(_ what: @autoclosure () throws -> String) throws {
        guard left > .zero else { throw HarnessFailure("waited \(limit) for \(try what())") }
    }
}
