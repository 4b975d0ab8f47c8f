package import AppearanceEngine
package import AppearanceModel

/// Replays a run recording and compares the decisions with the recorded ones.
package struct Replay {
    /// The first line of the recording.
    package let header: RecordHeader
    private var reader: RecordReader
    private var engine: Engine
    private var now: Moment
    private let words: RecordedDecision.SentenceComparison

    /// The result of one line.
    package struct Step: Equatable, Sendable {
        /// The number of the line, from 1.
        package var line: Int
        /// The line as it was recorded.
        package var recorded: RecordEntry
        /// The decision of the replay.
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
        words = header.program == program ? .compared : .ignored
    }

    /// Whether the recording ends within a line, as after a crash; known at its end.
    package var isCut: Bool { reader.isCut }

    /// Whether the explanations are compared.
    package var comparesWords: Bool {
        switch words {
        case .compared: true
        case .ignored: false
        }
    }

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
            differences: entry.decision.differences(from: decision, words: words),
            zone: engine.zone)
    }
}

/// Reads a run recording line by line.
package struct RecordReader {
    private var rest: ArraySlice<UInt8>
    /// The number of the last line read, from 1.
    package private(set) var line = 0
    /// Whether the last line has no end because its writer was interrupted.
    package private(set) var isCut = false

    /// A reader of the bytes of a run recording.
    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Reads the first line.
    package mutating func header() throws(LineError) -> RecordHeader {
        guard let bytes = try nextLine() else {
            throw LineError(
                line: 1, problem: isCut ? "the first line is cut off" : "the file is empty")
        }
        return try RecordHeader(bytes)
    }

    /// Reads the next event; returns `nil` at the end or if the last line is incomplete.
    package mutating func entry() throws(LineError) -> RecordEntry? {
        guard let bytes = try nextLine() else { return nil }
        return try RecordEntry(bytes, number: line)
    }

    private mutating func nextLine() throws(LineError) -> [UInt8]? {
        guard !rest.isEmpty else { return nil }
        line += 1
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            isCut = true
            line -= 1
            rest = []
            return nil
        }
        guard end - rest.startIndex <= RecordFormat.longestLine else {
            throw LineError(
                line: line, problem: "longer than \(RecordFormat.longestLine) bytes")
        }
        defer { rest = rest[(end + 1)...] }
        return Array(rest[..<end])
    }
}
