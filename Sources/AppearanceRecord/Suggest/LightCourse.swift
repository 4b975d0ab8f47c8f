import AppearanceEngine
import AppearanceModel

/// The light and the events of a run without its decisions and choices, to try other settings.
///
/// A run recording contains only the readings that mattered to its settings: in steady light the
/// reader vouches for a band, and an override reads no light. A course has light at every time, and
/// is read as a sensor is.
struct LightCourse: Sendable {
    /// The difference between the clocks that is a set clock; a smaller one is drift.
    static let clockStep = Microseconds.seconds(1)

    let start: Moment
    let saved: SavedState?
    let settings: EngineSettings
    /// The readings, in order; each holds until the next.
    var samples: [LightSample] = []
    /// The events other than readings, choices and timers.
    var inputs: [(at: Moment, event: Event)] = []

    struct Outcome: Sendable {
        /// The appearances at the requested times.
        var appearances: [BootTime: Appearance] = [:]
        var changes = 0
        /// The number of changes that were reversed within 5 minutes.
        var reversals = 0
    }

    /// Replays the course in the engine with other settings of ambient light.
    ///
    /// - Parameters:
    ///   - ambient: The settings, also after each recorded change of the configuration.
    ///   - times: The times whose appearances are wanted, in order.
    /// - Returns: The appearances, and the numbers of changes and reversals.
    func replay(_ ambient: AmbientSettings, at times: [BootTime]) -> Outcome {
        var replay = CourseReplay(self, ambient)
        return replay.run(at: times)
    }
}

private struct CourseReplay {
    /// The number of readings that a reader reports when light leaves its band, to fill the filter.
    private static let heldReadings: Int64 = 16
    /// The longest step without readings, after which the plan is looked at again.
    private static let longestStep = Microseconds.minutes(1)

    private let course: LightCourse
    private let ambient: AmbientSettings
    private var time: VirtualTime
    private var monitor = Monitor()
    /// The number of readings up to now.
    private var read = 0
    private var nextReading: BootTime
    /// The start of the time for which the light has been in the band.
    private var heldSince: BootTime?

    init(_ course: LightCourse, _ ambient: AmbientSettings) {
        self.course = course
        self.ambient = ambient
        var settings = course.settings
        settings.ambient = ambient
        let engine = Engine(settings, saved: course.saved, at: course.start)
        time = VirtualTime(engine, at: course.start)
        nextReading = course.start.boot
    }

    mutating func run(at times: [BootTime]) -> LightCourse.Outcome {
        var times = times[...]
        func nextTime(upTo end: BootTime) -> BootTime? {
            times.first.map { $0 <= end } == true ? times.removeFirst() : nil
        }
        for (at, event) in course.inputs {
            while let due = nextTime(upTo: at.boot) { note(due) }
            if case .suspended(let span) = event {
                advance(to: max(time.now.boot, at.boot - span))
                time.skip(max(.zero, at.boot - time.now.boot))
            } else {
                advance(to: at.boot)
            }
            followClock(at.wall)
            send(event)
        }
        for due in times { note(due) }
        return monitor.outcome
    }

    private mutating func note(_ due: BootTime) {
        advance(to: due)
        monitor.outcome.appearances[due] = monitor.last?.appearance
    }

    private mutating func send(_ event: Event) {
        var event = event
        if case .configured(var settings) = event {
            settings.ambient = ambient
            event = .configured(settings)
        }
        act { $0.send(event, $1) }
    }

    private mutating func followClock(_ wall: WallTime) {
        let step = wall - time.now.wall
        guard step > LightCourse.clockStep || -step > LightCourse.clockStep else { return }
        act { $0.setWallClock(to: wall, $1) }
    }

    private mutating func pass(until end: BootTime) {
        guard end > time.now.boot else { return }
        act { $0.pass(end - $0.now.boot, $1) }
    }

    /// Makes something happen and notes its effects.
    private mutating func act(_ body: (inout VirtualTime, (Effect) -> Void) -> Void) {
        var monitor = monitor
        body(&time) { monitor.note($0) }
        self.monitor = monitor
    }

    // MARK: Readings

    private mutating func advance(to end: BootTime) {
        while time.now.boot < end {
            let plan = monitor.plan
            guard plan != .off else {
                heldSince = nil
                pass(until: min(end, time.now.boot + Self.longestStep))
                nextReading = time.now.boot
                continue
            }
            guard nextReading <= time.now.boot else {
                pass(until: min(end, nextReading))
                if monitor.plan != plan { nextReading = time.now.boot }
                continue
            }
            readLight()
        }
    }

    private mutating func readLight() {
        let now = time.now.boot
        let samples = course.samples
        while read < samples.count, samples[read].at <= now { read += 1 }
        let next = read < samples.count ? samples[read].at : BootTime.distant
        let interval = monitor.plan.interval ?? Self.longestStep
        guard read > 0 else {
            nextReading = max(next, now + interval)
            return
        }
        let light = samples[read - 1].light
        if case .steady(_, let band) = monitor.plan, band.contains(light.value) {
            heldSince = heldSince ?? now
            nextReading = max(next, now + interval)
            return
        }
        if let since = heldSince { reportHeld(since, every: interval) }
        heldSince = nil
        send(.light(LightSample(at: now, light: light)))
        nextReading = now + (monitor.plan.interval ?? interval)
    }

    /// Reports the last readings in the band, which a reader keeps.
    private mutating func reportHeld(_ since: BootTime, every interval: Microseconds) {
        guard read > 1 else { return }
        let light = course.samples[read - 2].light
        for step in stride(from: Self.heldReadings, through: 1, by: -1) {
            let at = time.now.boot - interval * step
            if at >= since { send(.light(LightSample(at: at, light: light))) }
        }
    }

    /// The published state and the plan of the readings.
    private struct Monitor {
        /// The time within which a change back counts as a reversal.
        private static let reversal = Microseconds.minutes(5)

        var plan = PollPlan.off
        var outcome = LightCourse.Outcome()
        var last: Snapshot?

        mutating func note(_ effect: Effect) {
            switch effect {
            case .publish(let snapshot): note(snapshot)
            case .poll(let next): plan = next
            case .publishLight, .wakeAtBoot, .wakeAtWall, .save: break
            }
        }

        private mutating func note(_ next: Snapshot) {
            defer { last = next }
            guard let last, last.appearance != next.appearance else { return }
            outcome.changes += 1
            if next.appearance == last.previous, next.since - last.since < Self.reversal {
                outcome.reversals += 1
            }
        }
    }
}

extension BootTime {
    fileprivate static let distant = BootTime(microsecondsSinceBoot: .max)
}
