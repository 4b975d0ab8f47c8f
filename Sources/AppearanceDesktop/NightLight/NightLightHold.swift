// The state of one desktop's night light, without any program or file: the next step, and the
// effect of its result. A setting that somebody changes after all were set is neither set again
// this night nor restored.

/// Holds a desktop's night light at its warmest, and restores the original values.
package struct NightLightHold: Sendable {
    /// The step to take next; its result must be reported before another.
    package enum Step: Equatable, Sendable {
        /// Read the journal of an earlier run.
        case load
        case read
        /// Write the journal to disk; `nil` removes it.
        case keep(SettingsJournal?)
        /// Give a setting a value; `nil` resets it to the default.
        case write(String?, to: String)
        /// Announce the changed settings to the desktop.
        case announce([String])
    }

    /// The knowledge of the original values, beside those of the journal.
    package enum Originals: Equatable, Sendable {
        /// The journal has not been read yet.
        case unread
        /// Settings that are not in the journal have their original values.
        case known
        /// The journal of an earlier run was invalid: settings with the values of night may be its own.
        case lost
        /// There is no journal; if all settings have the values of night, they are those of an earlier run.
        case doubtful
    }

    private let nightLight: NightLight
    private var originals: Originals
    private var journal: SettingsJournal?
    /// The settings of a newer version, which stay in the journal.
    private var unknown = SettingsJournal.Unknown()
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
    package init(
        _ nightLight: NightLight, journal: SettingsJournal?, originals: Originals = .known
    ) {
        self.nightLight = nightLight
        self.originals = originals
        load(journal)
    }

    private mutating func load(_ journal: SettingsJournal?) {
        adopt(journal)
        if let journal, journal.entries.isEmpty, journal.unknown.hasSettings { self.journal = nil }
        announceLater(journal)
    }

    private mutating func adopt(_ journal: SettingsJournal?) {
        unknown = journal?.unknown ?? unknown
        self.journal = journal
    }

    private mutating func announceLater(_ journal: SettingsJournal?) {
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
    package var isHolding: Bool { journal != nil || originals != .known }

    /// Whether the step that writes this journal is for settings whose original values are lost.
    package var isForLostOriginals: Bool { journal == nil && originals != .known }

    /// The need of the user for which nothing is changed; `nil` if there is none.
    package var need: NightLight.Need? {
        guard wantsNight, journal == nil, originals == .known, let present else { return nil }
        return nightLight.needs.first { present.values[$0.key] == $0.value }
    }

    /// Whether the settings are not yet as wanted, except those that somebody changed.
    package var isTurning: Bool {
        guard wantsNight else { return isHolding }
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
        guard originals != .unread else { return .load }
        guard wantsNight || isHolding else { return nil }
        guard let present, !isStale else { return .read }
        guard let journal else {
            let left = left(in: present)
            guard !left.isEmpty || wantsNight && need == nil else { return nil }
            let others = wantsNight ? SettingsJournal(of: nightLight, over: present).entries : []
            let entries = nightLight.settings.compactMap { setting in
                (left + others).first { $0.setting == setting.key }
            }
            return .keep(file(entries, isTaken: false))
        }
        if let entry = due(in: present).first {
            return .write(wantsNight ? entry.ours.last : entry.original, to: entry.setting)
        }
        if !unannounced.isEmpty { return .announce(unannounced) }
        if !unproven.isEmpty { return .read }
        guard wantsNight else { return .keep(unknown.hasSettings ? file([], isTaken: true) : nil) }
        guard journal.isTaken != true else { return nil }
        return .keep(file(journal.entries, isTaken: true))
    }

    private func file(_ entries: [SettingsJournal.Entry], isTaken: Bool) -> SettingsJournal {
        var file = SettingsJournal(entries, isTaken: isTaken)
        file.unknown = unknown
        return file
    }

    /// Returns the entries of settings that an earlier run has left with the values of night, and whose original
    /// values are lost.
    private func left(in present: NightLightReading) -> [SettingsJournal.Entry] {
        let isAll = nightLight.settings.allSatisfy { present.values[$0.key] == $0.night }
        guard originals == .lost || originals == .doubtful && isAll else { return [] }
        return nightLight.settings
            .filter { present.own.contains($0.key) && present.values[$0.key] == $0.night }
            .map { SettingsJournal.Entry($0.key, original: nil, ours: [$0.night]) }
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

    /// Reports the journal of an earlier run.
    package mutating func didLoad(_ journal: SettingsJournal?, originals: Originals) {
        running = nil
        self.originals = originals
        load(journal)
    }

    /// Reports a reading; returns the settings that were written but have another value.
    package mutating func didRead(_ reading: NightLightReading) -> [String] {
        running = nil
        present = reading
        if journal == nil, left(in: reading).isEmpty { originals = .known }
        let lost = due(in: reading).map(\.setting).filter(unproven.contains)
        unproven = []
        if !lost.isEmpty { isBlocked = true }
        return lost
    }

    /// Reports that the journal is on disk, or removed.
    package mutating func didKeep() {
        if case .keep(let journal) = running {
            adopt(journal)
            // After a night, what is left on disk are the settings of a newer version. At night, a journal without
            // settings holds those that had their values already.
            let wasForNight = wantsNight != isOutdated
            if !wasForNight, journal?.entries.isEmpty == true { self.journal = nil }
        }
        originals = .known
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
        // Without evidence of an earlier run, there is nothing to restore.
        if originals == .doubtful, running == .read { originals = .known }
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
