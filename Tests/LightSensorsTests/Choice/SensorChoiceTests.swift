import AppearanceModel
import AppearanceTestSupport
import LightSensors
import Testing

/// The choice among several sensors, in virtual time.
@Suite(.bounded) struct SensorChoiceTests {
    /// Sensors at a desk, and what the chooser does with them.
    struct Desk {
        var choice = SensorChoice()
        var now = BootTime(microsecondsSinceBoot: 1_000_000)
        /// The present light on each sensor that can be read; it flickers if `isAlive`.
        var levels: [String: Double] = [:]
        var frozen: Set<String> = []
        var changes: [SensorChoice.Change] = []
        /// The single readings, with their times.
        var readings: [(id: String, at: BootTime)] = []

        init() { choice.setReading(true, at: now) }

        static let places = ["lid": 0, "plain": 1, "base": 2, "percent": 3]

        static func candidate(
            _ name: String, preference: Int? = nil, isUnderLid: Bool = false,
            isSubstitute: Bool = false
        ) -> SensorChoice.Candidate {
            SensorChoice.Candidate(
                rank: SensorRank(
                    preference: preference, place: places[name] ?? 6, key: name, id: name),
                isUnderLid: isUnderLid, isSubstitute: isSubstitute)
        }

        mutating func plug(_ candidates: SensorChoice.Candidate..., lux: Double = 100) {
            for candidate in candidates {
                choice.add(candidate, at: now)
                levels[candidate.id] = lux
            }
            choose()
            for candidate in candidates where candidate.id != choice.active { read(candidate.id) }
        }

        mutating func unplug(_ id: String) {
            choice.remove(id)
            levels[id] = nil
            choose()
        }

        mutating func report(_ state: SensorState) {
            choice.record(state, at: now)
            choose()
        }

        mutating func moveLid(isClosed: Bool) {
            choice.moveLid(isClosed: isClosed)
            choose()
        }

        /// Passes time in seconds; every second the sensor in use is read, and the engine trusts it.
        mutating func wait(_ seconds: Int, trusting: Bool = true) {
            for _ in 0..<seconds {
                now = now + .seconds(1)
                if trusting { report(.trusted) }
                while let id = choice.nextReading(at: now) {
                    readings.append((id, now))
                    read(id)
                }
            }
        }

        private mutating func read(_ id: String) {
            if var level = levels[id] {
                if !frozen.contains(id) { level += Double(readings.count % 2) }
                levels[id] = level
                choice.record(LightReading(value: level, unit: .lux), of: id, at: now)
            } else {
                choice.record(nil, of: id, at: now)
            }
            choose()
        }

        mutating func choose() {
            while let change = choice.choose(at: now) { changes.append(change) }
        }
    }

    private let three = ["lid", "plain", "base"]

    @Test(
        .row("S30"),
        arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func `the order of appearance does not decide`(_ order: [Int]) {
        // At a start all are known before one is chosen.
        var start = Desk()
        for index in order { start.choice.add(Desk.candidate(three[index]), at: start.now) }
        start.choose()
        #expect(start.choice.active == "lid")
        // Later, the better one decides once it has been trusted for a minute.
        var desk = Desk()
        for index in order {
            desk.plug(Desk.candidate(three[index]))
            desk.wait(20)
        }
        desk.wait(1_200)
        #expect(desk.choice.active == "lid")
        #expect(desk.changes.count <= 3)
    }

    @Test(.row("S30")) func `a preferred sensor comes before the lid's`() {
        var desk = Desk()
        desk.plug(Desk.candidate("lid"), Desk.candidate("base"))
        #expect(desk.choice.active == "lid")
        desk.plug(Desk.candidate("usb", preference: 0))
        desk.wait(200)
        #expect(desk.choice.active == "usb")
        #expect(desk.changes.last?.cause == .better)
    }

    @Test func `a better sensor decides once it has been trusted for a minute`() {
        var desk = Desk()
        desk.plug(Desk.candidate("plain"))
        desk.wait(5)
        desk.plug(Desk.candidate("lid"))
        desk.wait(119)
        #expect(desk.choice.active == "plain")
        desk.wait(2)
        #expect(desk.choice.active == "lid")
        // Its value never varies: it is not trusted.
        var other = Desk()
        other.plug(Desk.candidate("plain"))
        other.frozen = ["lid"]
        other.plug(Desk.candidate("lid"))
        other.wait(3_600)
        #expect(other.choice.active == "plain")
        #expect(
            other.choice.reasonAgainst("lid", at: other.now) { $0 }
                == "its value has not varied yet")
    }

    @Test(.row("S28")) func `a worse sensor decides at once when the one in use fails`() {
        var desk = Desk()
        desk.plug(Desk.candidate("lid"), Desk.candidate("plain"), Desk.candidate("base"))
        desk.wait(70)
        desk.report(.distrusted)
        #expect(desk.choice.active == "plain")
        #expect(desk.changes.last?.cause == .failed)
        desk.unplug("plain")
        #expect(desk.choice.active == "base")
        #expect(desk.changes.last?.cause == .removed)
        desk.unplug("base")
        // The one that failed is all that is left.
        #expect(desk.choice.active == "lid")
        desk.unplug("lid")
        #expect(desk.choice.active == nil)
    }

    @Test func `a sensor that recovers decides again after five minutes`() {
        var desk = Desk()
        desk.plug(Desk.candidate("lid"), Desk.candidate("plain"))
        desk.wait(5)
        desk.frozen = ["lid"]
        desk.report(.distrusted)
        #expect(desk.choice.active == "plain")
        desk.wait(900)
        #expect(desk.choice.active == "plain")
        desk.frozen = []
        desk.wait(900)
        #expect(desk.choice.active == "lid")
        #expect(desk.changes.count == 3)
    }

    @Test(.row("S29")) func `a better sensor that comes and goes does not decide`() {
        var desk = Desk()
        desk.plug(Desk.candidate("plain"))
        for _ in 0..<1_200 {
            desk.plug(Desk.candidate("lid"))
            desk.wait(2)
            desk.unplug("lid")
            desk.wait(1)
        }
        #expect(desk.changes.count == 1)
    }

    @Test(.scaledAtNight, arguments: Seeds.chosen(1...UInt64(Nightly.count(50, byDay: 20))))
    func `no better sensor replaces another within five minutes`(seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        var desk = Desk()
        let names = ["lid", "plain", "base", "percent"]
        var replacements: [BootTime] = []
        for _ in 0..<2_000 {
            let name = names[Int.random(in: 0..<4, using: &dice)]
            let before = desk.changes.count
            switch Int.random(in: 0..<8, using: &dice) {
            case 0: desk.plug(Desk.candidate(name, isUnderLid: name == "lid"))
            case 1: desk.unplug(name)
            case 2: desk.report(.distrusted)
            case 3: desk.moveLid(isClosed: Bool.random(using: &dice))
            default: desk.wait(Int.random(in: 1...90, using: &dice))
            }
            for change in desk.changes.dropFirst(before)
            where change.from != nil && change.to != nil {
                if change.cause == .better, let last = replacements.last {
                    #expect(desk.now - last >= .minutes(5) - .seconds(90))
                }
                replacements.append(desk.now)
            }
            let present = desk.choice.candidates
            #expect((desk.choice.active == nil) == present.isEmpty)
        }
    }

    @Test(.row("S27", "S33")) func `the closed lid excludes what it covers`() {
        var desk = Desk()
        desk.plug(Desk.candidate("lid", isUnderLid: true), Desk.candidate("plain"))
        desk.wait(10)
        desk.moveLid(isClosed: true)
        #expect(desk.choice.active == "plain")
        #expect(desk.changes.last?.cause == .covered)
        #expect(desk.choice.reasonAgainst("lid", at: desk.now) { $0 } == "the lid is closed")
        let before = desk.readings.count
        desk.wait(600)
        #expect(desk.readings.count == before, "what the lid covers is not read")
        // The last one that could be read is gone: the lid's rule holds.
        var undocked = desk
        undocked.unplug("plain")
        #expect(undocked.choice.active == "lid")
        undocked.report(.distrusted)
        #expect(undocked.choice.candidate("lid")?.condition.hasFailed == false)
        desk.moveLid(isClosed: false)
        #expect(desk.choice.active == "plain")
        desk.wait(200)
        #expect(desk.choice.active == "lid")
    }

    @Test func `one sensor besides the one in use is read, once a minute`() {
        var desk = Desk()
        desk.plug(Desk.candidate("lid"))
        desk.wait(600)
        #expect(desk.readings.isEmpty)
        #expect(desk.choice.readingDue == nil)
        desk.plug(Desk.candidate("plain"), Desk.candidate("base"))
        desk.wait(3_600)
        #expect((58...60).contains(desk.readings.count))
        #expect(desk.readings.allSatisfy { $0.id == "plain" })
        // While nothing is read, nothing is due.
        desk.choice.setReading(false, at: desk.now)
        #expect(desk.choice.readingDue == nil)
    }

    @Test func `a substitute is used only if no sensor can be read`() {
        var desk = Desk()
        desk.plug(Desk.candidate("proxy", isSubstitute: true))
        #expect(desk.choice.active == "proxy")
        desk.plug(Desk.candidate("base"))
        desk.wait(200)
        #expect(desk.choice.active == "base")
        desk.report(.distrusted)
        #expect(desk.choice.active == "base")
        desk.choice.recordRefusal()
        desk.choose()
        #expect(desk.choice.active == "proxy")
    }

    @Test func `a preferred substitute decides after a minute`() {
        var desk = Desk()
        desk.plug(Desk.candidate("lid"))
        desk.plug(Desk.candidate("proxy", preference: 0, isSubstitute: true))
        #expect(desk.choice.replacementDue == desk.now + .minutes(1))
        desk.wait(59)
        #expect(desk.choice.active == "lid")
        desk.wait(2)
        #expect(desk.choice.active == "proxy")
    }
}
