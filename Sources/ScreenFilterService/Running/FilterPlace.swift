internal import AppearanceModel
internal import AppearanceProtocol
internal import EventLoop
internal import Linux

/// The files of a display's filter below `XDG_RUNTIME_DIR`.
struct FilterPlace: Equatable, Sendable {
    /// The directory, which the filters of all displays share.
    let directory: String
    private let key: String

    /// Creates the paths for a display.
    init(runtimeDirectory: String, display: DisplayName) {
        directory = Self.directory(in: runtimeDirectory)
        key = display.key(in: runtimeDirectory)
    }

    /// The lock file, which prevents a second filter on the same display.
    var lockPath: String { "\(directory)/\(key).lock" }
    /// The status file, while the filter runs.
    var statusPath: String { "\(directory)/\(key).json" }

    /// The lock file of the filter that holds the settings of the desktop: one for all displays, as the settings
    /// are.
    var settingsLockPath: String { Self.settingsLockPath(in: directory) }

    /// Returns the shared directory below the runtime directory.
    static func directory(in runtimeDirectory: String) -> String {
        "\(runtimeDirectory)/\(NightOverride.folder)"
    }

    /// Returns the lock file of the settings of the desktop; that of a display has another suffix.
    static func settingsLockPath(in directory: String) -> String { "\(directory)/settings" }

    /// The override file, which appearancectl writes for all filters of the session.
    var overridePath: String { "\(directory)/\(NightOverride.fileName)" }

    /// Creates the directory, or checks that it belongs to this user only.
    func prepare() throws(IOError) { try PrivateDirectory.prepare(directory) }

    /// Writes the status of the running filter.
    func write(_ status: FilterStatus) throws(IOError) {
        let bytes = Array(status.json.utf8)
        do throws(IOError) {
            try AtomicFile.write(bytes, to: statusPath)
        } catch {
            // The previous one is out of date, and on a full disk the new one needs its room.
            File.remove(statusPath)
            try AtomicFile.write(bytes, to: statusPath)
        }
    }

    /// Returns the status of the running filter; `nil` if it could not write it.
    func status() throws(IOError) -> FilterStatus? {
        try File.readIfPresent(statusPath, limit: FilterStatus.largestFile)
            .flatMap(FilterStatus.init)
    }
}

extension FilterStatus {
    private var state: String {
        guard isRed else {
            return evening?.stateText ?? (isFading ? "turning back to normal" : "unchanged")
        }
        guard outputs.contains(where: \.turnsRed) else {
            return "not red, although requested"
        }
        guard !isFading else { return "turning red" }
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

extension EveningReport {
    /// The colours of the evening, after `The display :0 is`.
    fileprivate var stateText: String {
        if let loss { return "not at \(temperature) K: \(loss)" }
        let now = present.map { ", at \($0) K now" } ?? ""
        return switch state {
        case .on: "warm, at \(temperature) K"
        case .beginning: "turning to \(temperature) K\(now)"
        case .ending: "turning back from \(temperature) K\(now)"
        }
    }
}

/// The override file of the night filter, which appearancectl and the buttons of a notification
/// write.
final class NightOverrideFile {
    private let path: String
    private var watch: PathWatch?
    /// An answer that could not be written: it counts as long as this program runs, or until another follows.
    var unwritten: NightOverride.Line?

    init(at path: String) { self.path = path }

    /// Returns the override in effect; `nil` without one.
    func override(at now: Moment) -> NightOverride? {
        unwritten?.override(at: now) ?? lines.lazy.compactMap { $0.override(at: now) }.first
    }

    private var lines: [NightOverride.Line] {
        NightOverride.Line.all(in: File.text(of: path, limit: NightOverride.largestFile) ?? "")
    }

    /// Writes an override for the filters of all displays.
    func write(_ line: NightOverride.Line) throws(IOError) {
        try AtomicFile.write(Array(line.text.utf8), to: path)
    }

    /// Removes the overrides that change the colours; one that keeps them normal stays.
    func forgetColors() {
        // A command may write one meanwhile; if it hangs, restoring the screen matters more.
        let lock = try? FileEditLock(of: path, within: .milliseconds(500))
        defer { withExtendedLifetime(lock) {} }
        let lines = lines
        let others = lines.filter { !$0.changesColors }
        guard others != lines else { return }
        // Replaced whole, so that a kill in between loses nothing; on a full disk the file needs its own room.
        if let other = others.first, (try? write(other)) != nil { return }
        File.remove(path)
        if let other = others.first { try? write(other) }
    }

    /// Calls `changed` when the file changes.
    func follow(on loop: EventLoop, _ changed: @escaping () -> Void) {
        watch = PathWatch(on: loop, path: path) { [weak self] _ in
            if self?.lines.isEmpty == false { self?.unwritten = nil }
            changed()
        }
    }
}

/// The display to filter, as the environment names it.
enum DisplayName: Hashable, Sendable {
    /// An X server, such as `:0`.
    case x11(String)
    /// A Wayland compositor, such as `wayland-1`.
    case wayland(String)

    /// Finds the display; `nil` without one.
    ///
    /// A compositor precedes the X server that runs inside it.
    init?(_ environment: (String) -> String?) {
        if let name = environment("WAYLAND_DISPLAY")?.nonEmpty {
            self = .wayland(name)
        } else if let name = environment("DISPLAY")?.nonEmpty {
            self = .x11(name)
        } else {
            return nil
        }
    }

    /// The name.
    var name: String {
        switch self {
        case .x11(let name), .wayland(let name): name
        }
    }

    /// Returns the key of the display, the same for all screens of an X server, and for a compositor
    /// that is named by the path of its socket.
    func key(in runtimeDirectory: String) -> String {
        switch self {
        case .wayland(let name):
            let folder = runtimeDirectory + "/"
            return Self.fileName(name.hasPrefix(folder) ? name.dropFirst(folder.count) : name[...])
        case .x11(let name):
            let colon = name.lastIndex(of: ":") ?? name.startIndex
            return Self.fileName(name[..<colon] + name[colon...].prefix { $0 != "." })
        }
    }

    private static func fileName(_ text: some StringProtocol) -> String {
        String(text.map { $0 == "/" ? "_" : $0 })
    }
}
