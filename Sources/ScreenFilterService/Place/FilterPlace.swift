internal import AppearanceModel
internal import EventLoop
internal import Linux

/// The files of a display's filter below `XDG_RUNTIME_DIR`.
package struct FilterPlace: Equatable, Sendable {
    /// The directory, which the filters of all displays share.
    package let directory: String
    private let key: String

    /// Creates the paths for a display.
    package init(runtimeDirectory: String, display: DisplayName) {
        directory = "\(runtimeDirectory)/\(NightOverride.folder)"
        key = display.key
    }

    /// The lock file, which prevents a second filter on the same display.
    package var lockPath: String { "\(directory)/\(key).lock" }
    /// The status file.
    package var statusPath: String { "\(directory)/\(key).json" }

    /// The override file, which appearancectl writes for all filters of the session.
    var overridePath: String { "\(directory)/\(NightOverride.fileName)" }

    /// Creates the directory, or checks that it belongs to this user only.
    func prepare() throws(IOError) { try PrivateDirectory.prepare(directory) }
}

/// The override file of the night filter, which appearancectl and the buttons of a notification
/// write.
final class NightOverrideFile {
    private let path: String
    private var watch: PathWatch?

    init(at path: String) { self.path = path }

    /// Returns the override in effect; `nil` without one.
    func override(at now: WallTime) -> NightOverride? {
        guard let bytes = try? File.read(path, limit: 256) else { return nil }
        return NightOverride.first(in: String(decoding: bytes, as: UTF8.self), at: now)
    }

    /// Writes an override for the filters of all displays.
    func write(_ override: NightOverride) throws(IOError) {
        try AtomicFile.write(Array(override.text.utf8), to: path)
    }

    /// Removes an override that turns the screen red.
    func forgetRed(at now: WallTime) {
        if case .on? = override(at: now) { File.remove(path) }
    }

    /// Calls `changed` when the file changes.
    func follow(on loop: EventLoop, _ changed: @escaping () -> Void) {
        watch = PathWatch(on: loop, path: path) { _ in changed() }
    }
}

/// Other known programs that change the colours of the screen.
enum OtherFilters {
    private static let names: Set = [
        "redshift", "redshift-gtk", "gammastep", "gammastep-indic", "wlsunset", "hyprsunset",
        "wl-gammarelay", "wl-gammarelay-r", "wluma", "sctd", "sunsetr",
    ]

    /// Returns the names of those that run on a Wayland display, given by the path of its socket.
    static func running(at socketPath: String) -> [String] {
        let numbers = ((try? Directory.names(in: "/proc")) ?? []).compactMap { Int32($0) }
        let found = numbers.compactMap { number -> String? in
            guard let name = name(of: number), names.contains(name) else { return nil }
            return isOnDisplay(at: socketPath, number) ? name : nil
        }
        return Set(found).sorted()
    }

    /// Returns whether a process was started on the Wayland display of a socket.
    ///
    /// In the unit's user namespace the kernel hides the environment of processes outside; then
    /// every process of the user counts, as a user usually has one display.
    private static func isOnDisplay(at socketPath: String, _ process: Int32) -> Bool {
        do throws(IOError) {
            let bytes = try File.read("/proc/\(process)/environ", limit: 1 << 20)
            return display(in: bytes) == socketPath
        } catch {
            return error.errno == .permissionDenied
                && File.owner(of: "/proc/\(process)") == CurrentProcess.userID
        }
    }

    /// Returns the Wayland socket that an environment names; `nil` if it names none.
    private static func display(in bytes: [UInt8]) -> String? {
        let entries = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        func variable(_ name: String) -> String? {
            entries.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        // The default of libwayland.
        let display = variable("WAYLAND_DISPLAY") ?? "wayland-0"
        if display.hasPrefix("/") { return display }
        return variable("XDG_RUNTIME_DIR").map { "\($0)/\(display)" }
    }

    /// Returns the name of a process; `nil` if it has exited.
    static func name(of process: Int32) -> String? {
        guard let bytes = try? File.read("/proc/\(process)/stat", limit: 4096) else { return nil }
        // Number, name in parentheses, state: proc(5).
        let words = String(decoding: bytes, as: UTF8.self).split(separator: ")", maxSplits: 1)
        guard words.count == 2, let bracket = words[0].firstIndex(of: "(") else { return nil }
        // A zombie has released its resources.
        guard !words[1].hasPrefix(" Z"), !words[1].hasPrefix(" X") else { return nil }
        return String(words[0][words[0].index(after: bracket)...])
    }
}
