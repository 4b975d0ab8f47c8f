package import AppearanceModel
package import EventLoop
import Linux

/// Every light sensor of the machine as one source: it reads the sensor that `SensorChoice` selects by the
/// plan, and the next one in the order once a minute.
///
/// The first group has the sensors themselves; the others are services that read the same ones, and are
/// started only if no sensor can be read, or if `sensor.prefer` names them.
package final class SensorChooser: LightSource {
    /// A group and what is known of its sensors.
    private final class Member {
        let group: any SensorGroup
        let isSubstitute: Bool
        var isStarted = false
        var sensors: [FoundSensor] = []

        init(_ group: any SensorGroup, isSubstitute: Bool) {
            self.group = group
            self.isSubstitute = isSubstitute
        }
    }

    private let loop: EventLoop
    private let members: [Member]
    private let preferred: [String]
    private let substitutes: [String]
    private var choice = SensorChoice()
    /// The sensor that was reported last; `nil` without one.
    private var reported: (key: String, name: String, role: SensorRole)?
    /// Whether it was reported as stuck.
    private var isStuck = false
    private var plan = PollPlan.off
    private var timer: TimerSource?
    private var handler: (LightEvent) -> Void = { _ in }

    /// Groups in order; `preferred` names sensors that come before all others, `substitutes` are the names of
    /// the services in the groups after the first.
    package init(
        _ groups: [any SensorGroup], preferring preferred: [String] = [],
        substitutes: [String] = [], on loop: EventLoop
    ) {
        members = groups.enumerated().map { Member($1, isSubstitute: $0 > 0) }
        self.preferred = preferred
        self.substitutes = substitutes
        self.loop = loop
    }

    package func start(_ handler: @escaping (LightEvent) -> Void) {
        self.handler = handler
        for member in members where !member.isSubstitute { start(member) }
        if preferred.contains(where: substitutes.contains) {
            for member in members where member.isSubstitute { start(member) }
        }
        choose()
        for text in preferred where !substitutes.contains(text) && !isPresent(text) {
            handler(
                .notice(
                    "sensor.prefer names \"\(text)\", which is no sensor at present; the order is as without"
                        + " it until it appears or is reported"))
        }
    }

    private func start(_ member: Member) {
        member.isStarted = true
        member.group.follow(plan)
        member.group.start { [weak self, unowned member] event in
            self?.receive(event, from: member)
        }
    }

    private func isPresent(_ text: String) -> Bool {
        members.contains { $0.sensors.contains { $0.isCalled(text) } }
    }

    package func follow(_ plan: PollPlan) {
        self.plan = plan
        choice.setReading(plan != .off, at: .now)
        for member in members where member.isStarted { member.group.follow(plan) }
        arm()
    }

    package func moveLid(isClosed: Bool) {
        choice.moveLid(isClosed: isClosed)
        choose()
    }

    package func record(_ state: SensorState) {
        choice.record(state, at: .now)
        choose()
    }

    // MARK: Sensors that appear, disappear and are read

    private func receive(_ event: SensorGroupEvent, from member: Member) {
        switch event {
        case .found(let sensor): return add(sensor, to: member)
        case .gone(let id):
            member.sensors.removeAll { $0.id == id }
            return choice.remove(id)
        case .settled: break
        case .read(let id, let light):
            guard id != choice.active else { return }
            choice.record(light, of: id, at: .now)
        case .light(.missed(let lastValid, let fault)):
            handler(.missed(lastValid: lastValid, fault))
            guard fault.meansRefused else { return }
            choice.recordRefusal()
        case .light(let event):
            if case .still(let isStill) = event { isStuck = isStill }
            return handler(event)
        }
        choose()
    }

    private func add(_ sensor: FoundSensor, to member: Member) {
        member.sensors.removeAll { $0.id == sensor.id }
        member.sensors.append(sensor)
        guard sensor.isUsable else { return }
        let rank = rank(of: sensor)
        choice.add(
            SensorChoice.Candidate(
                rank: rank, isUnderLid: sensor.isUnderLid && rank.preference == nil,
                isSubstitute: member.isSubstitute), at: .now)
    }

    private func rank(of sensor: FoundSensor) -> SensorRank {
        SensorRank(
            preference: preferred.firstIndex(where: sensor.isCalled), place: sensor.place,
            key: sensor.key, id: sensor.id)
    }

    // MARK: The choice

    private func choose() {
        while let change = choice.choose(at: .now) { apply(change) }
        if choice.needsSubstitute {
            for member in members where member.isSubstitute && !member.isStarted { start(member) }
        }
        updateRole()
        arm()
    }

    private func apply(_ change: SensorChoice.Change) {
        let next = change.to.flatMap(sensor)
        if let reported {
            // Another device with the key of one that was stuck: what is known of that one says nothing.
            let isNew = isStuck && next.map(uniqueKey) == reported.key
            handler(
                .lost(
                    name: reported.name,
                    next == nil || isNew ? .removed : .replaced(change.cause.words)))
        }
        isStuck = false
        let owner = members.first { member in member.sensors.contains { $0.id == change.to } }
        for member in members where member.isStarted && member !== owner {
            member.group.select(nil)
        }
        reported = nil
        guard let next, let owner else { return }
        let (key, role) = (uniqueKey(of: next), role(of: next))
        reported = (key, next.name, role)
        handler(.found(key: key, name: next.name, role))
        if let note = next.note { handler(.notice("light sensor \(next.name) is known: \(note)")) }
        owner.group.select(next.id)
    }

    /// Reports the role of the sensor in use if others have changed it.
    private func updateRole() {
        guard let sensor = choice.active.flatMap(sensor), let (key, name, before) = reported
        else { return }
        let role = role(of: sensor)
        guard role != before else { return }
        reported = (key, name, role)
        handler(.role(key: key, role))
    }

    /// Returns the key of a sensor, with a number where another one has the same key.
    private func uniqueKey(of sensor: FoundSensor) -> String {
        let same = choice.candidates.filter { $0.rank.key == sensor.key }
        guard let index = same.firstIndex(where: { $0.id == sensor.id }), index > 0 else {
            return sensor.key
        }
        return "\(sensor.key)#\(index + 1)"
    }

    private func role(of sensor: FoundSensor) -> SensorRole {
        let candidate = choice.candidate(sensor.id)
        let hasOthers = choice.candidates.contains { $0.id != sensor.id && !$0.isSubstitute }
        return SensorRole(
            label: hasOthers ? label(of: sensor) : nil,
            isUnderLid: candidate?.isUnderLid ?? true, preference: candidate?.rank.preference)
    }

    /// Returns the name of a sensor in sentences, which distinguishes it from the others.
    private func label(of sensor: FoundSensor) -> String {
        if !sensor.location.isEmpty, !sensor.name.hasPart(sensor.location) {
            return "\(sensor.name) (\(sensor.location))"
        }
        let isAlone = !members.contains { member in
            member.sensors.contains { $0.id != sensor.id && $0.name == sensor.name }
        }
        guard !isAlone, let part = sensor.id.split(separator: "/").last else { return sensor.name }
        return "\(sensor.name) (\(part))"
    }

    private func sensor(_ id: String) -> FoundSensor? {
        for member in members {
            if let sensor = member.sensors.first(where: { $0.id == id }) { return sensor }
        }
        return nil
    }

    private func reasonAgainst(_ id: String) -> String? {
        choice.reasonAgainst(id, at: .now) { [unowned self] id in sensor(id).map(label) ?? id }
    }

    // MARK: Readings besides the sensor in use

    private func arm() {
        let due = [choice.readingDue, choice.replacementDue].compactMap(\.self).min()
        guard let due else { return timer?.disarm() ?? () }
        do throws(IOError) {
            if timer == nil {
                timer = try loop.timer(.boottime) { [weak self] in self?.timeHasCome() }
            }
            timer?.arm(at: max(due, .now).microsecondsSinceBoot)
        } catch {
            handler(.warning("only the light sensor in use can be read: \(error)"))
        }
    }

    private func timeHasCome() {
        if let id = choice.nextReading(at: .now) {
            for member in members where member.sensors.contains(where: { $0.id == id }) {
                member.group.read(id)
            }
        }
        choose()
    }

    // MARK: Lists

    package func list(_ answer: @escaping ([SensorListing]) -> Void) {
        collect(from: 0, into: [], answer)
    }

    /// Lists the sensors of one group after those of another, because each may take its time.
    ///
    /// Nothing that waits for an answer keeps a group: after a reload, the next one takes over the
    /// reader of the last one.
    private func collect(
        from index: Int, into listings: [(id: String, listing: SensorListing)],
        _ answer: @escaping ([SensorListing]) -> Void
    ) {
        guard index < members.count else { return answer(inOrder(listings)) }
        guard members[index].isStarted else {
            return collect(from: index + 1, into: listings, answer)
        }
        members[index].group.list { [weak self] found in
            // The caller is answered even if the configuration has replaced this source meanwhile.
            guard let self else { return answer((listings + found).map(\.listing)) }
            collect(from: index + 1, into: listings + found, answer)
        }
    }

    private func inOrder(_ rows: [(id: String, listing: SensorListing)]) -> [SensorListing] {
        let ranks = Dictionary(
            members.flatMap(\.sensors).map { ($0.id, rank(of: $0)) }, uniquingKeysWith: { $1 })
        let last = SensorRank(place: .max, key: "", id: "")
        return rows.sorted { (ranks[$0.id] ?? last) < (ranks[$1.id] ?? last) }.map { id, listing in
            var listing = listing
            listing.chosen = id == choice.active
            if !listing.chosen, let candidate = choice.candidate(id) {
                listing.state = candidate.state
                listing.whyNot = reasonAgainst(id)
            }
            return listing
        }
    }

    package var standbys: [StandbySensor] {
        choice.candidates.compactMap { candidate in
            guard candidate.id != choice.active, let sensor = sensor(candidate.id),
                let why = reasonAgainst(candidate.id)
            else { return nil }
            return StandbySensor(
                name: label(of: sensor), light: candidate.light,
                age: candidate.readAt.map { .now - $0 },
                isWorking: !candidate.condition.hasFailed, why: why)
        }
    }
}

extension SensorChoice.Cause? {
    /// The reason for which a sensor is no longer in use, for the log.
    fileprivate var words: String {
        switch self {
        case .removed: "is gone"
        case .covered: "is under the closed lid"
        case .failed: "is not trusted"
        case .better, nil: "is replaced by a better one"
        }
    }
}

extension SensorChoice.Candidate {
    /// The state of a sensor that is not in use.
    fileprivate var state: SensorState {
        switch condition {
        case .untested: readAt == nil ? .none : .warming
        case .trusted: .trusted
        case .failed, .refused: .distrusted
        }
    }
}
