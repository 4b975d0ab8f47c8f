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
    private var target: NightLight.Target?
    /// The target of the journal; `nil` if unknown.
    private var held: NightLight.Target?
    /// Whether the user has turned it off at night, so that the rest of the evening is theirs.
    private var isLeftAlone = false
    private var present: NightLightReading?
    private var isStale = true
    /// Whether a step has failed, and a retry is due.
    package private(set) var isBlocked = false
    private var running: Step?
    /// The target of the running step.
    private var runningTarget: NightLight.Target?
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

    package mutating func want(night: Bool) { want(night ? .night : nil) }

    /// Sets the colours that are wanted; `nil` for the user's own.
    package mutating func want(_ target: NightLight.Target?) {
        guard target != self.target else { return }
        self.target = target
        switch target {
        case .night, nil: isLeftAlone = false
        case .evening: break
        }
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
        guard let target, journal == nil, originals == .known, let present else { return nil }
        return nightLight.needs(for: target).first { present.values[$0.key] == $0.value }
    }

    /// The target that is in effect: in the evening none, if the user has the switch in their own hands.
    private var wanted: NightLight.Target? {
        guard case .evening? = target else { return target }
        guard !isLeftAlone else { return nil }
        guard let journal else { return target }
        return journal.entries.contains { $0.setting == nightLight.switchKey } ? target : nil
    }

    private var wantsNight: Bool { wanted != nil }

    /// Returns whether the user has turned it off, or had it on, so that the evening is theirs.
    package var isOwn: Bool {
        if case .evening? = target { return isLeftAlone || journal != nil && wanted == nil }
        return false
    }

    /// Whether the settings are not yet as wanted, except those that somebody changed.
    package var isTurning: Bool {
        guard let wanted else { return isHolding }
        guard let journal, journal.isTaken == true, present != nil else { return true }
        return !isHeld(journal, for: wanted)
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
        runningTarget = wanted
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
            let others =
                wanted.map { SettingsJournal(of: nightLight, for: $0, over: present).entries } ?? []
            let entries = nightLight.settings.compactMap { setting in
                (left + others).first { $0.setting == setting.key }
            }
            return .keep(file(entries, isTaken: false))
        }
        if let wanted, !isHeld(journal, for: wanted) {
            return .keep(file(entries(of: journal, for: wanted, over: present), isTaken: false))
        }
        if !wantsNight, journal.isTaken == true, !due(in: present).isEmpty {
            // From the first value that is restored, a difference is no longer somebody else's: if a filter that
            // is killed then, or this one, wants the colours again, it sets them all.
            return .keep(
                file(journal.entries.filter { $0.isOurs(in: present) }, isTaken: false))
        }
        if let entry = due(in: present).first {
            return .write(wantsNight ? entry.ours.last : entry.original, to: entry.setting)
        }
        if !unannounced.isEmpty { return .announce(unannounced) }
        if !unproven.isEmpty { return .read }
        guard wantsNight else { return .keep(unknown.hasSettings ? file([], isTaken: true) : nil) }
        guard journal.isTaken != true else { return nil }
        let entries = journal.entries.map { entry in
            var entry = entry
            entry.ours = entry.ours.suffix(1)
            return entry
        }
        return .keep(file(entries, isTaken: true))
    }

    /// Returns whether the journal is for a target.
    ///
    /// A journal that is neither seen as set nor of this run may be of a way back: its entries are made again.
    private func isHeld(_ journal: SettingsJournal, for target: NightLight.Target) -> Bool {
        if let held { return held == target }
        guard journal.isTaken == true else { return false }
        guard let key = nightLight.temperatureKey else { return true }
        guard let entry = journal.entries.first(where: { $0.setting == key }) else {
            return present?.values[key] == value(of: key, for: target)
        }
        return entry.ours.last == value(of: key, for: target)
    }

    private func value(of key: String, for target: NightLight.Target) -> String? {
        nightLight.settings(for: target).first { $0.key == key }?.value
    }

    /// Returns the entries of another target: each with the value before as well, until it is written.
    ///
    /// A setting that somebody has changed is set again for night, which is announced, with their value as the
    /// original one; in the evening it is left alone.
    private func entries(
        of journal: SettingsJournal, for target: NightLight.Target, over present: NightLightReading
    ) -> [SettingsJournal.Entry] {
        nightLight.settings(for: target).compactMap { setting in
            let value = present.values[setting.key]
            if var entry = journal.entries.first(where: { $0.setting == setting.key }) {
                if journal.isTaken != true || entry.isOurs(in: present) {
                    // The last one may never have been written: what is there counts, if it is ours.
                    let before =
                        value.flatMap { entry.ours.contains($0) ? $0 : nil } ?? entry.ours.last
                    entry.ours =
                        [before].compactMap(\.self).filter { $0 != setting.value } + [setting.value]
                    return entry
                }
                guard target == .night else { return nil }
            } else {
                guard target == .night || setting.key == nightLight.temperatureKey else {
                    return nil
                }
            }
            guard value != setting.value else { return nil }
            return SettingsJournal.Entry(
                setting.key, original: present.own.contains(setting.key) ? value : nil,
                ours: [setting.value])
        }
    }

    private func file(_ entries: [SettingsJournal.Entry], isTaken: Bool) -> SettingsJournal {
        var file = SettingsJournal(entries, isTaken: isTaken)
        file.unknown = unknown
        return file
    }

    /// Returns the entries of settings that an earlier run has left with the values of night, and whose original
    /// values are lost.
    private func left(in present: NightLightReading) -> [SettingsJournal.Entry] {
        let isAll = nightLight.settings.allSatisfy { present.values[$0.key] == $0.value }
        guard originals == .lost || originals == .doubtful && isAll else { return [] }
        let targets = [NightLight.Target.night] + [target].compactMap(\.self)
        return nightLight.settings.compactMap { setting in
            guard let value = present.values[setting.key], present.own.contains(setting.key),
                targets.contains(where: { self.value(of: setting.key, for: $0) == value })
            else { return nil }
            return SettingsJournal.Entry(setting.key, original: nil, ours: [value])
        }
    }

    /// Returns the settings to be written: at night until all have been seen to be set, and after
    /// it those still set.
    private func due(in present: NightLightReading) -> [SettingsJournal.Entry] {
        guard let journal else { return [] }
        guard wantsNight else {
            return journal.entries.reversed().filter {
                $0.isOurs(in: present) && !$0.isOriginal(in: present)
            }
        }
        guard journal.isTaken != true else { return [] }
        return journal.entries.filter { present.values[$0.setting] != $0.ours.last }
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
            held = runningTarget
            if case .evening? = runningTarget, journal != nil, wanted == nil { isLeftAlone = true }
            // After a night, what is left on disk are the settings of a newer version. At night, a journal without
            // settings holds those that had their values already.
            if runningTarget == nil, journal?.entries.isEmpty == true { self.journal = nil }
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

    /// Whether the running step is the mark of a way back, without which the original values are restored too.
    package var isMarking: Bool {
        guard case .keep(let next?) = running, runningTarget == nil else { return false }
        return journal?.isTaken == true && next.isTaken != true
    }

    /// Reports that the step has failed.
    package mutating func didFail() {
        // Without evidence of an earlier run, there is nothing to restore.
        if originals == .doubtful, running == .read { originals = .known }
        if isMarking, !isOutdated, case .keep(let next) = running {
            // On a full disk the screen must not stay red: the mark counts for this run.
            adopt(next)
            held = nil
            running = nil
            return
        }
        running = nil
        isBlocked = !isOutdated
    }
}

extension SettingsJournal {
    /// Creates the journal of a night light for the current values, before any is changed.
    package init(
        of nightLight: NightLight, for target: NightLight.Target = .night,
        over present: NightLightReading
    ) {
        let entries = nightLight.settings(for: target).compactMap { setting -> Entry? in
            let value = present.values[setting.key]
            guard value != setting.value else { return nil }
            return Entry(
                setting.key, original: present.own.contains(setting.key) ? value : nil,
                ours: [setting.value])
        }
        self.init(entries, isTaken: false)
    }

    /// Whether a filter has left the colours of night, or may have, not those of an evening.
    package func isOfNight(_ nightLight: NightLight) -> Bool {
        guard let key = nightLight.temperatureKey,
            let entry = entries.first(where: { $0.setting == key })
        else { return true }
        return entry.ours.last == nightLight.settings.first { $0.key == key }?.value
    }
}

extension SettingsJournal.Entry {
    /// Returns whether the setting has its original value, which ours may have become.
    fileprivate func isOriginal(in present: NightLightReading) -> Bool {
        guard let original else { return !present.own.contains(setting) }
        return present.values[setting] == original
    }

    /// Returns whether the setting has our value, or the one before while that is being written.
    fileprivate func isOurs(in present: NightLightReading) -> Bool {
        present.values[setting].map(ours.contains) ?? false
    }
}
