internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import Glibc

/// The status of a running night filter, from its status file.
struct FilterReport: Equatable {
    /// An output of the display.
    struct Output: Equatable {
        let name: String
        /// The method by which it turns red; `none` if it does not.
        let method: String
        /// The program that controls its colours instead.
        let holder: String?
        /// The effect that the method does not have; `nil` for none.
        let loses: String?

        var turnsRed: Bool { method != "none" }

        /// The output with its method and limitation.
        var text: String {
            let way = turnsRed ? "by \(method.excerpt)" : "unchanged"
            return "\(name.excerpt) \(way)" + (loses.map { " (\($0.excerpt))" } ?? "")
        }
    }

    let display: String
    /// Whether it is red, or fading to red.
    let isRed: Bool
    let outputs: [Output]

    /// Returns the status of each filter of the session with this runtime directory.
    static func all(in runtimeDirectory: String) -> [FilterReport] {
        NightFilters.locks(in: "\(runtimeDirectory)/\(NightOverride.folder)").sorted().map { lock in
            let name = lock.dropLast(".lock".count)
            let bytes = try? FileReading.bytes(of: name + ".json", limit: 1 << 16)
            return bytes.flatMap(FilterReport.init)
                ?? FilterReport(
                    display: String(name.split(separator: "/").last ?? ""), isRed: false,
                    outputs: [])
        }
    }

    init(display: String, isRed: Bool, outputs: [Output]) {
        self.display = display
        self.isRed = isRed
        self.outputs = outputs
    }

    /// Parses a status file; `nil` if it is invalid.
    private init?(_ bytes: [UInt8]) {
        guard let json = try? JSON(decoding: bytes), let display = json["display"]?.string
        else { return nil }
        self.display = display
        isRed = json["night"]?.bool ?? false
        outputs = (json["outputs"]?.array ?? []).compactMap { output in
            guard let name = output["name"]?.string, let method = output["method"]?.string
            else { return nil }
            return Output(
                name: name, method: method, holder: output["holder"]?.string,
                loses: output["loses"]?.string)
        }
    }
}
