// The state of one setting, without any program or file: the next step, and the effect of its
// result. A burst of changes is one more reading, because only the current value counts. A change
// has no author, so a change of ours is recognized by its value.

package import AppearanceModel

/// Keeps one setting of the desktop at its target, one program at a time, the newest target first.
package struct SettingFollower: Sendable {
    /// The step to take next; its result must be reported before another.
    package enum Step: Equatable, Sendable {
        case read
        case write(String)
    }

    /// A value with its tone.
    package struct State: Equatable, Sendable {
        /// The value; `nil` if none is set.
        package let value: String?
        package let tone: Tone

        package init(value: String?, tone: Tone) {
            self.value = value
            self.tone = tone
        }
    }

    package enum Finding: Equatable, Sendable {
        /// The setting was changed by hand; `whileAway` means while it was not followed.
        case turned(Tone, whileAway: Bool)
        /// The value was not stored, and nobody is known to have replaced it.
        case notStored
    }

    /// The current value, as far as known; `nil` before the first reading.
    package private(set) var present: State?
    /// Our values when the setting was last followed; empty if it never was.
    private let ours: [String]
    /// Whether somebody's value stays at the next target while its tone fits.
    private let keepsChoices: Bool
    /// The value to write, with its tone; `nil` leaves the setting alone.
    private var target: State?
    private var isDue = false
    private var isStale = false
    /// Whether a step has failed, and another event must come before a retry.
    private var isBlocked = false
    private var running: Step?
    /// Whether the target is written only later, after other settings.
    package var isHeldBack = false
    /// The value that is being written, or was, until the next reading.
    private var attempt: Attempt?
    private var suspicion = Suspicion.none
    /// Whether the target is newer than the running reading.
    private var hasNewTarget = false
    /// Whether the current value was chosen by somebody, who keeps it while its tone fits.
    private var isForeign = false

    private struct Attempt {
        let target: State
        /// The value before, if finding it again is a failure.
        var replaced: State?
    }

    /// The suspicion that somebody undid a write: only a notified change confirms it.
    private enum Suspicion { case none, open, settled }

    /// Creates a follower.
    ///
    /// - Parameters:
    ///   - ours: Our values in the restore journal.
    ///   - keepsChoices: Whether somebody's value stays at the next target while its tone fits.
    package init(ours: [String] = [], keepsChoices: Bool = true) {
        self.ours = ours
        self.keepsChoices = keepsChoices
    }

    // MARK: What happens

    /// Sets the target from now on; `nil` leaves the setting alone.
    package mutating func setTarget(_ value: String?, tone: Tone) {
        let next = value.map { State(value: $0, tone: tone) }
        guard next != target else { return }
        target = next
        isDue = next != nil
        hasNewTarget = true
        isBlocked = false
        if present == nil { isStale = true }
    }

    /// Leaves the present value until the next target, unless that has come meanwhile.
    package mutating func leavePresent() {
        if !hasNewTarget { isDue = false }
    }

    package mutating func notice() {
        isStale = true
        isBlocked = false
        attempt?.replaced = nil
        if suspicion == .open { suspicion = .settled }
    }

    /// Reads again after a failure, and then takes the steps still due.
    package mutating func retry() {
        isStale = true
        isBlocked = false
    }

    /// Returns a follower without a known value, which waits for a change.
    package func restarted() -> SettingFollower {
        var next = SettingFollower(keepsChoices: keepsChoices)
        next.target = target
        next.isDue = target != nil
        return next
    }

    /// Whether the target is still to be written; a failure ends that until the next attempt.
    package var isWriting: Bool {
        if case .write = running { return true }
        return isDue && !isBlocked
    }

    /// Whether there is no step to take.
    package var isAtRest: Bool { running == nil && !isStale && !isDue }

    /// Returns the next step; `nil` while one is running, or if there is none.
    package mutating func next() -> Step? {
        guard running == nil else { return nil }
        running = isStale ? .read : dueWrite()
        isStale = false
        hasNewTarget = false
        return running
    }

    /// Returns the write that is due; the value that it replaces must be known.
    private mutating func dueWrite() -> Step? {
        guard isDue, !isBlocked, !isHeldBack, let target, let value = target.value, let present
        else {
            return nil
        }
        isDue = false
        guard present.value != target.value, !isForeign || present.tone != target.tone
        else { return nil }
        attempt = Attempt(target: target, replaced: present)
        return .write(value)
    }

    // MARK: What came of it

    package mutating func didRead(_ reading: State) -> Finding? {
        running = nil
        defer { present = reading }
        guard let present else { return foundAtFirst(reading) }
        let attempt = self.attempt
        self.attempt = nil
        // Its tone may come from another source than its name.
        if let attempt, reading.value == attempt.target.value { return nil }
        if let replaced = attempt?.replaced, reading == replaced {
            suspicion = .open
            isDue = true
            isBlocked = true
            return .notStored
        }
        let isUndone = suspicion == .settled
        if isUndone { suspicion = .none }
        guard keepsChoices, reading != present || isUndone else { return nil }
        isForeign = true
        guard reading.tone != present.tone || isUndone else { return nil }
        if !hasNewTarget { isDue = false }
        return .turned(reading.tone, whileAway: false)
    }

    private mutating func foundAtFirst(_ reading: State) -> Finding? {
        guard !ours.isEmpty, reading.value.map({ !ours.contains($0) }) ?? true else { return nil }
        isForeign = true
        return .turned(reading.tone, whileAway: true)
    }

    /// Reports that a program has set the value; a reading will verify it.
    package mutating func didWrite() {
        running = nil
        guard let target = attempt?.target else { return }
        isForeign = false
        suspicion = .none
        present = target
        isStale = true
    }

    /// Reports that the step has failed; whether a write had an effect is unknown.
    package mutating func didFail() {
        if case .write = running {
            attempt?.replaced = nil
            isDue = true
        }
        isBlocked = true
        running = nil
    }
}
