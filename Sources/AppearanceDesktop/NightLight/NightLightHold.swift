// The state of one desktop's night light, without any program or file: the next step, and the
// effect of its result. A setting that somebody changes after all were set is neither set again
// this night nor restored.

/// Holds a desktop's night light at its warmest, and restores the original values.
package struct NightLightHold: Sendable {
    /// The step to take next; its result must be reported before another.
    package enum Step: Equatable, Sendable {
        case read
        /// Write the journal to disk; `nil` removes it.
        case keep(SettingsJournal?)
        /// Give a setting a value; `nil` resets it to the default.
        case write(String?, to: String)
        /// Announce the changed settings to the desktop.
        case announce([String])
    }

    private let nightLight: NightLight
    private var journal: SettingsJournal?
    private var wantsNight = false
    private var present: NightLightReading?
    private var isStale = true
    /// Whether a step has failed, and a retry is due.
    package private(set) var isBlocked = false
    private var running: Step?
    /// Whether the running step was started for another target, so that its failure does not count.
    private var isOutdated = false
    /// The settings that were written but not announced.
    private var unannounced: [String] = []
    /// The settings that were written since the last reading.
    private var unproven: Set<String> = []

    /// Continues from the journal of an earlier run; whether its changes were announced is not
    /// known.
    package init(_ nightLight: NightLight, journal: SettingsJournal?) {
        self.nightLight = nightLight
        self.journal = journal
        for entry in journal?.entries ?? [] { toAnnounce(entry.setting) }
    }

    private mutating func toAnnounce(_ key: String) {
        guard nightLight.announcement != nil, !unannounced.contains(key) else { return }
        unannounced.append(key)
    }

    // MARK: What happens

    package mutating func want(night: Bool) {
        guard night != wantsNight else { return }
        wantsNight = night
        isStale = true
        isBlocked = false
        isOutdated = running != nil
        unproven = []
    }

    package mutating func notice() { isStale = true }

    /// Retries a failed step.
    package mutating func tryAgain() {
        isStale = true
        isBlocked = false
    }

    // MARK: What is so

    /// Whether any setting is changed by us, or may be.
    package var isHolding: Bool { journal != nil }

    /// The need of the user for which nothing is changed; `nil` if there is none.
    package var need: NightLight.Need? {
        guard wantsNight, journal == nil, let present else { return nil }
        return nightLight.needs.first { present.values[$0.key] == $0.value }
    }

    /// Whether the settings are not yet as wanted, except those that somebody changed.
    package var isTurning: Bool {
        guard wantsNight else { return journal != nil }
        return journal?.isTaken != true || present == nil
    }

    /// Whether there is no step to take.
    package var isAtRest: Bool { running == nil && (isBlocked || nextStep() == nil) }

    /// The settings that somebody has changed since they were set.
    package var changedByOthers: [String] {
        guard wantsNight, let journal, journal.isTaken == true, let present else { return [] }
        return journal.entries.filter { !$0.isOurs(in: present) }.map(\.setting)
    }

    // MARK: Step by step

    /// Returns the next step; `nil` while one is running, or if there is none.
    package mutating func next() -> Step? {
        guard running == nil, !isBlocked, let step = nextStep() else { return nil }
        running = step
        isOutdated = false
        // While it is stale, the step is a reading; a later change may be newer than its result.
        isStale = false
        return step
    }

    private func nextStep() -> Step? {
        guard wantsNight || journal != nil else { return nil }
        guard let present, !isStale else { return .read }
        guard let journal else {
            guard need == nil else { return nil }
            return .keep(SettingsJournal(of: nightLight, over: present))
        }
        if let entry = due(in: present).first {
            return .write(wantsNight ? entry.ours.last : entry.original, to: entry.setting)
        }
        if !unannounced.isEmpty { return .announce(unannounced) }
        if !unproven.isEmpty { return .read }
        guard wantsNight else { return .keep(nil) }
        guard journal.isTaken != true else { return nil }
        return .keep(SettingsJournal(journal.entries, isTaken: true))
    }

    /// Returns the settings to be written: at night until all have been seen to be set, and after
    /// it those still set.
    private func due(in present: NightLightReading) -> [SettingsJournal.Entry] {
        guard let journal else { return [] }
        guard wantsNight else {
            return journal.entries.reversed().filter { $0.isOurs(in: present) }
        }
        return journal.isTaken == true ? [] : journal.entries.filter { !$0.isOurs(in: present) }
    }

    // MARK: What came of it

    /// Reports a reading; returns the settings that were written but have another value.
    package mutating func didRead(_ reading: NightLightReading) -> [String] {
        running = nil
        present = reading
        let lost = due(in: reading).map(\.setting).filter(unproven.contains)
        unproven = []
        if !lost.isEmpty { isBlocked = true }
        return lost
    }

    /// Reports that the journal is on disk, or removed.
    package mutating func didKeep() {
        if case .keep(let journal) = running { self.journal = journal }
        running = nil
    }

    /// Reports that a program has set the value; a reading will verify it.
    package mutating func didWrite() {
        guard case .write(let value, let key) = running else { return }
        running = nil
        if !isOutdated { unproven.insert(key) }
        toAnnounce(key)
        present?.values[key] = value
    }

    /// Reports that the settings were announced.
    package mutating func didAnnounce() {
        running = nil
        unannounced = []
    }

    /// Reports that the step has failed.
    package mutating func didFail() {
        running = nil
        isBlocked = !isOutdated
    }
}

extension SettingsJournal {
    /// Creates the journal of a night light for the current values, before any is changed.
    package init(of nightLight: NightLight, over present: NightLightReading) {
        let entries = nightLight.settings.compactMap { setting -> Entry? in
            let value = present.values[setting.key]
            guard value != setting.night else { return nil }
            return Entry(
                setting.key, original: present.own.contains(setting.key) ? value : nil,
                ours: [setting.night])
        }
        self.init(entries, isTaken: false)
    }
}

extension SettingsJournal.Entry {
    /// Returns whether the setting has our value.
    fileprivate func isOurs(in present: NightLightReading) -> Bool {
        present.values[setting] == ours.last
    }
}
