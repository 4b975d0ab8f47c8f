internal import AppearanceModel
internal import EventLoop
internal import Linux

/// Where one display's filter keeps what others are to find, below `XDG_RUNTIME_DIR`.
package struct FilterPlace: Equatable, Sendable {
    /// The directory, which every display's filter shares.
    package let directory: String
    private let key: String

    /// The place for a display.
    package init(runtimeDirectory: String, display: DisplayName) {
        directory = "\(runtimeDirectory)/\(NightOverride.folder)"
        key = display.key
    }

    /// What keeps a second filter from the same display.
    package var lockPath: String { "\(directory)/\(key).lock" }
    /// What the filter says of itself.
    package var statusPath: String { "\(directory)/\(key).json" }

    /// What appearancectl wants of every filter of the session.
    var wishPath: String { "\(directory)/\(NightOverride.fileName)" }

    /// Makes the directory, or checks that it is this user's alone.
    func prepare() throws(IOError) { try PrivateDirectory.prepare(directory) }
}

/// What the user wants of the screen for a while, as appearancectl writes it down, and the buttons
/// of a notification.
final class NightOverrideFile {
    private let path: String
    private var watch: PathWatch?

    init(at path: String) { self.path = path }

    /// The wish that holds at an instant; nil for none.
    func wish(at now: WallTime) -> NightOverride? {
        guard let bytes = try? File.read(path, limit: 256) else { return nil }
        return NightOverride.first(in: String(decoding: bytes, as: UTF8.self), at: now)
    }

    /// Makes it hold, for the filters of all displays.
    func write(_ wish: NightOverride) throws(IOError) {
        try AtomicFile.write(Array(wish.text.utf8), to: path)
    }

    /// Takes a wish for red away, from somebody who wants the screen back.
    func forgetRed(at now: WallTime) {
        if case .on? = wish(at: now) { File.remove(path) }
    }

    /// Tells of another wish from now on.
    func follow(on loop: EventLoop, _ changed: @escaping () -> Void) {
        watch = PathWatch(on: loop, path: path) { _ in changed() }
    }
}

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
            return isOnDisplay(at: socketPath, number) ? name : nil
        }
        return Set(found).sorted()
    }

    /// Whether a process was started on the Wayland display at a socket's path.
    ///
    /// Inside the unit's user namespace the kernel refuses the environment of processes outside: there
    /// every process of the same user counts, as a user has one display as a rule.
    private static func isOnDisplay(at socketPath: String, _ process: Int32) -> Bool {
        do throws(IOError) {
            let bytes = try File.read("/proc/\(process)/environ", limit: 1 << 20)
            return display(in: bytes) == socketPath
        } catch {
            return error.errno == .permissionDenied
                && File.owner(of: "/proc/\(process)") == CurrentProcess.userID
        }
    }

    /// The socket of the Wayland display that an environment names; `nil` if it names none.
    private static func display(in bytes: [UInt8]) -> String? {
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
