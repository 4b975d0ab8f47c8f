import AppearanceEngine
import AppearanceModel

/// A promise that was not kept.
struct BrokenPromise: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Holds every answer of the engine against what it promises.
struct InvariantChecker {
    private var settings: EngineSettings
    private var last: Snapshot?
    /// The last change by light, while nothing but light has had a say since.
    private var turn: (at: BootTime, from: Appearance, to: Appearance, phase: Phase)?
    /// The least light that was read since then.
    private var darkest = Double.infinity
    private var plan = PollPlan.off
    private var lightToldAt: BootTime?
    private var saved: SavedState?
    private var deadline: (moment: Moment, count: Int)?

    init(_ settings: EngineSettings) { self.settings = settings }

    /// A new service, which has told nobody anything.
    mutating func beginAnew(from saved: SavedState?) {
        self = InvariantChecker(settings)
        self.saved = saved
    }

    mutating func judge(_ entry: Entry) throws(BrokenPromise) {
        note(entry.event)
        try judgeRejection(entry)
        try judgeHaste(entry)
        for effect in entry.effects {
            switch effect {
            case .publish(let snapshot): try judge(snapshot, of: entry)
            case .publishLight(let light): try judge(light, at: entry.at)
            case .wakeAtBoot(let time):
                try hold(time > entry.at.boot, "it asks to be woken at once, or in the past")
            case .wakeAtWall(let time):
                try hold(
                    time.map { $0 > entry.at.wall } ?? true,
                    "it asks to be woken at a time of day that is over")
            case .poll(let next):
                try hold(next != plan, "it asks twice for the same readings")
                plan = next
            case .save(let state): try judge(state, after: entry.event)
            }
        }
    }

    private func hold(_ isKept: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
        if !isKept { throw BrokenPromise(promise()) }
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
        case .suspending, .suspendEnded, .suspended, .lidClosed, .sessionInUse: turn = nil
        case .started, .sensorFound, .sensorLost, .lightStuck, .lightReported, .reportEnded,
            .lightWanted,
            .modeChosen,
            .toggled, .switchTurned, .paused, .resumed, .inhibited, .released, .wallClockChanged,
            .stopping:
            turn = nil
        }
    }

    private func judgeRejection(_ entry: Entry) throws(BrokenPromise) {
        try hold(
            entry.rejection == nil || entry.effects.isEmpty,
            "it rejects an event and has effects all the same")
    }

    /// However often it is woken at one moment, it goes back to sleep.
    private mutating func judgeHaste(_ entry: Entry) throws(BrokenPromise) {
        guard entry.event == .deadline else { return }
        let isSame = deadline?.moment == entry.at
        let count = isSame ? (deadline?.count ?? 0) + 1 : 1
        deadline = (entry.at, count)
        try hold(count <= 2, "it is woken a third time at one moment")
    }

    // MARK: States

    private mutating func judge(_ next: Snapshot, of entry: Entry) throws(BrokenPromise) {
        try judgeByItself(next, at: entry.at)
        if let last {
            try hold(next != last, "it tells the same state twice")
            try judgeChange(from: last, to: next, by: entry.event)
        } else {
            try hold(next.previous == nil, "its first state claims one before it")
        }
        try judgePace(next, entry)
        noteDarkness(next.light)
        last = next
        lightToldAt = entry.at.boot
    }

    private func judgeByItself(_ next: Snapshot, at now: Moment) throws(BrokenPromise) {
        try hold(next.explanation.count > 10, "it explains nothing: \(next.explanation)")
        try hold(next.explanation.hasSuffix("."), "no sentence: \(next.explanation)")
        for word in ["nil", "nan", "inf ", "Optional"] {
            try hold(!next.explanation.contains(word), "no words: \(next.explanation)")
        }
        if let chosen = next.mode.fixedAppearance {
            try hold(next.appearance == chosen, "the mode is \(next.mode), it shows another")
            try hold(next.reason == .manual, "a choice decides, the reason is \(next.reason)")
        } else {
            try hold(next.reason != .manual, "nothing is chosen, and that is the reason")
            try hold(next.until == nil, "an automatic mode ends")
            let isHeld = next.paused || !next.inhibitors.isEmpty
            try hold(isHeld == (next.reason == .inhibited), "held, or not, by \(next.reason)")
        }
        try hold(next.until.map { $0 > now.wall } ?? true, "a choice is over and still holds")
        if let change = next.next {
            try hold(change.at > now.wall, "the next change is in the past")
            try hold(change.appearance != next.appearance, "the next change is none")
        }
        if next.sensor == .none, let light = next.light {
            try hold(light.value >= 0 && light.value.isFinite, "no light level: \(light)")
        }
    }

    private func judgeChange(
        from last: Snapshot, to next: Snapshot, by event: Event
    ) throws(BrokenPromise) {
        if next.appearance == last.appearance {
            try hold(next.sequence == last.sequence, "the sequence rises without a change")
            try hold(next.since == last.since, "since when it is so changes by itself")
        } else {
            try hold(next.sequence == last.sequence + 1, "the sequence does not rise by one")
            try hold(next.previous == last.appearance, "it says what was before, wrongly")
            let wasHeld = last.reason == .inhibited && next.reason == .inhibited
            try hold(!wasHeld, "what is held changes")
        }
        if next.mode != last.mode || next.until != last.until {
            try hold(mayChangeMode(event, last), "\(event) changes the mode")
        }
    }

    private func mayChangeMode(_ event: Event, _ last: Snapshot) -> Bool {
        switch event {
        case .modeChosen, .toggled, .switchTurned: true
        case .suspending, .suspendEnded, .suspended, .lidClosed, .sessionInUse, .scheduleChanged:
            last.until != nil
        case .started, .configured, .configurationRefused, .sensorFound, .sensorLost, .light,
            .lightMissed, .lightStuck, .lightReported, .reportEnded, .lightWanted, .paused,
            .resumed, .inhibited,
            .released,
            .deadline,
            .wallClockChanged, .stopping:
            // A choice ends with whatever happens first at its end.
            last.until != nil
        }
    }

    /// At most one change of direction a dwell, and a gap, unless something else had a say.
    private mutating func judgePace(_ next: Snapshot, _ entry: Entry) throws(BrokenPromise) {
        let phase = settings.schedule.phase(at: entry.at.wall)
        let isByLight = next.reason == .sensor && (next.sensor == .trusted || next.sensor == .stale)
        guard isByLight, let last, last.reason == .sensor,
            last.sensor == .trusted || last.sensor == .stale
        else { return turn = nil }
        // Another source of light has a say of its own.
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
        guard (turn.to > turn.from) != (next.appearance > last.appearance) else { return }
        let ambient = settings.ambient
        let dwell = ambient.dwell(from: last.appearance, to: next.appearance)
        // A room that was as dark as night is left without the gap, whatever was shown.
        let wasNight = last.appearance == .night || lowest <= ambient.thresholds.nightBelow
        let gap = wasNight ? Microseconds.zero : ambient.reversalGap
        let passed = entry.at.boot - turn.at
        try hold(
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
            .lightReported, .reportEnded, .lightWanted, .modeChosen, .toggled, .switchTurned,
            .paused, .resumed, .inhibited, .released, .suspending, .suspendEnded, .suspended,
            .lidClosed, .sessionInUse, .scheduleChanged, .wallClockChanged, .stopping:
            false
        }
    }

    private mutating func judge(_ light: LightReading?, at now: Moment) throws(BrokenPromise) {
        noteDarkness(light)
        defer {
            last?.light = light
            lightToldAt = now.boot
        }
        guard let light, let told = last?.light, light.unit == told.unit else { return }
        try hold(
            abs(light.value - told.value) >= 0.1 * told.value, "a light that hardly moved is told")
        try hold(
            lightToldAt.map { now.boot - $0 >= .seconds(1) } ?? true,
            "light is told twice within a second")
    }

    // MARK: What is kept

    private mutating func judge(_ state: SavedState, after event: Event) throws(BrokenPromise) {
        if let before = saved, event != .stopping {
            var same = before
            same.savedAt = state.savedAt
            try hold(same != state, "it keeps the same state twice")
        }
        saved = state
    }
}

extension AmbientSettings {
    /// How long the change from one appearance to another has to be asked for.
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
