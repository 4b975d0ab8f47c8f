import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Every pair of a pending change and an event before it: the sentence, the state and
/// the rationale agree, and each number supports the statement that names it.
@Suite(.bounded) struct SentenceWalkTests {
    @Test func `the walk has every pair and meets many pending changes`() {
        #expect(Situation.all.count >= 60)
        var pending = 0
        var reported = 0
        for situation in Situation.all {
            situation.live { driver in
                if driver.live?.explanation.contains("would be") == true { pending += 1 }
                if driver.live?.reported != nil { reported += 1 }
            }
        }
        #expect(pending > 150 && reported > 100, "\(pending) \(reported)")
    }

    @Test(arguments: Situation.all)
    func `the explanation supports the appearance in effect`(_ situation: Situation) throws {
        try situation.live { driver in
            let state = try #require(driver.live)
            let reading = Reading(state, driver.rationale, at: driver.now)
            for fault in reading.faults { Issue.record("\(fault): \(state.explanation)") }
        }
    }

    @Test func `the source that decides is named by its own name`() {
        var driver = EngineDriver(
            Configuration(), at: "2026-03-20T12:00:00", place: Situation.place)
        for (source, level) in [("lamp", 12.0), ("sill", 13.0), ("lamp", 11.0)] {
            if let lux = Lux(level) { driver.send(.lightReported(source: source, lux: lux)) }
            driver.wait(.seconds(40))
            #expect(driver.live?.explanation.contains("lamp") == true)
            #expect(driver.live?.explanation.contains("sill") == false)
            #expect(driver.live?.reported?.source == "lamp")
        }
    }
}

/// A state and its rationale, held against each other.
struct Reading {
    let state: Snapshot
    let why: Rationale
    let now: Moment
    let text: String

    init(_ state: Snapshot, _ why: Rationale, at now: Moment) {
        self.state = state
        self.why = why
        self.now = now
        text = state.explanation
    }

    var faults: [String] {
        beginning + agreement + numbers + limits + pendingChange + deciding + choice
    }

    private func fault(_ isFault: Bool, _ words: String) -> [String] { isFault ? [words] : [] }

    private var beginning: [String] {
        let name = state.appearance.rawValue
        let begins = text.hasPrefix("Still \(name)") || text.lowercased().hasPrefix(name)
        return fault(!begins, "it is \(name)")
    }

    private var agreement: [String] {
        fault(state.appearance != why.appearance, "why says another appearance")
            + fault(state.mode != why.mode || state.reason != why.reason, "why says another reason")
            + fault(state.until != why.until, "why says another end")
            + fault(
                state.next?.at != why.next?.at || state.next?.appearance != why.next?.appearance,
                "why says another next change: \(String(describing: why.next))")
            + fault(
                state.pending?.appearance != why.dwell?.target,
                "why waits for \(String(describing: why.dwell?.target))")
            + fault(
                (state.reported == nil) == why.inputs.contains { $0.name == "fed" },
                "why and the state differ about reported light")
            + fault(state.next.map { $0.at <= now.wall } ?? false, "the next change has passed")
            + fault(state.pausedUntil != nil && !state.paused, "a pause that is none ends")
    }

    /// `Light: 350 lux, above 80`: the level must not contradict the appearance.
    private var numbers: [String] {
        guard let match = text.firstMatch(of: #/^(Light|Dark|Night): ([0-9.]+) (lux|%)/#),
            let level = Double(match.2)
        else { return [] }
        let bounds = why.light.thresholds
        var faults = fault(why.light.filtered == nil, "it names a level that is not read")
        switch state.appearance {
        case .light: faults += fault(level <= bounds.darkBelow, "\(level) is dark")
        case .dark: faults += fault(level >= bounds.lightAbove, "\(level) is light")
        case .night: faults += fault(level >= bounds.lightAbove, "\(level) is light")
        }
        if let above = text.firstMatch(of: #/, above ([0-9.]+)[.;]/#).flatMap({ Double($0.1) }) {
            faults += fault(level <= above, "\(level) is not above \(above)")
            faults += fault(above != bounds.lightAbove, "\(above) is no threshold for light")
        }
        if let below = text.firstMatch(of: #/, below ([0-9.]+)[.;]/#).flatMap({ Double($0.1) }) {
            let limit = state.appearance == .night ? bounds.nightBelow : bounds.darkBelow
            faults += fault(level >= below, "\(level) is not below \(below)")
            faults += fault(
                below != limit && below != bounds.darkBelow, "\(below) is no threshold for this")
        }
        return faults
    }

    /// `Dark below 40 lux, night at 22:30`: the thresholds are those of now.
    private var limits: [String] {
        let bounds = why.light.thresholds
        var faults: [String] = []
        for match in text.matches(of: #/([A-Za-z]+) (above|below) ([0-9.]+) (?:lux|%)/#) {
            guard let limit = Double(match.3),
                let target = Appearance(rawValue: match.1.lowercased())
            else { continue }
            let expected: [Double] =
                switch (target, match.2) {
                case (.light, "above"): [bounds.lightAbove]
                case (.dark, "above"): [bounds.nightAbove, bounds.lightAbove]
                case (.dark, _): [bounds.darkBelow]
                case (.night, "below"): [bounds.nightBelow, bounds.darkBelow]
                default: []
                }
            faults += fault(!expected.contains(limit), "\(match.0) is no threshold")
            faults += fault(target == state.appearance, "\(match.0) changes nothing")
        }
        return faults
    }

    /// The sentence of a pending change: `Still light: 11 lux would be dark; changes in 26 s.`.
    private var pendingChange: [String] {
        let isLost = text.contains("by schedule in ")
        guard let pending = state.pending, let dwell = why.dwell else {
            return fault(text.contains("changes in") || isLost, "nothing is pending")
        }
        let left = (dwell.needed - dwell.elapsed).inSeconds
        var faults = fault(
            abs((pending.at - now.wall).inSeconds - left) > 1 && left > 0,
            "\(left) s are left, not until \(pending.at.iso8601)")
        faults += fault(pending.appearance == state.appearance, "what is pending changes nothing")
        faults += fault(
            state.next.map { $0.at > pending.at } ?? true, "the next change is the pending one")
        if let seconds = text.firstMatch(of: #/ in (?:(\d+) min ?)?(?:(\d+) s)?[.]$/#) {
            let named =
                (seconds.1.flatMap { Double($0) } ?? 0) * 60
                + (seconds.2.flatMap { Double($0) } ?? 0)
            faults += fault(abs(named - left) > 1, "\(left) s are left")
        } else {
            faults += fault(left > 0, "it does not say that a change is pending")
        }
        guard !isLost else { return faults }
        guard
            let match = text.firstMatch(of: #/: ([0-9.]+) (?:lux|%)[^;]* would be (\w+)/#),
            let level = Double(match.1)
        else { return faults + ["it names no level that asks for the change"] }
        let bounds = why.light.thresholds
        faults += fault(match.2 != pending.appearance.rawValue, "it names another change")
        switch (state.appearance, pending.appearance) {
        case (.light, _): faults += fault(level > bounds.darkBelow, "\(level) is not dark")
        case (_, .light): faults += fault(level < bounds.lightAbove, "\(level) is not light")
        case (.dark, _): faults += fault(level > bounds.nightBelow, "\(level) is not night")
        case (.night, _): faults += fault(level < bounds.nightAbove, "\(level) is night")
        }
        return faults
    }

    private var deciding: [String] {
        let deciding = why.inputs.filter { $0.weight == .decides }
        // A sensor that is being checked keeps the previous decision.
        if state.reason == .startup || state.sensor == .warming { return [] }
        if text.contains("by schedule in ") { return [] }
        return fault(deciding.count != 1, "\(deciding.map(\.name)) decide")
            + fault(
                deciding.contains { $0.vote != state.appearance },
                "what decides asks for \(deciding.map { $0.vote?.rawValue ?? "nothing" })")
    }

    private var choice: [String] {
        let isHeld = state.paused || !state.inhibitors.isEmpty
        let ends = state.reason == .manual ? state.until : state.pausedUntil
        let holdsOn =
            !state.inhibitors.isEmpty
            || (state.reason == .manual && state.paused
                && state.pausedUntil.map { $0 > state.until ?? .calendarEnd } ?? true)
        guard state.reason == .manual || state.reason == .inhibited else {
            return fault(isHeld, "it is held, which is not the reason")
        }
        return fault(
            text.contains("automatic again") && holdsOn, "it is not automatic again then")
            + fault(
                ends.map { !text.contains(Situation.zone.local($0).hoursAndMinutes) } ?? false,
                "it does not name its end")
    }
}
