package import AppearanceEngine
package import AppearanceModel
import AppearanceProtocol

/// The first line of a record: everything that the engine knew when it began.
package struct RecordHeader: Equatable, Sendable {
    /// The version of the service that wrote it.
    package var program: String
    /// What the engine went by.
    package var settings: EngineSettings
    /// What an earlier run had left; nil for nothing.
    package var saved: SavedState?
    /// When it began.
    package var start: Moment

    /// What was when a run began.
    package init(program: String, settings: EngineSettings, saved: SavedState?, start: Moment) {
        self.program = program
        self.settings = settings
        self.saved = saved
        self.start = start
    }

    /// The line, with its end.
    package var line: [UInt8] {
        var writer = JSONWriter(capacity: 8192)
        writer.object { writer in
            writer.member(RecordFormat.mark, RecordFormat.version)
            writer.member("version", program)
            writer.members(of: start)
            writer.member("settings", object: { $0.members(of: settings) })
            if let saved { writer.member("saved", object: { $0.members(of: saved) }) }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// An engine that stands where the recorded one stood.
    package var engine: Engine { Engine(settings, saved: saved, at: start) }

    init(_ line: [UInt8]) throws(RecordingLineError) {
        let json: JSON
        do { json = try JSON(decoding: line) } catch {
            throw RecordingLineError("this is no record of appearanced: \(error.problem)")
        }
        guard let format = json[RecordFormat.mark] else {
            throw RecordingLineError("this is no record of appearanced: it does not say so")
        }
        let fields = Fields(json, of: "")
        guard format.integer == RecordFormat.version else {
            let writer = json["version"]?.string.map { " by appearanced \($0.prefix(32))" } ?? ""
            throw RecordingLineError(
                "it is written\(writer) in another format than \(RecordFormat.version), which is"
                    + " read here; take the appearancectl of that version")
        }
        do throws(JSONError) {
            program = try fields.string("version")
            settings = try EngineSettings(fields.object("settings"))
            if let state = try fields.optionalObject("saved") { saved = try SavedState(state) }
            start = try Moment(fields)
        } catch { throw RecordingLineError(error) }
    }
}

extension JSONWriter {
    mutating func members(of moment: Moment) {
        member("boot", moment.boot.microsecondsSinceBoot)
        member("wall", moment.wall.microsecondsSinceEpoch)
    }
}

extension Moment {
    init(_ fields: Fields) throws(JSONError) {
        self.init(
            boot: BootTime(microsecondsSinceBoot: try fields.integer("boot")),
            wall: try fields.time("wall"))
    }
}

/// What is wrong with a line, whichever it is.
struct RecordingLineError: Error {
    let words: String

    init(_ words: String) { self.words = words }

    init(_ shape: JSONError) {
        words = "\"\(shape.path)\" is missing or not what it must be"
    }
}
