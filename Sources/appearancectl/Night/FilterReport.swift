internal import AppearanceModel
internal import AppearanceProtocol
internal import Glibc

/// What a running filter of the whole screen says of itself.
struct FilterReport: Equatable {
    /// One output of its display.
    struct Output: Equatable {
        let name: String
        /// In what way it turns red; `none` for not at all.
        let method: String
        /// The program that has its colours instead.
        let holder: String?
        let loses: String?

        var turnsRed: Bool { method != "none" }

        /// The output, in what way it turns red, and what is lost by that.
        var text: String {
            let way = turnsRed ? "by \(method.excerpt)" : "stays as it is"
            return "\(name.excerpt) \(way)" + (loses.map { " (\($0.excerpt))" } ?? "")
        }
    }

    let display: String
    /// Whether it is red now, or on the way there.
    let isRed: Bool
    let outputs: [Output]

    /// What each filter says that runs in a session, whose runtime directory this is.
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

    /// Nil for what no filter writes.
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
