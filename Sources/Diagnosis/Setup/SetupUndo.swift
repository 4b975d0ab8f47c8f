internal import SettingsFile

/// The undoing of steps of setup that changed files: the bytes before, and the restarts of what reads them.
package struct SetupUndo: Sendable {
    /// Whether everything that was done can be undone; a command of the steps cannot.
    package internal(set) var isPossible = true
    private var changes: [FileChange] = []
    private var restarts: [Command] = []

    package init() {}

    /// Whether nothing was changed.
    package var isEmpty: Bool { changes.isEmpty }

    mutating func add(_ change: FileChange) { changes.append(change) }

    mutating func add(restart command: Command) { restarts.append(command) }

    /// Restores the files, the last change first, and restarts what reads them.
    ///
    /// - Throws: `SettingsError` if a file has changed since or cannot be written, `CommandLineError` if a
    ///   restart fails.
    package func run() throws {
        for change in changes.reversed() {
            try FileChange.make { () throws(SettingsError) in change.undone }
        }
        for command in restarts { try command.run() }
    }
}
