package import AppearanceEngine
package import AppearanceModel
import AppearanceProtocol

/// Replays a run recording and compares the decisions with the recorded ones.
package struct Replay {
    /// The first line of the recording.
    package let header: RecordHeader
    private var reader: RecordReader
    private var engine: Engine
    private var now: Moment
    /// Whether the explanations are compared; another version may have other wording.
    package let comparesWords: Bool

    package struct Step: Equatable, Sendable {
        /// The number of the line, from 1.
        package var line: Int
        package var recorded: RecordEntry
        package var decision: RecordedDecision
        /// The differences, the most important first.
        package var differences: [RecordedDecision.Difference]
        /// The time zone in effect at that time.
        package var zone: TimeZoneRules
    }

    /// A replay; sentences are compared if the recording is of the same version.
    package init(_ bytes: [UInt8], program: String) throws(LineError) {
        reader = RecordReader(bytes)
        header = try reader.header()
        engine = header.engine
        now = header.start
        comparesWords = header.program == program
    }

    /// Whether the recording ends within a line, as after a crash; known at its end.
    package var isCut: Bool { reader.isCut }

    /// Replays the next line; returns `nil` at the end.
    package mutating func next() throws(LineError) -> Step? {
        guard let entry = try reader.entry() else { return nil }
        guard entry.at.boot >= now.boot else {
            throw LineError(line: reader.line, problem: "the boot clock runs backwards")
        }
        now = entry.at
        let (effects, rejection) = engine.handle(entry.event, at: entry.at)
        let decision = RecordedDecision(effects, rejection)
        return Step(
            line: reader.line, recorded: entry, decision: decision,
            differences: entry.decision.differences(from: decision, comparingWords: comparesWords),
            zone: engine.zone)
    }
}

/// The published decision of the engine on one event.
///
/// The level of light is left out: it is live, and the last digit of a logarithm differs between
/// machines.
package struct RecordedDecision: Equatable, Sendable {
    /// The published state; `nil` if nothing was published.
    package var published: Snapshot?
    /// The name of the rejection; `nil` if the event was accepted.
    package var rejection: String?

    init(_ effects: [Effect], _ rejection: Rejection?) {
        self.rejection = rejection?.name
        for effect in effects {
            switch effect {
            case .publish(let snapshot): published = snapshot.withoutLight
            case .publishLight, .wakeAtBoot, .wakeAtWall, .poll, .save: break
            }
        }
    }

    init(_ fields: Fields) throws(JSONError) {
        rejection = try fields.optionalString("refused")
        if let status = try fields.optionalJSON("decided") {
            published = try Snapshot(status).withoutLight
        }
    }

    /// Returns the differences from another decision, the most important first.
    package func differences(from other: RecordedDecision, comparingWords: Bool) -> [Difference] {
        var differences: [Difference] = []
        func compare(_ name: String, _ value: (RecordedDecision) -> String) {
            let (mine, theirs) = (value(self), value(other))
            guard mine != theirs else { return }
            differences.append(Difference(name: name, recorded: mine, replayed: theirs))
        }
        compare("decided") { $0.published == nil ? "nothing new" : "a new state" }
        guard differences.isEmpty else { return differences }
        compare("refused") { $0.rejection ?? "no" }
        compare("mode") { $0.published?.mode.rawValue ?? "" }
        compare("appearance") { $0.published?.appearance.rawValue ?? "" }
        compare("reason") { $0.published?.reason.rawValue ?? "" }
        compare("until") { $0.published?.until?.iso8601 ?? "none" }
        compare("next_change") { $0.published?.next?.at.iso8601 ?? "none" }
        compare("next_appearance") { $0.published?.next?.appearance.rawValue ?? "none" }
        compare("pending_change") { $0.published?.pending?.at.iso8601 ?? "none" }
        compare("pending_appearance") { $0.published?.pending?.appearance.rawValue ?? "none" }
        compare("waits_for") {
            $0.published?.waitsFor.map { "\($0.cause.kind.rawValue) \($0.cause.who)" } ?? "none"
        }
        compare("reported_by") { $0.published?.reported?.source ?? "none" }
        compare("sensor") { $0.published?.sensor.rawValue ?? "" }
        compare("paused") { "\($0.published?.paused ?? false)" }
        compare("paused_until") { $0.published?.pausedUntil?.iso8601 ?? "none" }
        compare("light_paused_until") { $0.published?.lightPausedUntil?.iso8601 ?? "none" }
        // An earlier version has none.
        if comparingWords { compare("light_needed") { "\($0.published?.lightNeeded ?? false)" } }
        compare("configuration_error") { $0.published?.configurationError ?? "none" }
        compare("sequence") { "\($0.published?.sequence ?? 0)" }
        if comparingWords { compare("explanation") { $0.published?.explanation ?? "" } }
        return differences
    }

    package struct Difference: Equatable, Sendable {
        /// The name of the member, such as `appearance`.
        package var name: String
        package var recorded: String
        package var replayed: String
    }
}

extension JSONWriter {
    mutating func members(of decision: RecordedDecision) {
        if let published = decision.published {
            member("decided", object: { $0.members(of: published) })
        }
        if let rejection = decision.rejection { member("refused", rejection) }
    }
}

extension Snapshot {
    fileprivate var withoutLight: Snapshot {
        var copy = self
        copy.light = nil
        copy.inhibitors = []
        return copy
    }
}

extension Rejection {
    fileprivate var name: String {
        switch self {
        case .noSuchEvent: "no_such_event"
        case .autoCannotEnd: "auto_cannot_end"
        case .tooManyInhibitors: "too_many_holders"
        }
    }
}
