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
            guard let comm = try? File.read("/proc/\(number)/comm", limit: 64) else { return nil }
            let name = String(decoding: comm.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            return names.contains(name) ? name : nil
        }
        return Set(found).sorted()
    }
}
