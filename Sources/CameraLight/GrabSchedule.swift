package import AppearanceModel

/// The times at which a camera is used, and the levels that follow from it.
///
/// A level that differs from the last reported one is reported only if a second grab a minute later agrees
/// with it: somebody in front of the camera, or headlights, change nothing.
package struct GrabSchedule: Sendable {
    /// The time between two grabs that must agree.
    package static let confirmationTime = Microseconds.seconds(60)
    /// The factor within which two levels agree.
    package static let agreement = 1.5
    /// The time after which a camera that delivered no picture is used again.
    package static let longPause = Microseconds.minutes(10)
    /// The longest time after which one is used again whose picture showed nothing, as all night in a dark room.
    package static let longestPause = Microseconds.hours(1)

    /// A grab whose level waits for the second one.
    private struct First {
        let level: Lux
        let at: BootTime
    }

    /// The least time between two measurements, of one or two grabs.
    package var atMostEvery: Microseconds
    /// How long a reported level counts.
    package var hold: Microseconds
    /// Whether a level is needed.
    package private(set) var isNeeded = false
    /// Whether somebody waits for it.
    private var isRequested = false
    /// The time of the next grab for somebody who waits; `nil` for at once.
    private var requestedEarliest: BootTime?
    private var first: First?
    private var reported: First?
    private var earliest: BootTime
    /// The pause after the next picture that shows nothing; `nil` after one that shows something.
    private var blankPause: Microseconds?

    /// Creates a schedule whose first grab is not before a time.
    package init(atMostEvery: Microseconds, hold: Microseconds, earliest: BootTime) {
        self.atMostEvery = atMostEvery
        self.hold = hold
        self.earliest = earliest
    }

    /// The time of the next grab; `nil` while none is needed.
    package var due: BootTime? {
        guard isNeeded else { return nil }
        if isRequested { return requestedEarliest ?? BootTime(microsecondsSinceBoot: 0) }
        return first.map { $0.at + Self.confirmationTime } ?? earliest
    }

    /// Records whether a level is needed, and whether somebody waits for it; without, a first grab counts no more.
    ///
    /// Each request of somebody who waits is one grab, whose level is reported as it is, and no measurement.
    package mutating func need(_ isNeeded: Bool, isRequested: Bool = false) {
        (self.isNeeded, self.isRequested) = (isNeeded, isNeeded && isRequested)
        if !isNeeded || isRequested { interrupt() }
    }

    /// Records that the machine was suspended: the next grab is a first one, at the time of the next measurement.
    package mutating func interrupt() { first = nil }

    /// Records a grab without a level, and the least time until the next.
    package mutating func skip(at now: BootTime, until pause: Microseconds = .zero) {
        first = nil
        if isRequested {
            requestedEarliest = now + max(pause, Self.confirmationTime)
        } else {
            earliest = now + max(pause, atMostEvery)
        }
    }

    /// Records a picture that shows nothing; the pause after each of several is twice that before it.
    package mutating func skipBlank(at now: BootTime) {
        guard !isRequested else { return skip(at: now) }
        let pause = blankPause ?? atMostEvery
        skip(at: now, until: pause)
        blankPause = max(min(pause * 2, Self.longestPause), atMostEvery)
    }

    /// Records the level of a grab, and returns those to report, in order.
    ///
    /// Of two that agree, both are reported: a single one of a source that reports seldom changes nothing.
    package mutating func record(_ level: Lux, at now: BootTime) -> [Lux] {
        if isRequested {
            requestedEarliest = now + Snapshot.lightRequestPause
            return report(level, at: now)
        }
        blankPause = nil
        guard let start = first else { return begin(level, at: now) }
        first = nil
        earliest = max(start.at + atMostEvery, now + Self.confirmationTime)
        // One that comes late says nothing of the same moment.
        guard now - start.at <= Self.confirmationTime * 2 else { return [] }
        if Self.agree(start.level, level) { return [start.level] + report(level, at: now) }
        // What was before the camera is gone, and the light is as it was.
        return isAsReported(level, at: now) ? report(level, at: now) : []
    }

    /// Returns whether a level agrees with the last reported one, which still counts.
    private func isAsReported(_ level: Lux, at now: BootTime) -> Bool {
        reported.map { now - $0.at < hold && Self.agree($0.level, level) } ?? false
    }

    private mutating func begin(_ level: Lux, at now: BootTime) -> [Lux] {
        earliest = now + atMostEvery
        if isAsReported(level, at: now) { return report(level, at: now) }
        first = First(level: level, at: now)
        return []
    }

    private mutating func report(_ level: Lux, at now: BootTime) -> [Lux] {
        reported = First(level: level, at: now)
        return [level]
    }

    /// Returns whether two levels are within the factor; below a lux they always are.
    private static func agree(_ one: Lux, _ other: Lux) -> Bool {
        let (low, high) = (max(min(one, other).value, 1), max(one, other).value)
        return high <= low * agreement
    }
}
