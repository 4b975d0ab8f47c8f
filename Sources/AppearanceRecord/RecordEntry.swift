package import AppearanceEngine
package import AppearanceModel
import AppearanceProtocol

/// One line of a record: what happened, when, and what was decided on it.
package struct RecordEntry: Equatable, Sendable {
    /// What happened.
    package var event: Event
    /// When the engine was told.
    package var at: Moment
    /// What it decided.
    package var decision: Decision

    /// An event, and what came of it.
    package init(_ event: Event, at moment: Moment, _ effects: [Effect]) {
        self.event = event
        at = moment
        decision = Decision(effects)
    }

    /// The line, with its end.
    package var line: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.members(of: at)
            writer.members(of: event)
            writer.members(of: decision)
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    init(_ line: [UInt8]) throws(RecordingLineError) {
        let json: JSON
        do { json = try JSON(decoding: line) } catch { throw RecordingLineError(error.problem) }
        guard case .object = json else { throw RecordingLineError("this is no object") }
        let fields = Fields(json, of: "")
        do throws(JSONError) {
            at = try Moment(fields)
            event = try Event(fields)
            decision = try Decision(fields)
        } catch { throw RecordingLineError(error) }
    }
}
