package import AppearanceEngine
import AppearanceModel

/// Has an engine live through a record again, and holds what it decides against what is written.
package struct Replay {
    /// The first line of the record.
    package let header: RecordHeader
    private var reader: RecordReader
    private var engine: Engine
    private var now: Moment
    private let words: Decision.SentenceComparison

    /// What came of one line.
    package struct Step: Equatable, Sendable {
        /// The number of the line, from 1.
        package var line: Int
        /// The line as it is written.
        package var recorded: RecordEntry
        /// What was decided now.
        package var decision: Decision
        /// What was decided otherwise, the weightiest first.
        package var differences: [Decision.Difference]
        /// The clocks that the schedule goes by at that time.
        package var zone: TimeZoneRules
    }

    /// Begins a replay; the sentences count where the record is of the same version.
    package init(_ bytes: [UInt8], program: String) throws(RecordingError) {
        reader = RecordReader(bytes)
        header = try reader.header()
        engine = header.engine
        now = header.start
        words = header.program == program ? .compared : .passedOver
    }

    /// Whether the record breaks off within a line, as after a crash; known at its end.
    package var isCut: Bool { reader.isCut }

    /// Whether the explanations are held against one another, sentence by sentence.
    package var comparesWords: Bool {
        switch words {
        case .compared: true
        case .passedOver: false
        }
    }

    /// Replays the next line; nil at the end.
    package mutating func next() throws(RecordingError) -> Step? {
        guard let entry = try reader.entry() else { return nil }
        guard entry.at.boot >= now.boot else {
            throw RecordingError(line: reader.line, problem: "the boot clock runs backwards")
        }
        now = entry.at
        let decision = Decision(engine.handle(entry.event, at: entry.at))
        return Step(
            line: reader.line, recorded: entry, decision: decision,
            differences: entry.decision.differences(from: decision, words: words),
            zone: engine.zone)
    }
}
