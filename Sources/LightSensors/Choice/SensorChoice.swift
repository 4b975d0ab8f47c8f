package import AppearanceModel

/// The place of a light sensor in the order of preference; the lowest decides.
package struct SensorRank: Hashable, Comparable, Sendable {
    /// Its position in `sensor.prefer`; `nil` if it is not named there.
    package var preference: Int?
    /// Its position on the machine and its unit: the lid first, then unlabelled, the base, percent, and
    /// last a service that reads the same sensors.
    package var place: Int
    /// The key and the identifier, so that no two ranks are equal.
    package var key: String
    package var id: String

    package init(preference: Int? = nil, place: Int, key: String, id: String) {
        self.preference = preference
        self.place = place
        self.key = key
        self.id = id
    }

    package static func < (left: SensorRank, right: SensorRank) -> Bool {
        let (first, second) = (left.preference ?? .max, right.preference ?? .max)
        return (first, left.place, left.key, left.id) < (second, right.place, right.key, right.id)
    }
}

/// The choice among light sensors: which one decides, and which one is read besides it.
///
/// A value without clock or thread. The order is fixed, so that neither a restart nor the order of plugging in
/// decides. A better sensor replaces the one in use only once it has been trusted for a minute, and not within
/// five minutes of another replacement; a worse one at once when the one in use fails.
package struct SensorChoice: Sendable {
    /// The time for which a better sensor has been trusted when it replaces the one in use.
    package static let provingTime = Microseconds.minutes(1)
    /// The shortest time from a replacement to the next one by a better sensor.
    package static let calm = Microseconds.minutes(5)
    /// The interval at which the next sensor in the order is read.
    package static let interval = Microseconds.minutes(1)
    /// The interval at which a sensor that has failed is read again.
    package static let retryInterval = Microseconds.minutes(5)

    /// The state of a sensor as far as the choice is concerned.
    package enum Condition: Equatable, Sendable {
        /// Its value has not varied yet.
        case untested
        case trusted(since: BootTime)
        /// It gave no reading, or its value did not vary while it was in use.
        case failed
        /// It may not be read.
        case refused

        package var hasFailed: Bool {
            switch self {
            case .failed, .refused: true
            case .untested, .trusted: false
            }
        }
    }

    /// A sensor that may be chosen.
    package struct Candidate: Sendable {
        package let rank: SensorRank
        /// Whether the closed lid covers it.
        let isUnderLid: Bool
        /// Whether it is only used if no other one can be read.
        let isSubstitute: Bool
        package fileprivate(set) var condition = Condition.untested
        /// The time of the last reading, valid or not; `nil` before the first.
        package fileprivate(set) var readAt: BootTime?
        /// The last valid reading.
        package fileprivate(set) var light: LightReading?
        /// The time at which it appeared.
        fileprivate var addedAt = BootTime(microsecondsSinceBoot: 0)
        fileprivate var hasVaried = false

        package init(rank: SensorRank, isUnderLid: Bool, isSubstitute: Bool = false) {
            self.rank = rank
            self.isUnderLid = isUnderLid
            self.isSubstitute = isSubstitute
        }

        package var id: String { rank.id }

        fileprivate mutating func fail(_ condition: Condition = .failed) {
            self.condition = condition
            hasVaried = false
        }
    }

    /// The reason for which another sensor is in use.
    package enum Cause: Equatable, Sendable {
        case removed
        case covered
        case failed
        /// A better one has been trusted for a minute.
        case better
    }

    /// A change of the sensor in use; `nil` for none.
    package struct Change: Equatable, Sendable {
        package var from: String?
        package var to: String?
        package var cause: Cause?
    }

    /// In order.
    package private(set) var candidates: [Candidate] = []
    /// The identifier of the sensor in use.
    package private(set) var active: String?
    private var isLidClosed = false
    /// The time since which sensors are read; `nil` if they are not.
    private var readingSince: BootTime?
    private var replacedAt: BootTime?
    /// The time of the last reading besides the sensor in use.
    private var lastRead: BootTime?
    private var removed: String?

    package init() {}

    // MARK: What happens

    package mutating func add(_ candidate: Candidate, at now: BootTime) {
        var candidate = candidate
        candidate.addedAt = now
        candidates.removeAll { $0.id == candidate.id }
        candidates.append(candidate)
        candidates.sort { $0.rank < $1.rank }
    }

    package mutating func remove(_ id: String) {
        candidates.removeAll { $0.id == id }
        guard active == id else { return }
        active = nil
        removed = id
    }

    /// Records a single reading of a sensor; `nil` if it gave no valid one.
    package mutating func record(_ light: LightReading?, of id: String, at now: BootTime) {
        update(id) { candidate in
            candidate.readAt = now
            guard let light else {
                if candidate.condition != .refused { candidate.condition = .failed }
                return
            }
            if let before = candidate.light, before != light { candidate.hasVaried = true }
            candidate.light = light
            switch candidate.condition {
            case .trusted: break
            case .refused: candidate.condition = .untested
            case .untested, .failed:
                if candidate.hasVaried { candidate.condition = .trusted(since: now) }
            }
        }
    }

    /// Records that the sensor in use may not be read.
    package mutating func recordRefusal() {
        guard let active else { return }
        update(active) { $0.fail(.refused) }
    }

    /// Records the engine's judgement of the sensor in use.
    package mutating func record(_ state: SensorState, at now: BootTime) {
        // Under the closed lid, it is not read.
        guard let active, let candidate = candidate(active), mayRead(candidate) else { return }
        update(active) { candidate in
            switch (state, candidate.condition) {
            case (.trusted, .trusted), (.stale, _), (.warming, _), (.none, _): break
            case (.trusted, _):
                candidate.condition = .trusted(since: now)
                candidate.hasVaried = true
            case (.distrusted, .refused): break
            case (.distrusted, _): candidate.fail()
            }
        }
    }

    /// Records that the lid was closed or opened; after that, what it covered must be trusted again.
    package mutating func moveLid(isClosed: Bool) {
        guard isClosed != isLidClosed else { return }
        isLidClosed = isClosed
        for index in candidates.indices where candidates[index].isUnderLid && !isClosed {
            if case .trusted = candidates[index].condition {
                candidates[index].condition = .untested
            }
        }
    }

    /// Records whether sensors are read.
    package mutating func setReading(_ isReading: Bool, at now: BootTime) {
        if isReading, readingSince == nil {
            readingSince = now
            lastRead = now
        } else if !isReading {
            readingSince = nil
        }
    }

    // MARK: The choice

    /// Chooses the sensor to use; returns the change, `nil` if there is none.
    package mutating func choose(at now: BootTime) -> Change? {
        guard let present = active.flatMap(candidate) else {
            let from = removed
            removed = nil
            let next = candidates.first(where: isEligible) ?? candidates.first
            guard from != nil || next != nil else { return nil }
            return use(next, from: from, because: from == nil ? nil : .removed, at: now)
        }
        guard isWorking(present) else {
            guard let next = candidates.first(where: { $0.id != present.id && isEligible($0) })
            else { return nil }
            return use(
                next, from: present.id, because: mayRead(present) ? .failed : .covered, at: now)
        }
        guard let better = candidates.first(where: { isReady($0, at: now) }),
            better.rank < present.rank, canReplace(at: now)
        else { return nil }
        return use(better, from: present.id, because: .better, at: now)
    }

    private mutating func use(
        _ next: Candidate?, from: String?, because cause: Cause?, at now: BootTime
    ) -> Change {
        active = next?.id
        if from != nil, next != nil { replacedAt = now }
        return Change(from: from, to: next?.id, cause: cause)
    }

    private func mayRead(_ candidate: Candidate) -> Bool {
        !(isLidClosed && candidate.isUnderLid)
    }

    private func isWorking(_ candidate: Candidate) -> Bool {
        mayRead(candidate) && !candidate.condition.hasFailed
    }

    private func isEligible(_ candidate: Candidate) -> Bool {
        guard isWorking(candidate) else { return false }
        guard candidate.isSubstitute, candidate.rank.preference == nil else { return true }
        return needsSubstitute
    }

    /// Whether no sensor that is not a substitute can be read.
    package var needsSubstitute: Bool {
        candidates.allSatisfy { $0.isSubstitute || $0.condition == .refused }
    }

    /// Returns whether a sensor has been trusted for long enough, and was read lately.
    private func isReady(_ candidate: Candidate, at now: BootTime) -> Bool {
        guard isEligible(candidate), candidate.id != active else { return false }
        if candidate.isSubstitute { return now - candidate.addedAt >= Self.provingTime }
        guard case .trusted(let since) = candidate.condition, let readAt = candidate.readAt
        else { return false }
        return readAt - since >= Self.provingTime && now - readAt < Self.interval
    }

    /// The time at which a preferred substitute, which is not read besides another sensor, replaces the one in use;
    /// `nil` if there is none.
    package var replacementDue: BootTime? {
        guard readingSince != nil, let present = active.flatMap(candidate),
            let better = candidates.first(where: { $0.isSubstitute && isEligible($0) }),
            better.rank < present.rank
        else { return nil }
        let ready = better.addedAt + Self.provingTime
        return replacedAt.map { max(ready, $0 + Self.calm) } ?? ready
    }

    private func canReplace(at now: BootTime) -> Bool {
        replacedAt.map { now - $0 >= Self.calm } ?? true
    }

    // MARK: Readings besides the sensor in use

    /// Returns the sensor to read once now, besides the one in use; `nil` if none is due.
    package mutating func nextReading(at now: BootTime) -> String? {
        guard let due = readingDue, due <= now else { return nil }
        let next = standbys.min { ($0.due, $0.candidate.rank) < ($1.due, $1.candidate.rank) }
        lastRead = now
        return next?.candidate.id
    }

    /// The time of the next reading besides the sensor in use; `nil` if there is none to read.
    package var readingDue: BootTime? {
        guard let readingSince, let first = standbys.map(\.due).min() else { return nil }
        return max(first, (lastRead ?? readingSince) + Self.interval)
    }

    /// The sensors that are read now and then: the next one in the order, and those that have failed and
    /// would be used if they recovered.
    private var standbys: [(candidate: Candidate, due: BootTime)] {
        let others = candidates.filter {
            $0.id != active && mayRead($0) && !$0.isSubstitute
        }
        let next = others.first { !$0.condition.hasFailed }
        let present = active.flatMap(candidate)
        let isPoor = present.map { !isWorking($0) } ?? true
        return others.compactMap { other in
            let interval: Microseconds
            if other.id == next?.id {
                interval = Self.interval
            } else if other.condition.hasFailed,
                isPoor || next == nil || present.map({ other.rank < $0.rank }) ?? true
            {
                interval = Self.retryInterval
            } else {
                return nil
            }
            return (other, other.readAt.map { $0 + interval } ?? BootTime(microsecondsSinceBoot: 0))
        }
    }

    // MARK: Lookup

    /// Returns the sensor with an identifier.
    package func candidate(_ id: String) -> Candidate? { candidates.first { $0.id == id } }

    private mutating func update(_ id: String, _ change: (inout Candidate) -> Void) {
        guard let index = candidates.firstIndex(where: { $0.id == id }) else { return }
        change(&candidates[index])
    }

    /// Returns the reason for which a sensor is not in use, in words; `nil` for the one in use.
    package func reasonAgainst(
        _ id: String, at now: BootTime, name: (String) -> String
    ) -> String? {
        guard id != active, let candidate = candidate(id) else { return nil }
        if !mayRead(candidate) { return "the lid is closed" }
        switch candidate.condition {
        case .refused: return "it may not be read"
        case .failed: return "not trusted: its value does not vary, or it gives no reading"
        case .untested, .trusted: break
        }
        guard let present = active.flatMap(self.candidate) else { return nil }
        if candidate.rank > present.rank || candidate.isSubstitute {
            return "\(name(present.id)) decides"
        }
        switch candidate.condition {
        case .trusted where !canReplace(at: now):
            return "decides no sooner than five minutes after the last change"
        case .trusted: return "decides once it has been trusted for a minute"
        case .untested, .failed, .refused: return "its value has not varied yet"
        }
    }
}
