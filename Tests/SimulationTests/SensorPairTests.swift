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

        init(_ dice: inout SplitMix64, for length: Microseconds) {
            var time = Microseconds.zero
            while time < length {
                changes.append((time, dice.lux(0.5, 2_000)))
                time = time + .seconds(Int64.random(in: 20...5_400, using: &dice))
            }
        }

        func level(at time: Microseconds) -> Double {
            let lux = changes.last { $0.at <= time }?.lux ?? 0
            return lux * (1 + Double(time.count / 1_000_000 % 7) / 1_000)
        }
    }

    /// A change of the appearance, with the sensor that decided and its light.
    private struct Change: Equatable {
        var at: Microseconds
        var appearance: Appearance
        var lux: Double?
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

        init(_ settings: EngineSettings, lights: [String: Light]) {
            let wall = WallTime(iso8601: "2026-03-20T12:00:00", zone: .utc) ?? .calendarStart
            let now = Moment(boot: BootTime(microsecondsSinceBoot: 1_000_000), wall: wall)
            let saved = SavedState(
                mode: .auto, until: nil, appearance: .light, paused: false, pausedUntil: nil,
                movers: Array(lights.keys), savedAt: .calendarStart)
            time = VirtualTime(Engine(settings, saved: saved, at: now), at: now)
            start = now.boot
            self.lights = lights
        }

        private var elapsed: Microseconds { time.now.boot - start }

        private func level(of id: String) -> Double? {
            if silent.contains(id) { return nil }
            return frozen[id] ?? lights[id]?.level(at: elapsed)
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
                if change.from != nil, changes.count > before { changesByChoosing += 1 }
            }
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
                    let lux = snapshot.reason == .sensor ? choice.active.flatMap(level) : nil
                    changes.append(
                        Change(at: elapsed, appearance: snapshot.appearance, lux: lux))
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

    private static var settings: EngineSettings {
        var configuration = Configuration()
        configuration.schedule.everyDay.light = .clock(ClockTime(wrapping: 7 * 60))
        configuration.schedule.everyDay.dark = .clock(ClockTime(wrapping: 19 * 60))
        configuration.sensor.poll = .seconds(5)
        return EngineSettings(configuration, place: nil, zone: .utc)
    }

    private static let day = Microseconds.hours(24)

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

    @Test(.row("S31"), arguments: Seeds.chosen(1...5))
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
        for change in desk.changes {
            guard let lux = change.lux else { continue }
            switch change.appearance {
            case .light: #expect(lux >= thresholds.lightAbove * 0.95, "\(change)")
            case .dark: #expect(lux < thresholds.lightAbove, "\(change)")
            case .night: #expect(lux < thresholds.darkBelow, "\(change)")
            }
        }
    }
}
