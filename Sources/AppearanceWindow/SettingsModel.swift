import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import Linux
import SettingsFile
import WindowPages

/// The configuration file that the daemon has in use, and its changes.
@MainActor final class SettingsModel {
    private var configuration = FollowedConfiguration { CurrentProcess.variable($0) }
    private let onChange: @MainActor () -> Void

    /// Reads the file of this session.
    ///
    /// - Parameter onChange: Called after a change of the file from here.
    init(onChange: @escaping @MainActor () -> Void) { self.onChange = onChange }

    var current: CurrentConfiguration { configuration.current }

    /// The schedule of the configuration.
    func schedule(at now: WallTime) -> Schedule { configuration.schedule(at: now) }

    /// The reason for which the file cannot be changed; `nil` if it can.
    var lock: SettingsLock? {
        if let problem = current.file.problems.lines.first { return .invalid(problem) }
        guard let own = configuration.place.own else { return .noFolder }
        guard File.exists(own), !File.isReplaceable(own) else { return nil }
        return .readOnly(File.resolved(own))
    }

    /// Changes keys of the file, and keeps every other byte.
    ///
    /// - Returns: The change, which can be undone; `nil` if the file has these values already.
    /// - Throws: `SettingsError` if nothing was written.
    func write(_ changes: [ConfigurationEdit.Change]) throws(SettingsError) -> FileChange? {
        let change = try configuration.place.write(changes)
        reload()
        guard let change, change.before != change.after else { return nil }
        return change
    }

    /// Restores the bytes before a change, unless the file has changed since.
    func undo(_ change: FileChange) throws(SettingsError) {
        try FileChange.make { () throws(SettingsError) in change.undone }
        reload()
    }

    /// Reads the file again if the daemon has done so, or, without a daemon, if it has changed.
    func follow(_ status: Snapshot?) { configuration.follow(status) }

    /// Reads the file again, after another part of the window has changed it.
    func reload() {
        configuration.read()
        onChange()
    }
}
