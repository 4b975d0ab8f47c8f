internal import LinuxIO

/// The programs that change the colours of screens as well, as far as they are known.
enum OtherFilters {
    private static let names: Set = [
        "redshift", "redshift-gtk", "gammastep", "gammastep-indic", "wlsunset", "hyprsunset",
        "wl-gammarelay", "wl-gammarelay-r", "wluma", "sctd", "sunsetr",
    ]

    /// Those that run, by name, each once.
    static func running() -> [String] {
        let numbers = ((try? Directory.names(in: "/proc")) ?? []).filter {
            $0.allSatisfy(\.isNumber)
        }
        let found = numbers.compactMap { number -> String? in
            guard let bytes = try? File.read("/proc/\(number)/stat", limit: 4096) else {
                return nil
            }
            // Number, name in brackets, state: proc(5).
            let words = String(decoding: bytes, as: UTF8.self).split(separator: ")", maxSplits: 1)
            guard words.count == 2, let bracket = words[0].firstIndex(of: "(") else { return nil }
            let name = String(words[0][words[0].index(after: bracket)...])
            // One that has ended holds nothing, even if nobody has asked how it ended.
            let hasEnded = words[1].hasPrefix(" Z") || words[1].hasPrefix(" X")
            return names.contains(name) && !hasEnded ? name : nil
        }
        return Set(found).sorted()
    }
}
