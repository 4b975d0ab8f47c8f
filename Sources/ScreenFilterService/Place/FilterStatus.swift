internal import AppearanceProtocol
internal import Linux

/// What a filter does, as it says itself.
struct FilterStatus: Equatable {
    var display: String
    var isRed: Bool
    var outputs: [OutputReport]

    /// One JSON object on one line.
    var json: String {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("display", display)
            writer.member("night", isRed)
            writer.name("outputs")
            writer.array(outputs) { writer, output in
                writer.object { writer in
                    writer.member("name", output.name)
                    writer.member("method", output.method.rawValue)
                    writer.member("holder", output.holder)
                    writer.member("loses", output.loss)
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    init(display: String, isRed: Bool, outputs: [OutputReport]) {
        self.display = display
        self.isRed = isRed
        self.outputs = outputs
    }

    /// Nil for what no filter writes.
    init?(_ bytes: [UInt8]) {
        guard let json = try? JSON(decoding: bytes), let display = json["display"]?.string,
            let isRed = json["night"]?.bool, let outputs = json["outputs"]?.array
        else { return nil }
        self.display = display
        self.isRed = isRed
        self.outputs = outputs.compactMap { output in
            guard let name = output["name"]?.string,
                let method = output["method"]?.string.flatMap(NightMethod.init(rawValue:))
            else { return nil }
            return OutputReport(
                name: name, method: method, holder: output["holder"]?.string,
                loss: output["loses"]?.string)
        }
    }

    private var state: String {
        guard isRed else { return "as it always is" }
        guard outputs.contains(where: { $0.method != .nothing }) else {
            return "not red, though it is to be"
        }
        let isWarm = outputs.contains { $0.method == .nightLight }
        return isWarm ? "as red as its desktop allows" : "red"
    }

    /// The same for a person, a line for each output.
    var text: String {
        let lines = outputs.map { output in
            "  \(output.name)  \(output.method.rawValue)"
                + (output.loss.map { ": \($0)" } ?? "")
        }
        return (["The display \(display) is \(state)."] + lines).joined(separator: "\n") + "\n"
    }
}

/// Where a running filter says what it does.
enum StatusFile {
    private static let largest = 64 * 1024

    /// Replaces what was said before.
    static func write(_ status: FilterStatus, to place: FilterPlace, log: Log) {
        do throws(IOError) {
            try AtomicFile.write(Array(status.json.utf8), to: place.statusPath)
        } catch {
            log.warning("the status cannot be written: \(error)")
        }
    }

    /// What was said last; nil where nothing was.
    static func read(_ place: FilterPlace) throws(IOError) -> FilterStatus? {
        try File.readIfPresent(place.statusPath, limit: largest).flatMap(FilterStatus.init)
    }

    /// Says nothing any more.
    static func remove(_ place: FilterPlace) { File.remove(place.statusPath) }
}
