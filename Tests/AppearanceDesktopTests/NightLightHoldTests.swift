import AppearanceDesktop
import AppearanceTestSupport
import Testing

/// A desktop that applies its settings, and one that does not.
private struct FakeDesktop {
    var hold: NightLightHold
    var reading: NightLightReading
    /// The journal on disk.
    var journal: SettingsJournal?
    /// The knowledge of original values after the journal is read.
    var originals = NightLightHold.Originals.known
    /// The keys whose writing does nothing.
    var deaf: Set<String> = []
    var steps: [NightLightHold.Step] = []

    static let before = ["NightTemperature": "4000", "Mode": "Times"]

    init(_ values: [String: String] = before, of nightLight: NightLight = .kwin) {
        hold = NightLightHold(nightLight, journal: nil)
        reading = NightLightReading(values, own: Set(values.keys))
    }

    mutating func set(_ key: String, _ value: String?) {
        var values = reading.values
        values[key] = value
        reading = NightLightReading(values, own: Set(values.keys))
    }

    /// Does one step, during which something may happen; false if there is none.
    @discardableResult
    mutating func step(_ inItsMidst: (inout NightLightHold) -> Void = { _ in }) -> Bool {
        guard let step = hold.next() else { return false }
        steps.append(step)
        inItsMidst(&hold)
        switch step {
        case .load: hold.didLoad(journal, originals: originals)
        case .read: _ = hold.didRead(reading)
        case .keep(let next):
            journal = next
            hold.didKeep()
        case .write(let value, let key):
            // Nothing is ever written over that is not on the disk.
            #expect(journal?.entries.contains { $0.setting == key } == true)
            if !deaf.contains(key) { set(key, value) }
            hold.didWrite()
        case .announce(let keys):
            #expect(Set(keys).count == keys.count)
            hold.didAnnounce()
        }
        return true
    }

    /// Lets the next step fail, and retries; returns whether it was the mark of a way back.
    mutating func fail() -> Bool {
        guard hold.next() != nil else { return false }
        let isMarking = hold.isMarking
        hold.didFail()
        if hold.isBlocked { hold.tryAgain() }
        return isMarking
    }

    mutating func rest() { while step() {} }

    mutating func want(_ night: Bool) {
        hold.want(night: night)
        rest()
    }

    var isNight: Bool { isOn(at: "1000") }

    func isOn(at temperature: String) -> Bool {
        reading.values == ["NightTemperature": temperature, "Mode": "Constant", "Active": "true"]
    }
}

@Suite(.bounded) struct NightLightHoldTests {
    @Test func `the settings are noted, set, signalled and verified in this order`() {
        var desk = FakeDesktop()
        desk.want(true)
        #expect(desk.isNight)
        let journal = SettingsJournal(
            [
                .init("NightTemperature", original: "4000", ours: ["1000"]),
                .init("Mode", original: "Times", ours: ["Constant"]),
                .init("Active", original: nil, ours: ["true"]),
            ], isTaken: false)
        #expect(
            desk.steps == [
                .read, .keep(journal), .write("1000", to: "NightTemperature"),
                .write("Constant", to: "Mode"), .write("true", to: "Active"),
                .announce(["NightTemperature", "Mode", "Active"]), .read,
                .keep(SettingsJournal(journal.entries, isTaken: true)),
            ])
        desk.steps = []
        desk.want(false)
        #expect(
            desk.steps == [
                .read, .keep(journal), .write(nil, to: "Active"), .write("Times", to: "Mode"),
                .write("4000", to: "NightTemperature"),
                .announce(["Active", "Mode", "NightTemperature"]), .read, .keep(nil),
            ])
        #expect(desk.reading.values == FakeDesktop.before)
        #expect(!desk.hold.isHolding)
    }

    @Test func `the change is in progress until it is verified`() {
        var desk = FakeDesktop()
        for night in [true, false] {
            desk.hold.want(night: night)
            repeat { #expect(desk.hold.isTurning) } while desk.step() && !desk.hold.isAtRest
            #expect(!desk.hold.isTurning)
        }
        desk.want(true)
        desk.hold.notice()
        #expect(desk.hold.next() == .read)
        #expect(!desk.hold.isTurning)
    }

    @Test func `by day no setting is read`() {
        var desk = FakeDesktop()
        desk.hold.notice()
        desk.rest()
        #expect(desk.steps.isEmpty)
    }

    /// At any step at which it was killed, the journal cannot be read for a while.
    @Test(.row("C17", "G17"), arguments: 0...8, [true, false])
    func `a journal that cannot be read is read before anything else`(_ count: Int, _ isNight: Bool)
    {
        var desk = FakeDesktop()
        desk.hold.want(night: true)
        for _ in 0..<count { desk.step() }
        let before = desk.reading
        desk.hold = NightLightHold(.kwin, journal: nil, originals: .unread)
        desk.hold.want(night: isNight)
        for _ in 0..<3 {
            #expect(desk.hold.next() == .load)
            #expect(desk.hold.next() == nil)
            desk.hold.didFail()
            #expect(desk.hold.isHolding && desk.hold.isBlocked && desk.hold.isTurning)
            #expect(desk.hold.next() == nil)
            desk.hold.tryAgain()
        }
        #expect(desk.reading == before)
        desk.rest()
        #expect(desk.isNight == isNight)
        desk.want(false)
        #expect(desk.reading.values == FakeDesktop.before)
        #expect(desk.journal == nil && !desk.hold.isHolding)
    }

    /// An invalid journal: some settings are as the filter has set them.
    @Test(.row("G17"), arguments: 0...8, [true, false])
    func `without the original values, values of the night become the defaults`(
        _ count: Int, _ isNight: Bool
    ) {
        var desk = FakeDesktop()
        desk.hold.want(night: true)
        for _ in 0..<count { desk.step() }
        desk.journal = nil
        desk.originals = .lost
        desk.hold = NightLightHold(.kwin, journal: nil, originals: .lost)
        desk.want(isNight)
        #expect(desk.isNight == isNight)
        desk.want(false)
        let night = ["NightTemperature": "1000", "Mode": "Constant", "Active": "true"]
        #expect(!desk.reading.values.contains { night[$0.key] == $0.value })
        for (key, value) in desk.reading.values { #expect(FakeDesktop.before[key] == value) }
        #expect(desk.journal == nil && !desk.hold.isHolding)
        // Once: what the user sets later is the user's.
        desk.set("Active", "true")
        desk.hold.notice()
        desk.rest()
        #expect(desk.reading.values["Active"] == "true")
    }

    @Test(.row("G17"), arguments: [true, false])
    func `without a journal only all values of the night are those of an earlier filter`(
        _ isWhole: Bool
    ) {
        var desk = FakeDesktop()
        desk.want(true)
        if !isWhole { desk.set("NightTemperature", "2000") }
        desk.journal = nil
        desk.hold = NightLightHold(.kwin, journal: nil, originals: .doubtful)
        desk.rest()
        #expect(desk.reading.values.isEmpty == isWhole)
        #expect(desk.journal == nil && !desk.hold.isHolding)
        desk.hold = NightLightHold(.kwin, journal: nil, originals: .doubtful)
        #expect(desk.hold.next() == .read)
        desk.hold.didFail()
        #expect(!desk.hold.isHolding, "nothing proves that there was a filter")
    }

    @Test(.row("C18")) func `settings of a newer version stay in the journal of a night`() throws {
        let entry = #"{"setting":"Later","original":"7","ours":"8"}"#
        let text = #"{"version":1,"taken":true,"settings":[\#(entry)]}"#
        var desk = FakeDesktop()
        desk.journal = SettingsJournal(decoding: Array(text.utf8), of: .nightLight(.kwin))
        #expect(desk.journal != nil)
        desk.hold = NightLightHold(.kwin, journal: desk.journal)
        #expect(!desk.hold.isHolding)
        desk.want(true)
        #expect(desk.isNight)
        desk.want(false)
        #expect(desk.reading.values == FakeDesktop.before)
        let left = String(decoding: try #require(desk.journal).encoded, as: UTF8.self)
        #expect(left == text + "\n")
        #expect(!desk.hold.isHolding)
    }

    /// At any step at which it was killed, or the override changed.
    @Test(.row("G2"), arguments: 0...8, [true, false])
    func `every setting is restored after an end at any step`(_ count: Int, _ isKilled: Bool) {
        var desk = FakeDesktop()
        desk.hold.want(night: true)
        for _ in 0..<count { desk.step() }
        if isKilled { desk.hold = NightLightHold(.kwin, journal: desk.journal) }
        desk.want(true)
        #expect(desk.isNight)
        desk.want(false)
        #expect(desk.reading.values == FakeDesktop.before)
        #expect(desk.journal == nil)
    }

    /// A change begun for the night does not affect the day.
    @Test(.row("G1"), arguments: 0...7, [true, false])
    func `an override that changes during a step is obeyed`(_ count: Int, _ isFailing: Bool) {
        var desk = FakeDesktop()
        desk.hold.want(night: true)
        for _ in 0..<count { desk.step() }
        if isFailing {
            #expect(desk.hold.next() != nil)
            desk.hold.want(night: false)
            desk.hold.didFail()
        } else {
            desk.step { $0.want(night: false) }
            var failing = desk.hold
            if failing.next() != nil { failing.didFail() }
            #expect(failing.isBlocked == failing.isHolding)
        }
        desk.rest()
        #expect(!desk.hold.isBlocked)
        #expect(desk.reading.values == FakeDesktop.before)
        #expect(desk.journal == nil)
    }

    @Test(.row("G2"), arguments: 0...6)
    func `every setting is restored after an end at any step of the way back`(_ count: Int) {
        var desk = FakeDesktop()
        desk.want(true)
        desk.hold.want(night: false)
        for _ in 0..<count { desk.step() }
        desk.hold = NightLightHold(.kwin, journal: desk.journal)
        desk.rest()
        #expect(desk.reading.values == FakeDesktop.before)
        #expect(desk.journal == nil)
    }

    /// Otherwise the desktop would continue with the values that it has read before.
    @Test(.row("G2")) func `a change that a killed filter may not have reported is reported`() {
        var desk = FakeDesktop()
        desk.want(true)
        desk.hold.want(night: false)
        while desk.reading.values != FakeDesktop.before { desk.step() }
        desk.hold = NightLightHold(.kwin, journal: desk.journal)
        desk.steps = []
        desk.rest()
        #expect(
            desk.steps == [.read, .announce(["NightTemperature", "Mode", "Active"]), .keep(nil)])
    }

    @Test func `a setting that the user changes at night is kept`() {
        var desk = FakeDesktop()
        desk.want(true)
        desk.set("Active", "false")
        desk.hold.notice()
        desk.rest()
        #expect(desk.hold.changedByOthers == ["Active"])
        #expect(desk.reading.values["Active"] == "false")
        // Not even by a filter that is restarted.
        desk.hold = NightLightHold(.kwin, journal: desk.journal)
        desk.want(true)
        #expect(desk.reading.values["Active"] == "false")
        desk.hold.want(night: false)
        #expect(desk.hold.changedByOthers == [])
        desk.rest()
        #expect(desk.reading.values == FakeDesktop.before.merging(["Active": "false"]) { $1 })
        // The next night is another.
        desk.want(true)
        #expect(desk.isNight)
    }

    @Test func `a night light that the user turns on again is controlled again`() {
        var desk = FakeDesktop()
        desk.want(true)
        for (value, changed) in [("false", ["Active"]), ("true", [])] {
            desk.set("Active", value)
            desk.hold.notice()
            desk.rest()
            #expect(desk.hold.changedByOthers == changed)
        }
        desk.want(false)
        #expect(desk.reading.values == FakeDesktop.before)
    }

    @Test(.row("G8")) func `a write without effect is detected and retried later`() {
        var desk = FakeDesktop()
        desk.deaf = ["Mode"]
        desk.want(true)
        #expect(desk.hold.isBlocked && desk.hold.isAtRest)
        #expect(desk.journal?.isTaken == false)
        #expect(desk.hold.changedByOthers == [])
        desk.hold.notice()
        desk.rest()
        #expect(desk.hold.isBlocked)
        desk.deaf = []
        desk.hold.tryAgain()
        desk.rest()
        #expect(desk.isNight && desk.journal?.isTaken == true)
    }

    @Test(.row("G7")) func `after a failure no step is taken until the retry`() {
        var desk = FakeDesktop()
        desk.hold.want(night: true)
        for _ in 0..<2 { desk.step() }
        #expect(desk.hold.next() == .write("1000", to: "NightTemperature"))
        #expect(desk.hold.next() == nil)
        desk.hold.didFail()
        desk.hold.want(night: true)
        #expect(desk.hold.next() == nil)
        var overridden = desk
        overridden.want(false)
        #expect(overridden.journal == nil)
        desk.hold.tryAgain()
        desk.step()
        #expect(desk.steps.last == .read)
        desk.rest()
        #expect(desk.isNight)
    }

    /// A change during a read may be missing from its result.
    @Test func `a notice during a read causes another read`() {
        var desk = FakeDesktop()
        desk.want(true)
        desk.hold.notice()
        #expect(desk.hold.next() == .read)
        desk.hold.notice()
        _ = desk.hold.didRead(desk.reading)
        #expect(desk.hold.next() == .read)
    }

    /// The filter itself turns it on.
    @Test func `a magnifier that the user needs is not changed`() {
        let values = NightLight.magnifier.settings.map { ($0.key, "false") }
        var desk = FakeDesktop(Dictionary(uniqueKeysWithValues: values), of: .magnifier)
        desk.set("high-contrast", "true")
        desk.want(true)
        #expect(desk.hold.need?.words == "high contrast is on")
        #expect(desk.steps == [.read])
        desk.want(false)
        #expect(desk.hold.need == nil)
        desk.set("high-contrast", "false")
        desk.want(true)
        #expect(desk.journal?.isTaken == true)
        #expect(desk.hold.need == nil)
        #expect(!desk.steps.contains { if case .announce = $0 { true } else { false } })
    }

    /// The targets of a day with an evening.
    private static let day: [NightLight.Target?] = [
        .evening(3400), .night, .evening(3400), nil,
    ]

    @Test func `the evening and the night change the temperature alone in between`() {
        var desk = FakeDesktop()
        desk.hold.want(.evening(3400))
        desk.rest()
        #expect(desk.isOn(at: "3400"))
        desk.steps = []
        desk.hold.want(.night)
        desk.rest()
        #expect(desk.isNight)
        let writes = desk.steps.filter { if case .write = $0 { true } else { false } }
        #expect(writes == [.write("1000", to: "NightTemperature")])
        desk.hold.want(.evening(3400))
        desk.rest()
        #expect(desk.isOn(at: "3400") && desk.journal?.isTaken == true)
        desk.want(false)
        #expect(desk.reading.values == FakeDesktop.before && desk.journal == nil)
    }

    /// The filter ends at any step of any change, and the next one wants any colours.
    @Test(.row("N57"), arguments: 0..<day.count, 0...9)
    func `the originals are restored after an end at any step`(_ turn: Int, _ count: Int) {
        for next in Self.day {
            var desk = FakeDesktop()
            for target in Self.day[..<turn] {
                desk.hold.want(target)
                desk.rest()
            }
            desk.hold.want(Self.day[turn])
            for _ in 0..<count { desk.step() }
            desk.hold = NightLightHold(.kwin, journal: desk.journal)
            desk.hold.want(next)
            desk.rest()
            switch next {
            case .night: #expect(desk.isNight)
            case .evening: #expect(desk.isOn(at: "3400"))
            case nil: break
            }
            desk.want(false)
            #expect(desk.reading.values == FakeDesktop.before && desk.journal == nil)
        }
    }

    /// A filter that is killed, or has other wishes, at any step of the way back.
    @Test(.row("N57", "G2"), arguments: [NightLight.gnome, .kwin], 0...10)
    func `colours that return while they are taken back are whole`(
        _ nightLight: NightLight, _ count: Int
    ) {
        let own =
            nightLight == .kwin
            ? FakeDesktop.before
            : ["night-light-temperature": "uint32 4000", "night-light-schedule-from": "20.0"]
        for target in [NightLight.Target.evening(3400), .night] {
            for isKilled in [true, false] {
                var desk = FakeDesktop(own, of: nightLight)
                desk.hold.want(target)
                desk.rest()
                desk.hold.want(nil)
                for _ in 0..<count { desk.step() }
                if isKilled { desk.hold = NightLightHold(nightLight, journal: desk.journal) }
                desk.hold.want(target)
                desk.rest()
                let settings = nightLight.settings(for: target)
                #expect(settings.allSatisfy { desk.reading.values[$0.key] == $0.value })
                #expect(desk.journal?.isTaken == true && desk.hold.changedByOthers == [])
                desk.want(false)
                #expect(desk.reading.values == own && desk.journal == nil)
            }
        }
    }

    /// A value that was meant and never written is not the one that is there.
    @Test(.row("N57")) func `three colours before one is written lose no original`() {
        var desk = FakeDesktop()
        desk.hold.want(.evening(3400))
        desk.rest()
        for target in [NightLight.Target.evening(2700), .night] {
            desk.hold.want(target)
            for _ in 0..<2 { desk.step() }
        }
        #expect(desk.reading.values["NightTemperature"] == "3400")
        desk.want(false)
        #expect(desk.reading.values == FakeDesktop.before && desk.journal == nil)
    }

    /// Colours that follow each other fast, with steps that fail and filters that are killed.
    @Test(.row("N57", "G2"), arguments: Seeds.chosen(1...20))
    func `no walk through the colours loses an original`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let targets: [NightLight.Target?] = [nil, .night, .evening(3400), .evening(2700)]
        for walk in 0..<100 {
            var desk = FakeDesktop(walk % 2 == 0 ? FakeDesktop.before : ["Active": "false"])
            let before = desk.reading.values
            var wasKilledUnmarked = false
            var isUnmarked = false
            for _ in 0..<Int.random(in: 2...6, using: &random) {
                let target = targets.randomElement(using: &random) ?? nil
                desk.hold.want(target)
                for _ in 0..<([0, 1, 2, 3, 5, 20].randomElement(using: &random) ?? 0) {
                    if walk % 3 == 0, Int.random(in: 0..<6, using: &random) == 0 {
                        isUnmarked = desk.fail() || isUnmarked
                    } else {
                        desk.step()
                    }
                }
                guard walk % 4 < 2, Int.random(in: 0..<4, using: &random) == 0 else { continue }
                wasKilledUnmarked = wasKilledUnmarked || isUnmarked
                desk.hold = NightLightHold(.kwin, journal: desk.journal)
                desk.hold.want(target)
            }
            desk.want(true)
            #expect(desk.isNight || wasKilledUnmarked, "walk \(walk)")
            desk.want(false)
            #expect(desk.reading.values == before && desk.journal == nil, "walk \(walk)")
        }
    }

    @Test(.row("G2"), arguments: [NightLight.gnome, .kwin, .magnifier], [true, false])
    func `a full disk in the morning keeps no screen red`(
        _ nightLight: NightLight, _ isNightAgain: Bool
    ) {
        let own = nightLight == .magnifier ? ["mag-factor": "2.0"] : [:]
        var desk = FakeDesktop(own, of: nightLight)
        desk.want(true)
        desk.hold.want(nil)
        desk.step()
        let journal = desk.journal
        let isFailed = desk.fail()
        #expect(isFailed)
        #expect(!desk.hold.isBlocked)
        desk.step()
        #expect(desk.journal == journal)
        guard isNightAgain else {
            desk.rest()
            #expect(desk.reading.values == own && desk.journal == nil)
            return
        }
        // With room again, it is a night as any other.
        desk.want(true)
        #expect(nightLight.settings.allSatisfy { desk.reading.values[$0.key] == $0.value })
        #expect(desk.hold.changedByOthers == [])
        desk.want(false)
        #expect(desk.reading.values == own && desk.journal == nil)
    }

    @Test(.row("G2"), arguments: 2...9)
    func `a night that returns while it is taken back takes what the user has changed`(
        _ count: Int
    ) {
        var desk = FakeDesktop()
        desk.want(true)
        desk.set("Active", "false")
        desk.hold.notice()
        desk.rest()
        desk.hold.want(nil)
        for _ in 0..<count { desk.step() }
        desk.want(true)
        #expect(desk.isNight && desk.hold.changedByOthers == [])
        desk.want(false)
        #expect(desk.reading.values == FakeDesktop.before.merging(["Active": "false"]) { $1 })
        #expect(desk.journal == nil)
    }

    @Test(.row("N57"), arguments: 0...9)
    func `a value of the user's stays theirs after an end at any step of the way back`(
        _ count: Int
    ) {
        for (key, value) in [("Active", "false"), ("NightTemperature", "2000")] {
            var desk = FakeDesktop()
            desk.hold.want(.evening(3400))
            desk.rest()
            desk.set(key, value)
            desk.hold.notice()
            desk.rest()
            desk.hold.want(nil)
            for _ in 0..<count { desk.step() }
            desk.hold = NightLightHold(.kwin, journal: desk.journal)
            desk.hold.want(.evening(3400))
            desk.rest()
            desk.want(false)
            #expect(desk.reading.values == FakeDesktop.before.merging([key: value]) { $1 })
            #expect(desk.journal == nil)
        }
    }

    @Test(.row("N56")) func `a night light that the user has on is left alone in the evening`() {
        let own = ["NightTemperature": "4000", "Mode": "Times", "Active": "true"]
        var desk = FakeDesktop(own)
        desk.hold.want(.evening(3400))
        desk.rest()
        #expect(desk.reading.values == own && desk.journal == nil)
        #expect(desk.hold.need?.words == "it is on by your own settings")
        // Night is announced, and takes it.
        desk.hold.want(.night)
        desk.rest()
        #expect(desk.isNight)
        desk.hold.want(.evening(3400))
        desk.rest()
        #expect(desk.reading.values == own && desk.journal == nil)
    }

    @Test(.row("N56")) func `a night light that the user turns off is left alone until night`() {
        var desk = FakeDesktop()
        desk.hold.want(.evening(3400))
        desk.rest()
        desk.set("Active", "false")
        desk.hold.notice()
        desk.rest()
        #expect(desk.reading.values["Active"] == "false")
        #expect(desk.hold.changedByOthers == ["Active"])
        desk.hold.want(.night)
        desk.rest()
        #expect(desk.isNight)
        // At night it is turned off again, which is for the rest of the evening too.
        desk.set("Active", "false")
        desk.hold.notice()
        desk.rest()
        desk.hold.want(.evening(3400))
        desk.rest()
        #expect(desk.hold.isOwn)
        #expect(desk.reading.values == FakeDesktop.before.merging(["Active": "false"]) { $1 })
        desk.want(false)
        #expect(desk.reading.values == FakeDesktop.before.merging(["Active": "false"]) { $1 })
        #expect(desk.journal == nil)
    }

    @Test func `the user's own temperature may be that of the evening`() {
        let own = ["NightTemperature": "3400", "Mode": "Times"]
        var desk = FakeDesktop(own)
        for target in Self.day {
            desk.hold.want(target)
            desk.rest()
            switch target {
            case .night: #expect(desk.isNight)
            case .evening: #expect(desk.isOn(at: "3400"))
            case nil: #expect(desk.reading.values == own && desk.journal == nil)
            }
        }
    }

    @Test func `a journal keeps the value that is being replaced`() throws {
        var entry = SettingsJournal.Entry("NightTemperature", original: "4000", ours: ["3400"])
        entry.ours = ["3400", "1000"]
        let journal = SettingsJournal([entry], isTaken: false)
        let read = try #require(
            SettingsJournal(decoding: journal.encoded, of: .nightLight(.kwin)))
        #expect(read == journal)
        #expect(String(decoding: journal.encoded, as: UTF8.self).contains(#""ours":"1000""#))
    }

    @Test func `a setting that already has its value for night is not changed`() {
        var desk = FakeDesktop(["NightTemperature": "1000", "Mode": "Constant", "Active": "true"])
        desk.want(true)
        desk.want(false)
        #expect(desk.isNight)
        #expect(
            desk.steps.allSatisfy {
                if case .write = $0 { false } else { true }
            })
    }
}
