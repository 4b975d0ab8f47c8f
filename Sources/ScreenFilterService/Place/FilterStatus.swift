internal import AppearanceProtocol
internal import Linux

/// The status of a filter.
struct FilterStatus: Equatable {
    var display: String
    var isRed: Bool
    var outputs: [OutputReport]

    /// The status as a JSON object on one line.
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

    /// Parses a status file; `nil` if it is invalid.
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
        guard isRed else { return "unchanged" }
        guard outputs.contains(where: { $0.method != .nothing }) else {
            return "not red, although requested"
        }
        let isWarm = outputs.contains { $0.method == .nightLight }
        return isWarm ? "as red as its desktop allows" : "red"
    }

    /// The status for a person, with a line for each output.
    var text: String {
        let lines = outputs.map { output in
            "  \(output.name)  \(output.method.rawValue)"
                + (output.loss.map { ": \($0)" } ?? "")
        }
        return (["The display \(display) is \(state)."] + lines).joined(separator: "\n") + "\n"
    }
}

/// The status file of a running filter.
enum StatusFile {
    private static let largest = 64 * 1024

    /// Writes a status.
    static func write(_ status: FilterStatus, to place: FilterPlace, log: Log) {
        do throws(IOError) {
            try AtomicFile.write(Array(status.json.utf8), to: place.statusPath)
        } catch {
            log.warning("cannot write the status: \(error)")
        }
    }

    /// Returns the status; `nil` if there is no file.
    static func read(_ place: FilterPlace) throws(IOError) -> FilterStatus? {
        try File.readIfPresent(place.statusPath, limit: largest).flatMap(FilterStatus.init)
    }

    /// Removes the file.
    static func remove(_ place: FilterPlace) { File.remove(place.statusPath) }
}
