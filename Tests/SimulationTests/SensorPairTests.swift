import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import LightSensors
import Testing

/// Two sensors in rooms that differ, with the chooser and the engine, in virtual time.
@Suite(.bounded) struct SensorPairTests {
    /// Light that changes now and then, and always flickers.
    private struct Light {
        private var changes: [(at: Microseconds, lux: Double)] = []

        init(
            _ dice: inout SplitMix64, for length: Microseconds, shortest: Int64 = 20
        ) {
            var time = Microseconds.zero
            while time < length {
                changes.append((time, dice.lux(0.5, 2_000)))
                time = time + .seconds(Int64.random(in: shortest...5_400, using: &dice))
            }
        }

        func level(at time: Microseconds) -> Double {
            let lux = changes.last { $0.at <= time }?.lux ?? 0
            return lux * (1 + Double(time.count / 1_000_000 % 7) / 1_000)
        }
    }

    /// A change of the appearance, with the readings of the sensor that decided.
    private struct Change: Equatable {
        var at: Microseconds
        var appearance: Appearance
        /// The lowest and the highest of the last readings, which the smoothed level follows; `nil` if the
        /// schedule decided.
        var lux: ClosedRange<Double>?
        /// Whether a sensor decides again, after a time in which none did.
        var isFirst = false

        /// Returns whether it is what a sensor that has just warmed up decides: the appearance that the
        /// light is nearer to on its scale.
        var isNearest: Bool {
            guard let lux else { return false }
            let limits = Thresholds()
            func middle(_ low: Double, _ high: Double) -> Double {
                ((1 + low) * (1 + high)).squareRoot() - 1
            }
            // Within a twentieth of the middle, the median of the readings may be on either side.
            let night = middle(limits.nightBelow, limits.nightAbove)
            let light = middle(limits.darkBelow, limits.lightAbove)
            switch appearance {
            case .night: return lux.lowerBound < night * 1.05
            case .dark: return lux.upperBound > night * 0.95 && lux.lowerBound < light * 1.05
            case .light: return lux.upperBound > light * 0.95
            }
        }
    }

    /// A desk with sensors.
    private struct Desk {
        private var time: VirtualTime
        private let start: BootTime
        private var choice = SensorChoice()
        private let lights: [String: Light]
        private var frozen: [String: Double] = [:]
        private var silent: Set<String> = []
        private var plan = PollPlan.off
        private var held = HeldReadings()
        private var last: Snapshot?
        private(set) var changes: [Change] = []
        /// The changes of the sensor in use, and those that changed the appearance by themselves.
        private(set) var replacements = 0
        private(set) var changesByChoosing = 0
        /// The changes from light to light of a sensor that some reading in their dwell time did not ask for.
        private(set) var unaskedChanges: [Change] = []
        private var samples: [(at: BootTime, lux: Double)] = []
        private let ambient: AmbientSettings
        /// The time in which the smoothed level follows a reading: that of three readings.
        private static let lag = Microseconds.seconds(15)

        init(_ settings: EngineSettings, lights: [String: Light]) {
            let wall = WallTime(iso8601: "2026-03-20T12:00:00", zone: .utc) ?? .calendarStart
            let now = Moment(boot: BootTime(microsecondsSinceBoot: 1_000_000), wall: wall)
            let saved = SavedState(
                mode: .auto, until: nil, appearance: .light, paused: false, pausedUntil: nil,
                movers: Array(lights.keys), savedAt: .calendarStart)
            time = VirtualTime(Engine(settings, saved: saved, at: now), at: now)
            start = now.boot
            self.lights = lights
            ambient = settings.ambient
        }

        private var elapsed: Microseconds { time.now.boot - start }

        private func level(of id: String) -> Double? {
            if silent.contains(id) { return nil }
            return frozen[id] ?? lights[id]?.level(at: elapsed)
        }

        /// Returns whether every reading of the dwell time of a change was beyond its threshold.
        private func isAsked(for next: Appearance, from present: Appearance) -> Bool {
            let (dwell, limits) = (ambient.dwell, ambient.thresholds)
            let (span, sides): (Microseconds, ClosedRange<Double>) =
                switch (present, next) {
                case (_, .light): (dwell.darkToLight, limits.lightAbove * 0.95...200_000)
                case (_, .night): (dwell.darkToNight, 0...limits.nightBelow * 1.05)
                case (.night, .dark): (dwell.nightToDark, limits.nightAbove * 0.95...200_000)
                case (_, .dark): (dwell.lightToDark, 0...limits.darkBelow * 1.05)
                }
            let lag = Self.lag
            let recent = samples.reversed().prefix { time.now.boot - $0.at < max(span, lag * 2) }
            return recent.contains { sides.contains($0.lux) }
                && recent.allSatisfy { time.now.boot - $0.at < lag || sides.contains($0.lux) }
        }

        mutating func plug(_ ids: String...) {
            for id in ids {
                choice.add(
                    SensorChoice.Candidate(
                        rank: SensorRank(place: id == "lid" ? 0 : 1, key: id, id: id),
                        isUnderLid: false), at: time.now.boot)
            }
            choose()
            for id in ids where id != choice.active { read(id) }
        }

        mutating func unplug(_ id: String) {
            choice.remove(id)
            choose()
        }

        mutating func freeze(_ id: String) { frozen[id] = level(of: id) }
        mutating func silence(_ id: String) { silent.insert(id) }
        mutating func mend(_ id: String) {
            frozen[id] = nil
            silent.remove(id)
        }

        mutating func begin() { send(.started) }

        /// Passes time, in which the sensor in use is read by the plan.
        mutating func pass(_ span: Microseconds) {
            let end = elapsed + span
            // Ends with the span, in virtual time.
            while elapsed < end {
                if let interval = plan.interval, let active = choice.active {
                    if let lux = level(of: active) {
                        let light = LightReading(value: lux, unit: .lux)
                        let sample = LightSample(at: time.now.boot, light: light)
                        samples.append((time.now.boot, lux))
                        for sample in held.add(sample, under: plan) { send(.light(sample)) }
                    } else {
                        send(.lightMissed(lastValid: nil))
                    }
                    wait(min(interval, end - elapsed))
                } else {
                    wait(min(.seconds(5), end - elapsed))
                }
                while let id = choice.nextReading(at: time.now.boot) { read(id) }
            }
        }

        private mutating func wait(_ span: Microseconds) {
            var effects: [Effect] = []
            time.pass(span) { effects.append($0) }
            keep(effects)
        }

        private mutating func read(_ id: String) {
            choice.record(
                level(of: id).map { LightReading(value: $0, unit: .lux) }, of: id,
                at: time.now.boot)
            choose()
        }

        private mutating func choose() {
            while let change = choice.choose(at: time.now.boot) {
                if change.from != nil, change.to != nil { replacements += 1 }
                held = HeldReadings()
                let before = changes.count
                send(change.to.map { .sensorFound(key: $0) } ?? .sensorLost)
                // The last sensor may be lost long after its last reading.
                let isLate = change.to == nil && readings(within: ambient.dwell.darkToLight) == nil
                if change.from != nil, changes.count > before, !isBoundary, !isLate {
                    changesByChoosing += 1
                }
            }
        }

        /// Whether the schedule changes at this instant, or the night hours begin or end, in which the
        /// appearance changes by itself.
        private var isBoundary: Bool {
            let half = Microseconds.minutes(30).count
            // The days begin at noon.
            let halves = elapsed.count / half + 24
            return elapsed.count % half == 0 && [13, 14, 38, 45].contains(halves % 48)
        }

        /// Returns the lowest and the highest reading of a time that ends now.
        private func readings(within span: Microseconds) -> ClosedRange<Double>? {
            let recent = samples.reversed().prefix { time.now.boot - $0.at <= span }.map(\.lux)
            guard let low = recent.min(), let high = recent.max() else { return nil }
            return low...high
        }

        /// The range of the median by which a sensor decides that has just warmed up: that of the last five
        /// readings, of which the newest may not count yet.
        private var middleReadings: ClosedRange<Double>? {
            let sorted = samples.suffix(5).map(\.lux).sorted()
            return sorted.count < 5 ? nil : sorted[1]...sorted[3]
        }

        private mutating func send(_ event: Event) {
            var effects: [Effect] = []
            time.send(event) { effects.append($0) }
            keep(effects)
        }

        private mutating func keep(_ effects: [Effect]) {
            for case .poll(let next) in effects {
                plan = next
                choice.setReading(next != .off, at: time.now.boot)
            }
            for case .publish(let snapshot) in effects {
                if let last, last.sequence != snapshot.sequence {
                    let isFirst = snapshot.reason == .sensor && last.reason != .sensor
                    // From bright light it takes one reading more.
                    let recent = isFirst ? middleReadings : readings(within: Self.lag + .seconds(5))
                    let lux = snapshot.reason == .sensor ? recent : nil
                    let change = Change(
                        at: elapsed, appearance: snapshot.appearance, lux: lux, isFirst: isFirst)
                    changes.append(change)
                    if last.reason == .sensor, snapshot.reason == .sensor,
                        !isAsked(for: snapshot.appearance, from: last.appearance)
                    {
                        unaskedChanges.append(change)
                    }
                }
                let isOther = snapshot.sensor != last?.sensor
                last = snapshot
                if isOther {
                    choice.record(snapshot.sensor, at: time.now.boot)
                    choose()
                }
            }
        }
    }

    private static var settings: EngineSettings { settings(nightNeeds: .both) }

    private static func settings(nightNeeds: NightNeeds) -> EngineSettings {
        var configuration = Configuration()
        configuration.schedule.everyDay.light = .clock(ClockTime(wrapping: 7 * 60))
        configuration.schedule.everyDay.dark = .clock(ClockTime(wrapping: 19 * 60))
        configuration.sensor.poll = .seconds(5)
        configuration.ambient.nightNeeds = nightNeeds
        return EngineSettings(configuration, place: nil, zone: .utc)
    }

    private static let day = Microseconds.hours(24)
    /// The end of the night hours, 06:30, from the start at noon.
    private static let nightEnd = Microseconds.minutes(18 * 60 + 30)

    @Test(.row("S31"), arguments: Seeds.chosen(1...3))
    func `two sensors that disagree for a day change what the deciding one alone changes`(
        seed: UInt64
    ) {
        var dice = SplitMix64(seed: seed)
        let lights = [
            "lid": Light(&dice, for: Self.day), "plain": Light(&dice, for: Self.day),
        ]
        var alone = Desk(Self.settings, lights: lights)
        alone.plug("lid")
        alone.begin()
        alone.pass(Self.day)
        var both = Desk(Self.settings, lights: lights)
        both.plug("lid", "plain")
        both.begin()
        both.pass(Self.day)
        #expect(both.replacements == 0)
        #expect(both.changes == alone.changes)
    }

    @Test(.row("S31"), arguments: Seeds.chosen(1...2))
    func `no choice between two sensors changes the appearance`(seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        let lights = [
            "lid": Light(&dice, for: Self.day), "plain": Light(&dice, for: Self.day),
        ]
        var desk = Desk(Self.settings, lights: lights)
        desk.plug("plain")
        desk.begin()
        var hours = 0
        for _ in 0..<80 where hours < 24 {
            let id = Bool.random(using: &dice) ? "lid" : "plain"
            switch Int.random(in: 0..<6, using: &dice) {
            case 0, 1: desk.plug(id)
            case 2: desk.unplug(id)
            case 3: desk.freeze(id)
            case 4: desk.silence(id)
            default: desk.mend(id)
            }
            let minutes = Int64.random(in: 1...40, using: &dice)
            desk.pass(.minutes(minutes))
            hours += Int(minutes) / 60
        }
        #expect(desk.changesByChoosing == 0)
        let thresholds = Thresholds()
        var present = Appearance.light
        for change in desk.changes {
            defer { present = change.appearance }
            guard let lux = change.lux else { continue }
            switch change.appearance {
            // Outside the night hours, however dim it is.
            case .dark where change.isFirst:
                #expect(lux.lowerBound < thresholds.lightAbove, "\(change)")
            case _ where change.isFirst: #expect(change.isNearest, "\(change)")
            case .light: #expect(lux.upperBound >= thresholds.lightAbove * 0.95, "\(change)")
            // In any light at the end of the night hours.
            case .dark where present == .night && change.at == Self.nightEnd: break
            // On the way to light.
            case .dark where present == .night:
                #expect(lux.upperBound >= thresholds.nightAbove * 0.95, "\(change)")
            // A new sensor between two thresholds may take this side.
            case .dark: #expect(lux.lowerBound < thresholds.lightAbove, "\(change)")
            case .night: #expect(lux.lowerBound < thresholds.darkBelow, "\(change)")
            }
        }
    }

    /// A day of two sensors that are plugged in and fail at random, in light that lasts for longer than any
    /// dwell time: whether it changes the appearance does not depend on the seconds of the readings.
    private struct RandomDay {
        private let lights: [String: Light]
        private var turns: [(id: String, turn: Int, wait: Microseconds)] = []

        init(_ dice: inout SplitMix64) {
            lights = [
                "lid": Light(&dice, for: SensorPairTests.day, shortest: 200),
                "plain": Light(&dice, for: SensorPairTests.day, shortest: 200),
            ]
            var length = Microseconds.zero
            while length < SensorPairTests.day {
                let wait = Microseconds.minutes(.random(in: 1...90, using: &dice))
                let id = Bool.random(using: &dice) ? "lid" : "plain"
                turns.append((id, .random(in: 0..<7, using: &dice), wait))
                length = length + wait
            }
        }

        /// Returns the desk at the end of the day, with both sensors, or one of them alone.
        func desk(only one: String? = nil) -> Desk {
            var desk = Desk(SensorPairTests.settings(nightNeeds: .sensor), lights: lights)
            for id in ["lid", "plain"] where one == nil || one == id { desk.plug(id) }
            desk.begin()
            for (id, turn, wait) in turns {
                if one == nil || one == id {
                    switch turn {
                    case 0, 1: desk.plug(id)
                    case 2: desk.unplug(id)
                    case 3: desk.freeze(id)
                    case 4: desk.silence(id)
                    default: desk.mend(id)
                    }
                }
                desk.pass(wait)
            }
            return desk
        }

        /// The most changes by what happens to the sensors: one each.
        var turnCount: Int { turns.count }
    }

    /// The longest dwell time, with the reversal gap and the filter.
    private static let longestDwell = Microseconds.minutes(4)

    /// The seeds without `APPEARANCE_SEED` are those in which something was found.
    ///
    /// Seed 243 has a sensor that warms up where the other is unplugged, in light between two thresholds, as have
    /// the five from 75 to 333 and 507, after hours in which the schedule decided; seed 871 one that fails at the
    /// instant at which the schedule changes.
    @Test(.row("S31"), arguments: Seeds.chosen([18, 75, 224, 243, 277, 297, 333, 507, 871]))
    func `two sensors change nothing that neither alone would`(seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        let day = RandomDay(&dice)
        let both = day.desk()
        let alone = ["lid", "plain"].map { day.desk(only: $0).changes }
        var present = Appearance.light
        for change in both.changes {
            let isGiven =
                change.isFirst && change.isNearest
                || alone.contains { changes in
                    let before = changes.last { $0.at < change.at - Self.longestDwell }
                    let near = changes.filter {
                        $0.at >= change.at - Self.longestDwell
                            && $0.at <= change.at + Self.longestDwell
                    }
                    return ([before?.appearance ?? .light] + near.map(\.appearance)).contains {
                        change.appearance.isOnTheWay(from: present, to: $0)
                    }
                }
            #expect(isGiven, "seed \(seed) \(change)")
            present = change.appearance
        }
        #expect(both.unaskedChanges.isEmpty, "seed \(seed)")
        #expect(both.changesByChoosing == 0, "seed \(seed)")
        #expect(both.changes.count <= alone.joined().count + day.turnCount, "seed \(seed)")
    }
}

extension Appearance {
    private var brightness: Int {
        switch self {
        case .night: 0
        case .dark: 1
        case .light: 2
        }
    }

    /// Returns whether a change from one appearance to another passes this one, or ends with it.
    fileprivate func isOnTheWay(from first: Appearance, to last: Appearance) -> Bool {
        let (first, last) = (first.brightness, last.brightness)
        return (min(first, last)...max(first, last)).contains(brightness) && brightness != first
    }
}
