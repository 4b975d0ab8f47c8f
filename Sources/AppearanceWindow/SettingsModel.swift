import AppearanceConfig
import AppearanceEngine
import AppearanceKit
import AppearanceModel
import CAdw
import Linux
import SettingsFile
import WindowPages

/// The configuration file as it is, read again when it changes.
@MainActor final class SettingsModel {
    private(set) var current: CurrentConfiguration
    private let place: ConfigurationPlace
    /// The monitors of GLib by their paths.
    private var monitors: [String: UnsafeMutableRawPointer] = [:]
    private let onChange: @MainActor () -> Void

    /// Reads the file of this session.
    ///
    /// - Parameter onChange: Called after the file has changed.
    init(onChange: @escaping @MainActor () -> Void) {
        place = ConfigurationPlace { CurrentProcess.variable($0) }
        current = CurrentConfiguration(place)
        self.onChange = onChange
        watch()
    }

    /// The schedule of the configuration.
    func schedule(at now: WallTime) -> Schedule {
        Schedule(current.values.schedule, current.sunPlace(at: now), zone: current.zone.rules)
    }

    /// The reason for which the file cannot be changed; `nil` if it can.
    var lock: SettingsLock? {
        if let problem = current.file.problems.lines.first { return .invalid(problem) }
        guard let own = place.own else { return .noFolder }
        guard File.exists(own), !File.isReplaceable(own) else { return nil }
        return .readOnly(File.resolved(own))
    }

    /// Changes keys of the file, and keeps every other byte.
    ///
    /// - Returns: The change, which can be undone; `nil` if the file has these values already.
    /// - Throws: `SettingsError` if nothing was written.
    func write(_ changes: [ConfigurationEdit.Change]) throws(SettingsError) -> FileChange? {
        let change = try place.write(changes)
        reload()
        guard let change, change.before != change.after else { return nil }
        return change
    }

    /// Restores the bytes before a change, unless the file has changed since.
    func undo(_ change: FileChange) throws(SettingsError) {
        try FileChange.make { () throws(SettingsError) in change.undone }
        reload()
    }

    /// Reads the file again if it has changed unnoticed.
    func refresh() {
        if current.file.stamps != place.paths.map(FileStamp.init) { read() }
    }

    /// Watches every file that may be the configuration, and the file that a link leads to.
    private func watch() {
        let paths = Set(place.paths + place.paths.map(File.resolved))
        for (path, monitor) in monitors where !paths.contains(path) {
            g_object_unref(monitor)
            monitors[path] = nil
        }
        for path in paths where monitors[path] == nil {
            let file = g_file_new_for_path(path)
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            guard let monitor = g_file_monitor_file(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil)
            else { continue }
            let raw = UnsafeMutableRawPointer(monitor)
            monitors[path] = raw
            Signal.connect(raw, "changed") { [weak self] in self?.reload() }
        }
    }

    private func reload() {
        read()
        onChange()
    }

    private func read() {
        // Before the file is read, so that no change is missed; a link may lead elsewhere now.
        watch()
        current = CurrentConfiguration(place)
    }
}
