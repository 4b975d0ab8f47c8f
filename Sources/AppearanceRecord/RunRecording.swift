package import AppearanceEngine
package import AppearanceModel
import AppearanceProtocol

/// The format of a run recording: lines of JSON, the first with the state at its start.
///
/// `docs/record-format.md` describes each line.
package enum RecordFormat {
    /// The version of the format, incremented when an older reader would misread it.
    package static let version: Int64 = 1
    /// The first member of the first line, which identifies a run recording.
    package static let mark = "appearanced_record"
    /// The bytes at the start of every run recording.
    package static let signature = Array("{\"\(mark)\":".utf8)
    /// The longest line that is accepted, in bytes.
    package static let longestLine = 1024 * 1024
}

/// The first line of a run recording: the state of the engine at the start.
package struct RecordHeader: Equatable, Sendable {
    /// The version of the daemon that wrote it.
    package var program: String
    package var settings: EngineSettings
    /// The state that an earlier run had saved; `nil` if there was none.
    package var saved: SavedState?
    package var start: Moment

    package init(program: String, settings: EngineSettings, saved: SavedState?, start: Moment) {
        self.program = program
        self.settings = settings
        self.saved = saved
        self.start = start
    }

    /// The line with its line feed.
    package var line: [UInt8] {
        JSONWriter.line(capacity: 8192) { writer in
            writer.member(RecordFormat.mark, RecordFormat.version)
            writer.member("version", program)
            writer.members(of: start)
            writer.member("settings", object: { $0.members(of: settings) })
            if let saved { writer.member("saved", object: { $0.members(of: saved) }) }
        }
    }

    /// An engine in the state of the recorded one.
    package var engine: Engine { Engine(settings, saved: saved, at: start) }

    init(_ line: [UInt8]) throws(LineError) {
        let json: JSON
        do { json = try JSON(decoding: line) } catch {
            throw LineError(
                line: 1, problem: "this is not a run recording of appearanced: \(error.problem)")
        }
        guard let format = json[RecordFormat.mark] else {
            throw LineError(
                line: 1,
                problem: "this is not a run recording of appearanced: it names no format")
        }
        let fields = Fields(json, of: "")
        guard format.integer == RecordFormat.version else {
            let writer = json["version"]?.string.map { " by appearanced \($0.prefix(32))" } ?? ""
            throw LineError(
                line: 1,
                problem:
                    "it is written\(writer) in another format than \(RecordFormat.version), which is"
                    + " read here; take the appearancectl of that version")
        }
        do throws(JSONError) {
            program = try fields.string("version")
            settings = try EngineSettings(fields.object("settings"))
            if let state = try fields.optionalObject("saved") { saved = try SavedState(state) }
            start = try Moment(fields)
        } catch { throw LineError(line: 1, error) }
    }
}

extension JSONWriter {
    /// Returns an object as a line with its line feed.
    static func line(capacity: Int, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: capacity)
        writer.object(members)
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    mutating func members(of moment: Moment) {
        member("boot", moment.boot.microsecondsSinceBoot)
        member("wall", moment.wall.microsecondsSinceEpoch)
    }
}

extension Moment {
    /// The times up to which a boot clock counts: no machine runs for 36,000 years.
    private static let bootTimes = Int64(0)...(1 << 60)

    /// A moment of clocks that can be advanced without end: not at the end of their range.
    init(_ fields: Fields) throws(JSONError) {
        let (boot, wall) = (try fields.integer("boot"), try fields.time("wall"))
        guard Self.bootTimes.contains(boot) else { throw fields.unexpected("boot") }
        guard wall.isInCalendar else { throw fields.unexpected("wall") }
        self.init(boot: BootTime(microsecondsSinceBoot: boot), wall: wall)
    }
}

/// One line of a run recording: an event, its moment and the decision.
package struct RecordEntry: Equatable, Sendable {
    package var event: Event
    /// The moment at which the engine handled it.
    package var at: Moment
    package var decision: RecordedDecision

    package init(
        _ event: Event, at moment: Moment, _ effects: [Effect], _ rejection: Rejection? = nil
    ) {
        self.event = event
        at = moment
        decision = RecordedDecision(effects, rejection)
    }

    /// The line with its line feed.
    package var line: [UInt8] {
        JSONWriter.line(capacity: 256) { writer in
            writer.members(of: at)
            writer.members(of: event)
            writer.members(of: decision)
        }
    }

    init(_ line: [UInt8], number: Int) throws(LineError) {
        let json: JSON
        do { json = try JSON(decoding: line) } catch {
            throw LineError(line: number, problem: error.problem)
        }
        guard case .object = json else {
            throw LineError(line: number, problem: "this is not an object")
        }
        let fields = Fields(json, of: "")
        do throws(JSONError) {
            at = try Moment(fields)
            event = try Event(fields)
            decision = try RecordedDecision(fields)
        } catch { throw LineError(line: number, error) }
    }
}

extension LineError {
    fileprivate init(line: Int, _ shape: JSONError) {
        self.init(line: line, problem: "\"\(shape.path)\" is missing or not what it must be")
    }
}

/// Reads a run recording line by line.
package struct RecordReader {
    private var rest: ArraySlice<UInt8>
    /// The number of the last line read, from 1.
    package private(set) var line = 0
    /// Whether the last line has no end because its writer was interrupted.
    package private(set) var isCut = false

    package init(_ bytes: [UInt8]) { rest = bytes[...] }

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
            throw LineError(line: line, problem: "longer than \(RecordFormat.longestLine) bytes")
        }
        defer { rest = rest[(end + 1)...] }
        return Array(rest[..<end])
    }
}
