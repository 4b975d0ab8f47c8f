// One desktop's night light and what is known of it, without any program or file: what is to be done
// next, and what its outcome means. Whoever changes a setting once all were ours means it: it is not
// set again before the night is over, and not given back.

/// Holds a desktop's night light at its warmest while that is wanted, and gives back what was there.
package struct NightLightHold: Sendable {
    /// What is to be done now; nothing else is until its outcome is told.
    package enum Step: Equatable, Sendable {
        /// Look what is set.
        case read
        /// Put the ledger on the disk; nil removes it.
        case keep(NightLightLedger?)
        /// Give a setting a value; nil takes away that the user has set any.
        case write(String?, to: String)
        /// Let the desktop know which settings are new.
        case announce([String])
    }

    private let nightLight: NightLight
    private var ledger: NightLightLedger?
    private var wantsNight = false
    private var present: NightLightReading?
    private var isStale = true
    /// Whether it has failed, and waits to be tried again.
    package private(set) var isBlocked = false
    private var running: Step?
    /// Whether what is being done was begun for another wish: of this one its outcome tells nothing.
    private var isOutdated = false
    /// What was written and not announced, as far as is known.
    private var unannounced: [String] = []
    /// What was written since the last look.
    private var unproven: Set<String> = []

    /// Goes on from what an earlier hold has left; whether the desktop was told of it is not known.
    package init(_ nightLight: NightLight, ledger: NightLightLedger?) {
        self.nightLight = nightLight
        self.ledger = ledger
        for entry in ledger?.entries ?? [] { toAnnounce(entry.key) }
    }

    private mutating func toAnnounce(_ key: String) {
        guard nightLight.announcement != nil, !unannounced.contains(key) else { return }
        unannounced.append(key)
    }

    // MARK: What happens

    /// Whether night is wanted from now on.
    package mutating func want(night: Bool) {
        guard night != wantsNight else { return }
        wantsNight = night
        isStale = true
        isBlocked = false
        isOutdated = running != nil
        unproven = []
    }

    /// Something changed there, or may have.
    package mutating func notice() { isStale = true }

    /// Tries again what has failed.
    package mutating func tryAgain() {
        isStale = true
        isBlocked = false
    }

    // MARK: What is so

    /// Whether anything of it is ours, or may be.
    package var isHolding: Bool { ledger != nil }

    /// Whether it is not known yet that all is as it is wanted, but for what others have changed.
    package var isTurning: Bool {
        guard wantsNight else { return ledger != nil }
        return ledger?.isTaken != true || present == nil
    }

    /// Whether nothing is to be done, as far as is known.
    package var isAtRest: Bool { running == nil && (isBlocked || nextStep() == nil) }

    /// The settings that somebody has changed since they were ours.
    package var changedByOthers: [String] {
        guard wantsNight, let ledger, ledger.isTaken, let present else { return [] }
        return ledger.entries.filter { present.values[$0.key] != $0.ours }.map(\.key)
    }

    // MARK: Step by step

    /// The next thing to do; nil while something is done, and when nothing is to be.
    package mutating func next() -> Step? {
        guard running == nil, !isBlocked, let step = nextStep() else { return nil }
        running = step
        isOutdated = false
        // What changes from here on may be younger than what the look brings.
        if step == .read { isStale = false }
        return step
    }

    private func nextStep() -> Step? {
        guard wantsNight || ledger != nil else { return nil }
        guard let present, !isStale else { return .read }
        guard let ledger else {
            return .keep(NightLightLedger(of: nightLight, over: present))
        }
        if let entry = due(in: present).first {
            return .write(wantsNight ? entry.ours : entry.original, to: entry.key)
        }
        if !unannounced.isEmpty { return .announce(unannounced) }
        if !unproven.isEmpty { return .read }
        guard wantsNight else { return .keep(nil) }
        guard !ledger.isTaken else { return nil }
        return .keep(NightLightLedger(ledger.entries, isTaken: true))
    }

    /// What is to be written: at night until all have been seen to be ours, and after it what still
    /// is.
    private func due(in present: NightLightReading) -> [NightLightLedger.Entry] {
        guard let ledger else { return [] }
        guard wantsNight else {
            return ledger.entries.reversed().filter { present.values[$0.key] == $0.ours }
        }
        return ledger.isTaken ? [] : ledger.entries.filter { present.values[$0.key] != $0.ours }
    }

    // MARK: What came of it

    /// The look is done; the settings that were written and are not there.
    package mutating func didRead(_ reading: NightLightReading) -> [String] {
        running = nil
        present = reading
        let lost = due(in: reading).map(\.key).filter(unproven.contains)
        unproven = []
        if !lost.isEmpty { isBlocked = true }
        return lost
    }

    /// The ledger is on the disk, or removed from it.
    package mutating func didKeep() {
        if case .keep(let ledger) = running { self.ledger = ledger }
        running = nil
    }

    /// The program says that the value stands there; a look will show.
    package mutating func didWrite() {
        guard case .write(let value, let key) = running else { return }
        running = nil
        if !isOutdated { unproven.insert(key) }
        toAnnounce(key)
        present?.set(key, to: value)
    }

    /// The desktop has been told.
    package mutating func didAnnounce() {
        running = nil
        unannounced = []
    }

    /// What was done has failed.
    package mutating func didFail() {
        running = nil
        isBlocked = !isOutdated
    }
}

extension NightLightReading {
    /// The same after a write, as far as is known before the next look.
    fileprivate mutating func set(_ key: String, to value: String?) {
        var (values, own) = (values, own)
        values[key] = value
        if value == nil { own.remove(key) } else { own.insert(key) }
        self = NightLightReading(values, own: own)
    }
}
