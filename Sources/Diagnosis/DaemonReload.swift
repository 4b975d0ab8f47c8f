internal import AppearanceConfig
internal import AppearanceModel
internal import AppearanceProtocol
package import Console
internal import DaemonClient
internal import Glibc
internal import Linux
package import SettingsFile

/// The daemon's use of a configuration that was written.
package enum DaemonReload {
    /// The result of waiting for the daemon.
    package enum Outcome: Equatable {
        /// The daemon uses the configuration.
        case used
        /// No daemon runs.
        case notRunning
        /// The daemon does not use it; `nil` if it has not read it in time.
        case unused(problem: String?)

        /// The outcome as a sentence.
        package var sentence: String {
            switch self {
            case .used: "appearanced uses it."
            case .notRunning: "appearanced is not running; it reads the file when it starts."
            case .unused(let problem?): "appearanced does not use it: \(problem)"
            case .unused(nil): "appearanced has not read it yet. See: appearancectl doctor"
            }
        }
    }

    /// The time within which the daemon reads the file.
    private static let timeout = Duration.seconds(3)
    private static let intervalMilliseconds: Int32 = 20

    /// Waits until the daemon, if one runs, uses a text, the content of a file.
    ///
    /// The daemon copies each valid configuration before it reports anything else about it. Where its copy is
    /// elsewhere or cannot be written, the time counts at which it has read the file.
    package static func outcome(of configuration: [UInt8], at path: String) -> Outcome {
        let deadline = ContinuousClock.now + timeout
        let folder = BaseDirectories { CurrentProcess.variable($0) }.state
        var last: Snapshot?
        while .now < deadline {
            do {
                last = try Request.getStatus.status()
            } catch DaemonError.notRunning, DaemonError.noRuntimeDirectory, DaemonError.foreignOwner
            {
                return .notRunning
            } catch {
                break
            }
            if let folder, isCopied(configuration, in: folder) { return .used }
            poll(nil, 0, intervalMilliseconds)
        }
        if let problem = last?.configurationError { return .unused(problem: problem) }
        if let other = last?.configuration, File.resolved(other) != File.resolved(path) {
            return .unused(problem: "it reads \(other.withoutControls).")
        }
        guard let loaded = last?.configurationLoaded, let written = File.modificationTime(of: path),
            loaded.microsecondsSinceEpoch >= written
        else { return .unused(problem: nil) }
        return .used
    }

    /// Waits until the daemon, if one runs, uses a change of the configuration, so that the next command
    /// finds it in effect.
    ///
    /// - Throws: `CommandLineError` if the daemon does not use it.
    package static func wait(for change: FileChange) throws(CommandLineError) {
        switch outcome(of: change.after ?? [], at: change.path) {
        case .used, .notRunning: return
        case .unused(nil):
            throw CommandLineError(
                """
                \(change.path) is changed, but appearanced has not read it within \
                \(timeout.components.seconds) s. See: appearancectl doctor
                """)
        case .unused(let problem?):
            throw CommandLineError(
                "\(change.path) is changed, but appearanced does not use it: \(problem)")
        }
    }

    private static func isCopied(_ configuration: [UInt8], in folder: String) -> Bool {
        let path = "\(folder)/\(LastGoodCopy.fileName)"
        let copy = try? FileReading.bytes(of: path, limit: LastGoodCopy.sizeLimit)
        return copy == LastGoodCopy.sealed(configuration)
    }
}
