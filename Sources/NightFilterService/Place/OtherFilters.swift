internal import LinuxIO

/// The programs that change the colours of screens as well, as far as they are known.
enum OtherFilters {
    private static let names: Set = [
        "redshift", "redshift-gtk", "gammastep", "gammastep-indic", "wlsunset", "hyprsunset",
        "wl-gammarelay", "wl-gammarelay-r", "wluma", "sctd", "sunsetr",
    ]

    /// Those that run on a Wayland display, by name, each once; the display is its socket's path.
    static func running(at socketPath: String) -> [String] {
        let numbers = ((try? Directory.names(in: "/proc")) ?? []).compactMap { Int32($0) }
        let found = numbers.compactMap { number -> String? in
            guard let name = name(of: number), names.contains(name) else { return nil }
            return display(of: number) == socketPath ? name : nil
        }
        return Set(found).sorted()
    }

    /// The socket of the Wayland display that a process was started on; nil where that is not shown.
    private static func display(of process: Int32) -> String? {
        guard let bytes = try? File.read("/proc/\(process)/environ", limit: 1 << 20)
        else { return nil }
        let entries = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        func variable(_ name: String) -> String? {
            entries.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        // What libwayland does without the variable.
        let display = variable("WAYLAND_DISPLAY") ?? "wayland-0"
        if display.hasPrefix("/") { return display }
        return variable("XDG_RUNTIME_DIR").map { "\($0)/\(display)" }
    }

    /// What a process is called; nil for one that has ended.
    static func name(of process: Int32) -> String? {
        guard let bytes = try? File.read("/proc/\(process)/stat", limit: 4096) else { return nil }
        // Number, name in brackets, state: proc(5).
        let words = String(decoding: bytes, as: UTF8.self).split(separator: ")", maxSplits: 1)
        guard words.count == 2, let bracket = words[0].firstIndex(of: "(") else { return nil }
        // One that has ended holds nothing, even if nobody has asked how it ended.
        guard !words[1].hasPrefix(" Z"), !words[1].hasPrefix(" X") else { return nil }
        return String(words[0][words[0].index(after: bracket)...])
    }
}
