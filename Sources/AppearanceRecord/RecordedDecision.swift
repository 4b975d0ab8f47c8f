import AppearanceEngine
package import AppearanceModel
import AppearanceProtocol

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
    package func differences(from other: RecordedDecision, words: SentenceComparison)
        -> [Difference]
    {
        var differences: [Difference] = []
        func compare(_ name: String, _ value: (RecordedDecision) -> String) {
            let (mine, theirs) = (value(self), value(other))
            if mine != theirs { differences.append(.init(name, recorded: mine, replayed: theirs)) }
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
        compare("reported_by") { $0.published?.reported?.source ?? "none" }
        compare("sensor") { $0.published?.sensor.rawValue ?? "" }
        compare("paused") { "\($0.published?.paused ?? false)" }
        compare("paused_until") { $0.published?.pausedUntil?.iso8601 ?? "none" }
        compare("configuration_error") { $0.published?.configurationError ?? "none" }
        compare("sequence") { "\($0.published?.sequence ?? 0)" }
        switch words {
        case .compared: compare("explanation") { $0.published?.explanation ?? "" }
        case .ignored: break
        }
        return differences
    }

    /// Whether sentences are compared; another version may have other wording.
    package enum SentenceComparison: Sendable {
        case compared, ignored
    }

    /// One difference between two decisions.
    package struct Difference: Equatable, Sendable {
        /// The name of the member, such as `appearance`.
        package var name: String
        package var recorded: String
        package var replayed: String

        init(_ name: String, recorded: String, replayed: String) {
            self.name = name
            self.recorded = recorded
            self.replayed = replayed
        }
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
