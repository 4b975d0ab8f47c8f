import AppearanceEngine
import AppearanceModel

/// A violated invariant.
struct InvariantViolation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Checks every result of the engine against its invariants.
struct InvariantChecker {
    private var settings: EngineSettings
    private var last: Snapshot?
    /// The last change by light, if nothing else has decided since.
    private var turn: (at: BootTime, from: Appearance, to: Appearance, phase: Phase)?
    /// The least light that was read since then.
    private var darkest = Double.infinity
    private var plan = PollPlan.off
    private var lightToldAt: BootTime?
    private var saved: SavedState?
    private var deadline: (moment: Moment, count: Int)?
    /// The times of the changes in the last second.
    private var changes: [BootTime] = []
    /// The mode that was chosen for a duration, and its end.
    private var span: (mode: Mode, end: BootTime)?
    /// The first announced change because the light is lost, while its input stays away.
    private var promise: (at: BootTime, appearance: Appearance, phase: Phase)?
    /// The time at which a suspend was announced; `nil` if it has ended, or counts as cancelled.
    private var suspendingSince: BootTime?

    init(_ settings: EngineSettings) { self.settings = settings }

    /// A new daemon, which has published nothing.
    mutating func beginAgain(from saved: SavedState?) {
        self = InvariantChecker(settings)
        self.saved = saved
    }

    mutating func check(_ entry: Entry) throws(InvariantViolation) {
        note(entry.event)
        try checkRejection(entry)
        try checkHaste(entry)
        for effect in entry.effects {
            switch effect {
            case .publish(let snapshot): try check(snapshot, of: entry)
            case .publishLight(let light): try check(light, at: entry.at)
            case .wakeAtBoot(let time):
                try require(time > entry.at.boot, "it sets a timer for now, or for the past")
            case .wakeAtWall(let time):
                try require(
                    time.map { $0 > entry.at.wall } ?? true,
                    "it sets a timer for a time of day that has passed")
            case .poll(let next):
                try require(next != plan, "it requests the same readings twice")
                plan = next
            case .save(let state): try check(state, after: entry.event)
            }
        }
        try checkSpan(after: entry)
        try checkPromise(after: entry)
    }

    // MARK: Durations

    /// A mode that was chosen for a duration stays that long, whatever the clock is set to.
    private mutating func checkSpan(after entry: Entry) throws(InvariantViolation) {
        switch entry.event {
        case .modeChosen(let mode, .after(let duration)) where entry.rejection == nil:
            span = (mode, entry.at.boot + duration)
        case .modeChosen where entry.rejection == nil: span = nil
        case .toggled, .switchTurned, .started: span = nil
        case .modeChosen, .configured, .configurationRefused, .sensorFound, .sensorLost, .light,
            .lightMissed, .lightStuck, .lightReported, .reportEnded, .reportsEnded, .lightWanted,
            .lightRequested,
            .paused, .lightPaused,
            .resumed, .inhibited, .released, .suspending, .suspendEnded, .suspended, .lidClosed,
            .sessionUse, .presence, .presenceEnded, .scheduleChanged, .deadline, .wallClockChanged,
            .stopping:
            break
        }
        guard let span, let last, entry.at.boot < span.end - .seconds(1) else { return }
        try require(last.mode == span.mode, "a choice for a duration has ended before its time")
    }

    // MARK: Promises

    /// The time by which a promised change may be late: a late timer, and the time that a sensor that is
    /// back has for its first reading.
    private static let lateness = Microseconds.seconds(11)

    /// A change that is announced because the light is lost comes at that time, unless the light
    /// returns, it waits for what the user does, or something else happens.
    private mutating func checkPromise(after entry: Entry) throws(InvariantViolation) {
        // Where no end of a suspend is announced, the next deadline is that of the resume, by which the wait
        // for the light begins again.
        followSuspend(entry)
        if suspendingSince != nil { return promise = nil }
        guard promise != nil || last?.pending != nil else { return }
        let phase = settings.schedule.phase(at: entry.at.wall)
        if let promise {
            if !staysLost(entry.event) || phase != promise.phase
                || last?.appearance == promise.appearance || last?.waitsFor != nil
            {
                self.promise = nil
            } else {
                try require(
                    entry.at.boot <= promise.at + Self.lateness,
                    "\(promise.appearance) was promised, and did not come:"
                        + " \(last?.explanation ?? "")")
            }
        }
        guard promise == nil, let last, let pending = last.pending, last.reported == nil else {
            return
        }
        switch last.sensor {
        case .none, .warming, .distrusted:
            promise = (
                entry.at.boot + (pending.at - entry.at.wall), pending.appearance, phase
            )
        case .trusted, .stale: break
        }
    }

    private mutating func followSuspend(_ entry: Entry) {
        switch entry.event {
        case .suspending: suspendingSince = entry.at.boot
        case .suspendEnded, .suspended: suspendingSince = nil
        default:
            if let since = suspendingSince, entry.at.boot - since >= .seconds(60) {
                suspendingSince = nil
            }
        }
    }

    /// Whether lost light stays lost after an event.
    private func staysLost(_ event: Event) -> Bool {
        switch event {
        case .sensorFound, .sensorLost, .lightMissed, .deadline, .configurationRefused,
            .lightWanted, .lightRequested:
            true
        case .started, .configured, .light, .lightStuck, .lightReported, .reportEnded,
            .reportsEnded,
            .modeChosen, .toggled, .switchTurned, .paused, .lightPaused, .resumed, .inhibited,
            .released,
            .suspending, .suspendEnded, .suspended, .lidClosed, .sessionUse, .presence,
            .presenceEnded,
            .scheduleChanged, .wallClockChanged, .stopping:
            false
        }
    }

    private func require(_ isTrue: Bool, _ invariant: @autoclosure () -> String)
        throws(InvariantViolation)
    {
        if !isTrue { throw InvariantViolation(invariant()) }
    }

    // MARK: Events

    private mutating func note(_ event: Event) {
        switch event {
        case .light(let sample):
            let own = last.map { settings.ambient.selfLight.of($0.appearance) } ?? 0
            darkest = min(darkest, sample.light.value - own)
        case .lightMissed, .deadline, .configurationRefused: break
        case .configured(let next):
            settings = next
            turn = nil
        case .scheduleChanged(let next):
            settings.schedule = next
            turn = nil
        case .suspending, .suspendEnded, .suspended, .lidClosed, .sessionUse, .presence,
            .presenceEnded:
            turn = nil
        case .started, .sensorFound, .sensorLost, .lightStuck, .lightReported, .reportEnded,
            .reportsEnded,
            .lightWanted, .lightRequested,
            .modeChosen,
            .toggled, .switchTurned, .paused, .lightPaused, .resumed, .inhibited, .released,
            .wallClockChanged,
            .stopping:
            turn = nil
        }
    }

    private func checkRejection(_ entry: Entry) throws(InvariantViolation) {
        try require(
            entry.rejection == nil || entry.effects.isEmpty,
            "it rejects an event and has effects")
    }

    /// However often it is woken at one moment, it goes back to sleep.
    private mutating func checkHaste(_ entry: Entry) throws(InvariantViolation) {
        guard entry.event == .deadline else { return }
        let isSame = deadline?.moment == entry.at
        let count = isSame ? (deadline?.count ?? 0) + 1 : 1
        deadline = (entry.at, count)
        try require(count <= 2, "it is woken for the third time at one instant")
    }

    // MARK: States

    private mutating func check(_ next: Snapshot, of entry: Entry) throws(InvariantViolation) {
        try checkFlash(next, at: entry.at)
        try checkByItself(next, at: entry.at)
        if let last {
            try require(next != last, "it publishes the same state twice")
            try checkChange(from: last, to: next, by: entry.event)
        } else {
            try require(next.previous == nil, "its first state claims one before it")
        }
        try checkPace(next, entry)
        noteDarkness(next.light)
        last = next
        lightToldAt = entry.at.boot
    }

    /// At most three changes in any second, of which no person may see the fourth.
    private mutating func checkFlash(
        _ next: Snapshot, at now: Moment
    ) throws(InvariantViolation) {
        changes.removeAll { now.boot - $0 > .seconds(1) }
        guard let last, last.appearance != next.appearance else { return }
        changes.append(now.boot)
        try require(!settings.flashGuard || changes.count <= 3, "it flashes")
    }

    private func checkByItself(_ next: Snapshot, at now: Moment) throws(InvariantViolation) {
        try require(next.explanation.count > 10, "it explains nothing: \(next.explanation)")
        try require(next.explanation.hasSuffix("."), "no sentence: \(next.explanation)")
        for word in ["nil", "nan", "inf ", "Optional"] {
            try require(!next.explanation.contains(word), "no words: \(next.explanation)")
        }
        if let chosen = next.mode.fixedAppearance {
            try require(
                next.appearance == chosen || next.isHeldBack,
                "the mode is \(next.mode), it shows another")
            try require(next.reason == .manual, "a choice decides, the reason is \(next.reason)")
        } else {
            try require(next.reason != .manual, "the reason is manual without a chosen mode")
            try require(next.until == nil, "an automatic mode ends")
            let isHeld = next.paused || !next.inhibitors.isEmpty
            try require(
                isHeld == (next.reason == .inhibited),
                "the reason \(next.reason) does not fit pause and inhibition")
        }
        try require(
            next.until.map { $0 > now.wall } ?? true, "a choice has ended and is still in effect")
        if let change = next.next {
            try require(change.at > now.wall, "the next change is in the past")
            try require(change.appearance != next.appearance, "the next change is none")
        }
        if next.lightNeeded {
            try require(
                next.isLightRequested
                    || next.mode == .auto && !next.paused && next.lightPausedUntil == nil,
                "a light level is needed that could decide nothing")
            try require(
                next.sensor == .none || next.sensor == .distrusted,
                "a light level is needed beside a sensor that works")
        }
        if next.sensor == .none, let light = next.light {
            try require(light.value >= 0 && light.value.isFinite, "no light level: \(light)")
        }
    }

    private func checkChange(
        from last: Snapshot, to next: Snapshot, by event: Event
    ) throws(InvariantViolation) {
        if next.appearance == last.appearance {
            try require(next.sequence == last.sequence, "the sequence rises without a change")
            // A clock that was set during an unannounced suspend is noticed with the suspend.
            let isClockSet =
                if case .suspended = event { true } else { event == .wallClockChanged }
            try require(
                isClockSet || next.since == last.since, "the time since the last change varies")
        } else {
            try require(next.sequence == last.sequence + 1, "the sequence does not rise by one")
            try require(next.previous == last.appearance, "its previous appearance is wrong")
            let wasHeld =
                last.reason == .inhibited && next.reason == .inhibited && !last.isHeldBack
            try require(!wasHeld, "the appearance changes during a pause or an inhibition")
        }
        if next.mode != last.mode || next.until != last.until {
            try require(mayChangeMode(event, last), "\(event) changes the mode")
        }
    }

    private func mayChangeMode(_ event: Event, _ last: Snapshot) -> Bool {
        switch event {
        case .modeChosen, .toggled, .switchTurned: true
        case .suspending, .suspendEnded, .suspended, .lidClosed, .sessionUse, .presence,
            .presenceEnded, .scheduleChanged:
            last.until != nil
        case .started, .configured, .configurationRefused, .sensorFound, .sensorLost, .light,
            .lightMissed, .lightStuck, .lightReported, .reportEnded, .reportsEnded, .lightWanted,
            .lightRequested,
            .paused, .lightPaused,
            .resumed, .inhibited,
            .released,
            .deadline,
            .wallClockChanged, .stopping:
            // A choice ends with whatever happens first at its end.
            last.until != nil
        }
    }

    /// At most one reversal per dwell time and gap, unless something else decided.
    private mutating func checkPace(_ next: Snapshot, _ entry: Entry) throws(InvariantViolation) {
        let phase = settings.schedule.phase(at: entry.at.wall)
        let isByLight = next.reason == .sensor && (next.sensor == .trusted || next.sensor == .stale)
        guard isByLight, let last, last.reason == .sensor,
            last.sensor == .trusted || last.sensor == .stale
        else { return turn = nil }
        // A change that came later than its decision has no pace of its own.
        if last.isHeldBack || next.isHeldBack { turn = nil }
        // Another source of light decides separately.
        if last.reported?.source != next.reported?.source { turn = nil }
        guard last.appearance != next.appearance else { return }
        let lowest = darkest
        defer {
            let isByTimeOrLight = isTimeOrLight(entry.event)
            turn =
                isByTimeOrLight
                ? (entry.at.boot, last.appearance, next.appearance, phase) : nil
            darkest = last.light?.value ?? .infinity
        }
        guard let turn, turn.phase == phase else { return }
        let wasBrighter = turn.to.brightness > turn.from.brightness
        guard wasBrighter != (next.appearance.brightness > last.appearance.brightness) else {
            return
        }
        let ambient = settings.ambient
        let dwell = ambient.dwell(from: last.appearance, to: next.appearance)
        // A room that was as dark as night is left without the gap, whatever was shown.
        let wasNight = last.appearance == .night || lowest <= ambient.thresholds.nightBelow
        let gap = wasNight ? Microseconds.zero : ambient.reversalGap
        let passed = entry.at.boot - turn.at
        try require(
            passed >= max(dwell, gap),
            "\(last.appearance) \(next.appearance) after \(passed.inSeconds) s, dwell \(dwell.text)"
        )
    }

    /// Notes a filtered level, which lags behind the readings.
    private mutating func noteDarkness(_ light: LightReading?) {
        if let light { darkest = min(darkest, light.value) }
    }

    private func isTimeOrLight(_ event: Event) -> Bool {
        switch event {
        case .light, .lightMissed, .deadline: true
        case .started, .configured, .configurationRefused, .sensorFound, .sensorLost, .lightStuck,
            .lightReported, .reportEnded, .reportsEnded, .lightWanted, .lightRequested, .modeChosen,
            .toggled,
            .switchTurned,
            .paused, .lightPaused, .resumed, .inhibited, .released, .suspending, .suspendEnded,
            .suspended,
            .lidClosed, .sessionUse, .presence, .presenceEnded, .scheduleChanged,
            .wallClockChanged, .stopping:
            false
        }
    }

    private mutating func check(_ light: LightReading?, at now: Moment) throws(InvariantViolation) {
        noteDarkness(light)
        defer {
            last?.light = light
            lightToldAt = now.boot
        }
        guard let light, let previous = last?.light, light.unit == previous.unit else { return }
        try require(
            abs(light.value - previous.value) >= 0.1 * previous.value,
            "a light that barely changed is published")
        try require(
            lightToldAt.map { now.boot - $0 >= .seconds(1) } ?? true,
            "light is published twice within a second")
    }

    // MARK: The saved state

    private mutating func check(_ state: SavedState, after event: Event) throws(InvariantViolation)
    {
        if let before = saved, event != .stopping {
            var same = before
            same.savedAt = state.savedAt
            try require(same != state, "it saves the same state twice")
        }
        saved = state
    }
}

extension Snapshot {
    /// Whether the decided appearance waits, so that the screen does not flash.
    var isHeldBack: Bool {
        explanation.contains("would flash") || explanation.contains("; waits while ")
    }
}

extension AmbientSettings {
    /// The dwell time of the change from one appearance to another.
    fileprivate func dwell(from: Appearance, to: Appearance) -> Microseconds {
        switch (from, to) {
        case (.light, .dark): dwell.lightToDark
        case (.light, .night): max(dwell.lightToDark, dwell.darkToNight)
        case (.dark, .night): dwell.darkToNight
        case (.dark, .light), (.night, .light): dwell.darkToLight
        case (.night, .dark): dwell.nightToDark
        case (.light, .light), (.dark, .dark), (.night, .night): .zero
        }
    }
}
