import AppearanceEngine
package import AppearanceModel

/// A run recording as a course of light, with the judgements of the user in it.
package struct RecordedCourse: Sendable {
    /// A light level with the appearance that was right for it.
    struct Judgement: Sendable {
        var at: BootTime
        /// The day in the time zone of the run.
        var day: CivilDate
        var level: LogLux
        var tone: Tone
    }

    var course: LightCourse
    /// The choices of light against dark, or dark against light, by which the user replaced a
    /// decision of the light.
    private(set) var corrections: [Judgement] = []
    /// The decisions of the light every few minutes.
    private(set) var decisions: [Judgement] = []
    /// Whether corrections were made under a sensor that reports percent of its range.
    private(set) var hasPercent = false
    /// The settings of ambient light at the end of the run.
    package fileprivate(set) var lastAmbient: AmbientSettings
    package var startedAt: WallTime { course.start.wall }

    /// The distance of the decisions.
    static let sampling = Microseconds.minutes(5)
    /// The time within which a choice that is undone does not count.
    private static let undoTime = Microseconds.minutes(1)

    init(_ course: LightCourse, _ ambient: AmbientSettings) {
        self.course = course
        lastAmbient = ambient
    }

    /// Reads a run recording.
    ///
    /// - Throws: `LineError` for the first invalid line, or the first more than a year after the start.
    package init(_ bytes: [UInt8]) throws(LineError) {
        self = try RecordedRun(bytes).result
    }

    mutating func addDecision(
        _ status: Snapshot, _ light: LightReading?, at time: BootTime, _ day: CivilDate
    ) {
        guard let light, light.unit == .lux else { return }
        decisions.append(
            Judgement(
                at: time, day: day, level: LogLux(lux: light.value), tone: status.appearance.tone))
    }

    /// Adds a choice if it is a correction, and removes the last one if the choice undoes it.
    mutating func addChoice(
        from before: Snapshot, to after: Snapshot, light: LightReading?, at time: BootTime,
        _ day: CivilDate
    ) {
        let tone = after.appearance.tone
        if let last = corrections.last, time - last.at < Self.undoTime,
            tone != last.tone || after.mode == .auto
        {
            corrections.removeLast()
            return
        }
        guard before.mode == .auto, before.reason == .sensor, after.reason == .manual,
            before.appearance.tone != tone, let light
        else { return }
        switch light.unit {
        case .percent: hasPercent = true
        case .lux:
            corrections.append(
                Judgement(at: time, day: day, level: LogLux(lux: light.value), tone: tone))
        }
    }
}

private struct RecordedRun {
    /// The longest run that is read: its decisions and readings are computed minute by minute.
    private static let longest = Microseconds.days(366)

    private(set) var result: RecordedCourse
    private var engine: Engine
    private var nextSample: BootTime
    private var isLidClosed = false
    private var isSessionInUse = true

    init(_ bytes: [UInt8]) throws(LineError) {
        var reader = RecordReader(bytes)
        let header = try reader.header()
        engine = header.engine
        nextSample = header.start.boot
        var saved = header.saved
        saved?.mode = .auto
        saved?.until = nil
        result = RecordedCourse(
            LightCourse(start: header.start, saved: saved, settings: header.settings),
            header.settings.ambient)
        var last = header.start.boot
        while let entry = try reader.entry() {
            guard entry.at.boot >= last else {
                throw LineError(line: reader.line, problem: "the boot clock runs backwards")
            }
            guard entry.at.boot - header.start.boot <= Self.longest else {
                throw LineError(
                    line: reader.line,
                    problem: "this is more than a year after the start of the run")
            }
            last = entry.at.boot
            add(entry)
        }
    }

    private mutating func add(_ entry: RecordEntry) {
        sampleDecisions(before: entry)
        switch entry.event {
        case .light(let sample):
            let earliest = result.course.samples.last?.at ?? sample.at
            if earliest <= sample.at, sample.at <= entry.at.boot {
                result.course.samples.append(sample)
            }
            handle(entry)
        case .modeChosen, .toggled: addChoice(entry)
        case .switchTurned(_, _, let whileAway): whileAway ? handle(entry) : addChoice(entry)
        case .lightMissed, .lightStuck, .deadline, .stopping: handle(entry)
        case .started, .configured, .configurationRefused, .sensorFound, .sensorLost,
            .lightReported, .reportEnded, .lightWanted, .paused, .resumed, .inhibited, .released,
            .suspending,
            .suspendEnded, .suspended, .lidClosed, .sessionInUse, .scheduleChanged,
            .wallClockChanged:
            note(entry.event)
            result.course.inputs.append((entry.at, entry.event))
            handle(entry)
        }
    }

    private mutating func handle(_ entry: RecordEntry) {
        _ = engine.handle(entry.event, at: entry.at)
    }

    private mutating func note(_ event: Event) {
        if case .configured(let settings) = event { result.lastAmbient = settings.ambient }
        if case .lidClosed(let isClosed) = event { isLidClosed = isClosed }
        if case .sessionInUse(let isInUse) = event { isSessionInUse = isInUse }
    }

    // MARK: Decisions

    /// Notes the decision of the light in the time before an event.
    private mutating func sampleDecisions(before entry: RecordEntry) {
        var end = entry.at.boot
        if case .suspended(let span) = entry.event { end = end - span }
        defer {
            while nextSample <= entry.at.boot { nextSample = nextSample + RecordedCourse.sampling }
        }
        guard nextSample <= end, !isLidClosed, isSessionInUse, let snapshot = engine.snapshot,
            snapshot.mode == .auto, snapshot.reason == .sensor
        else { return }
        var time = nextSample
        while time <= end {
            let wall = entry.at.wall - (entry.at.boot - time)
            result.addDecision(snapshot, snapshot.light, at: time, day(wall))
            time = time + RecordedCourse.sampling
        }
    }

    private func day(_ time: WallTime) -> CivilDate { engine.zone.local(time).date }

    // MARK: Choices

    private mutating func addChoice(_ entry: RecordEntry) {
        let before = engine.snapshot
        handle(entry)
        guard let before, let after = engine.snapshot else { return }
        result.addChoice(
            from: before, to: after, light: before.light, at: entry.at.boot, day(entry.at.wall))
    }
}
