internal import AppearanceLimits
import Glibc

/// Other processes as proc(5) shows them, unless they are hidden.
package enum ProcessTable {
    /// Returns whether the process is visible.
    package static func shows(_ process: Int32) -> Bool { File.exists("/proc/\(process)/stat") }

    /// Returns its name, the first 15 bytes of that of its program; `nil` if it is hidden.
    package static func name(of process: Int32) -> String? {
        File.text(of: "/proc/\(process)/comm", limit: 256)
            .map { String($0.prefix { $0 != "\n" }).withoutControls }
    }

    /// Returns those of some names of which this user runs a program, in their order; a longer name is compared as
    /// far as a process keeps it.
    package static func running(among names: [String]) -> [String] {
        let kept = names.map { Array($0.utf8.prefix(15)) }
        var found: Set<[UInt8]> = []
        for process in ((try? Directory.names(in: "/proc")) ?? []).compactMap({ Int32($0) }) {
            guard let line = try? File.read("/proc/\(process)/comm", limit: 256) else { continue }
            let name = Array(line.dropLast())
            guard kept.contains(name), File.owner(of: "/proc/\(process)") == CurrentProcess.userID,
                !hasEnded(process)
            else { continue }
            found.insert(name)
        }
        return zip(names, kept).filter { found.contains($0.1) }.map(\.0)
    }

    /// Returns whether it has ended, also if nobody has asked for its status yet.
    private static func hasEnded(_ process: Int32) -> Bool {
        fields(of: process)?.first.map { $0 == "Z" || $0 == "X" } ?? true
    }

    /// Returns the process that has started it; `nil` if it is hidden.
    package static func parent(of process: Int32) -> Int32? {
        fields(of: process).flatMap { $0.count > 1 ? Int32($0[1]) : nil }
    }

    /// Returns when it was started, in microseconds of the boot clock, to a hundredth of a second.
    package static func start(of process: Int32) -> Int64? {
        fields(of: process).flatMap { $0.count > 19 ? Int64($0[19]) : nil }
            .map { $0 * (1_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK)))) }
    }

    /// Returns the names of the control groups that it is in, each the last part of a path.
    package static func groups(of process: Int32) -> [String]? {
        File.text(of: "/proc/\(process)/cgroup", limit: 64 * 1024).map { text in
            text.split(separator: "\n").compactMap { line in
                line.split(separator: "/").last.map(String.init)
            }
        }
    }

    /// Returns the variables that it was started with, of at most 128 KiB, which is what the kernel allows
    /// one of them to have.
    package static func variables(of process: Int32) -> [String: String]? {
        guard
            let bytes = try? File.beginning(of: "/proc/\(process)/environ", count: 128 * 1024)
        else { return nil }
        return Dictionary(
            bytes.split(separator: 0).compactMap { entry in
                let parts = entry.split(
                    separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { return nil }
                return (
                    String(decoding: parts[0], as: UTF8.self),
                    String(decoding: parts[1], as: UTF8.self)
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the fields after the name, which may hold anything.
    private static func fields(of process: Int32) -> [Substring]? {
        guard let text = File.text(of: "/proc/\(process)/stat", limit: 4_096),
            let end = text.utf8.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        return text[text.index(after: end)...].split(separator: " ")
    }

    /// Returns the paths of the control groups of this user's service manager in which the unit of a name may
    /// be, in the file system of control groups.
    package static func folders(ofUserUnit unit: String) -> [String] {
        guard
            let line = File.text(of: "/proc/self/cgroup", limit: 64 * 1024)?
                .split(separator: "\n").last(where: { $0.hasPrefix("0::/") })
        else { return [] }
        let own = line.dropFirst("0::".count)
        var folders = [String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])]
        let parts = own.split(separator: "/")
        if let manager = parts.firstIndex(where: { $0.hasPrefix("user@") }) {
            let path = "/" + parts[...manager].joined(separator: "/")
            folders += [path + "/app.slice", path]
        }
        return folders.map { "/sys/fs/cgroup\($0)/\(unit)" }
    }

    /// Returns whether a process is in a control group, by the path of its folder; `nil` if there is none.
    package static func isMember(_ process: Int32, ofGroup folder: String) -> Bool? {
        File.text(of: folder + "/cgroup.procs", limit: 1 << 20).map {
            $0.split(separator: "\n").contains { $0 == "\(process)" }
        }
    }
}
