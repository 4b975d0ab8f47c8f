// One setting and what is known of it, without any program or file: what is to be run next, and what
// its outcome means. A storm of changes is one more look, for only what stands there now counts; and
// our own writing is told from somebody's hand by the value alone, as a change names no author.

package import AppearanceModel

/// Keeps one setting of the desktop at what is wanted, one program at a time, the newest wish first.
package struct SettingFollower: Sendable {
    /// What is to be done now; nothing else is until its outcome is told.
    package enum Step: Equatable, Sendable {
        case read
        case write(String)
    }

    /// What stands there.
    package struct Reading: Equatable, Sendable {
        /// Nil where nobody has set any.
        package let value: String?
        package let tone: Tone

        package init(value: String?, tone: Tone) {
            self.value = value
            self.tone = tone
        }
    }

    /// What a look has brought to light.
    package enum Finding: Equatable, Sendable {
        /// Somebody has turned it; `whileAway`, while nobody followed it.
        case turned(Tone, whileAway: Bool)
        /// What was written is not there, and nobody is known to have taken it away.
        case notTaken
    }

    /// What stands there, as far as is known; nil before the first look.
    package private(set) var present: Reading?
    /// The values that were ours when it was last followed; empty if it never was.
    private let ours: [String]
    private var wanted: Wish?
    private var isDue = false
    private var isStale = false
    /// Whether it has failed, and waits for something else to happen before it tries again.
    private var isBlocked = false
    private var running: Step?
    /// What is being written, or was, until the first look after that.
    private var attempt: Attempt?
    private var doubt = Doubt.none
    /// Whether the wish is younger than the look that runs.
    private var hasNewWish = false
    /// Whether what stands there was chosen by somebody, who means it where it serves.
    private var isTheirs = false

    private struct Wish: Equatable {
        let value: String
        let tone: Tone
    }

    private struct Attempt {
        let wish: Wish
        /// What stood there before, if it would be a failure to find it there again.
        var replaced: Reading?
    }

    /// Whether it was somebody's hand that undid what was written: only a change tells.
    private enum Doubt { case none, open, settled }

    /// - Parameter ours: The values of the ledger's entry.
    package init(ours: [String] = []) { self.ours = ours }

    // MARK: What happens

    /// Another value is wanted from now on; nil for whatever stands there.
    package mutating func want(_ value: String?, tone: Tone) {
        let next = value.map { Wish(value: $0, tone: tone) }
        guard next != wanted else { return }
        wanted = next
        isDue = next != nil
        hasNewWish = true
        isBlocked = false
        if present == nil { isStale = true }
    }

    /// Something changed there, or may have.
    package mutating func notice() {
        isStale = true
        isBlocked = false
        attempt?.replaced = nil
        if doubt == .open { doubt = .settled }
    }

    /// Looks again after a failure, and then does what is still due.
    package mutating func tryAgain() {
        isStale = true
        isBlocked = false
    }

    /// One that knows nothing of what stands there, and does nothing before it hears of a change.
    package func begunAnew() -> SettingFollower {
        var next = SettingFollower()
        next.wanted = wanted
        next.isDue = wanted != nil
        return next
    }

    /// Whether nothing is to be done, as far as is known.
    package var isAtRest: Bool { running == nil && !isStale && !isDue }

    /// The next thing to do; nil while something runs, and when nothing is to be done.
    package mutating func next() -> Step? {
        guard running == nil else { return nil }
        running = isStale ? .read : dueWrite()
        if running == .read {
            isStale = false
            hasNewWish = false
        }
        return running
    }

    /// Nothing is written before it is known what it replaces.
    private mutating func dueWrite() -> Step? {
        guard isDue, !isBlocked, let wanted, let present else { return nil }
        isDue = false
        guard present.value != wanted.value, !isTheirs || present.tone != wanted.tone
        else { return nil }
        attempt = Attempt(wish: wanted, replaced: present)
        return .write(wanted.value)
    }

    // MARK: What came of it

    /// The look is done.
    package mutating func didRead(_ reading: Reading) -> Finding? {
        running = nil
        defer { present = reading }
        guard let present else { return foundAtFirst(reading) }
        let attempt = self.attempt
        self.attempt = nil
        // Its tone may be told otherwise than by its name.
        if let attempt, reading.value == attempt.wish.value { return nil }
        if let replaced = attempt?.replaced, reading == replaced {
            doubt = .open
            isDue = true
            isBlocked = true
            return .notTaken
        }
        let isUndone = doubt == .settled
        if isUndone { doubt = .none }
        guard reading != present || isUndone else { return nil }
        isTheirs = true
        guard reading.tone != present.tone || isUndone else { return nil }
        if !hasNewWish { isDue = false }
        return .turned(reading.tone, whileAway: false)
    }

    private mutating func foundAtFirst(_ reading: Reading) -> Finding? {
        guard !ours.isEmpty, reading.value.map({ !ours.contains($0) }) ?? true else { return nil }
        isTheirs = true
        return .turned(reading.tone, whileAway: true)
    }

    /// The program says that the value stands there; a look will show.
    package mutating func didWrite() {
        running = nil
        guard let wish = attempt?.wish else { return }
        isTheirs = false
        doubt = .none
        present = Reading(value: wish.value, tone: wish.tone)
        isStale = true
    }

    /// What was running has failed; whether a write has done anything all the same is not known.
    package mutating func didFail() {
        if case .write = running {
            attempt?.replaced = nil
            isDue = true
        }
        isBlocked = true
        running = nil
    }
}
