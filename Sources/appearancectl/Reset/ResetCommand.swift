internal import AppearanceConfig
internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import Diagnosis
internal import SettingsFile

struct ResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Restore every desktop setting that appearanced has changed.",
        discussion: """
            Each gets its original value, the line in portals.conf is removed, and ready-made hooks \
            are disabled, which restores the colours of their programs. If the configuration makes \
            the desktop follow, it is first changed to follow = "none", so that the settings are \
            not changed again. Each step is printed. The daemon need not run, and continues if it \
            does.
            """)

    func run() throws {
        let routing = try PortalRouting.ofThisSession()
        var reset = try DesktopReset()
        var report = try DesktopReset.stopFollowing()
        // The journal is complete only after the daemon has stopped changing settings.
        report += reset.restore()
        report += reset.restoreNightLights()
        reset.addInvalidJournals()
        report += reset.disableHooks()
        let portal = routing.remove()
        if !portal.report.isEmpty { report += portal.report + [PortalCommand.restart] }
        let failures = reset.failures + portal.failures
        guard !report.isEmpty || !failures.isEmpty else {
            return StandardOutput.line("No desktop setting has been changed.")
        }
        report.forEach(StandardOutput.line)
        guard failures.isEmpty else {
            throw CommandLineError(
                (failures + [
                    "The remaining values are kept. Fix this, then run the command again."
                ])
                .joined(separator: "\n"))
        }
    }
}

extension DesktopReset {
    /// The time within which the daemon leaves the desktop, in seconds: it ends a program that hangs after
    /// 10 s, and kills it 2 s later.
    private static let timeoutSeconds = 15

    /// Stops the running daemon and, by the configuration, later ones from changing the desktop.
    ///
    /// - Returns: A line for each change.
    static func stopFollowing() throws -> [String] {
        // An invalid configuration is an error before anything is changed.
        let planned: FileChange?
        do throws(SettingsError) { planned = try configurationChange() } catch {
            guard case .readOnly = error else { throw error }
            throw CommandLineError("\(error)\nNothing was restored. Run this again afterwards.")
        }
        let isRunning = try leaveDesktop()
        guard planned != nil else { return [] }
        let made: FileChange?
        do throws(SettingsError) { made = try FileChange.make(configurationChange) } catch {
            throw CommandLineError(
                """
                \(error)
                Nothing was restored. Set follow = "none" under [desktop] yourself, and run this again.
                """)
        }
        guard let change = made else { return [] }
        // Otherwise the daemon would not notice that the next command sets it again.
        if isRunning { _ = DaemonReload.outcome(of: change.after ?? []) }
        return ["\(change.path): follow = \"none\", so that the settings are not changed again"]
    }

    /// Stops the running daemon from changing the desktop until its configuration changes.
    ///
    /// A connection that ends without an answer is one to a daemon that was ending; another may follow it.
    ///
    /// - Returns: Whether a daemon runs.
    private static func leaveDesktop(tries: Int = 2) throws(DaemonError) -> Bool {
        // Swift 6.2 cannot compile the cases as patterns here.
        do throws(DaemonError) {
            try Request.leaveDesktop.send(withinSeconds: timeoutSeconds)
            return true
        } catch {
            switch error {
            // Without a daemon, nothing changes the desktop.
            case .notRunning, .noRuntimeDirectory, .foreignOwner: return false
            case .disconnected where tries > 1: return try leaveDesktop(tries: tries - 1)
            case .refused, .protocolViolation, .timedOut, .unconfirmed, .disconnected, .hungUp,
                .system:
                throw error
            }
        }
    }

    /// Returns the change of the configuration to `follow = "none"`; `nil` if it does not follow.
    private static func configurationChange() throws(SettingsError) -> FileChange? {
        let draft = try ConfigCommand.place.draft()
        guard draft.configuration.desktop.follow != .none else { return nil }
        return try draft.change([.init("desktop.follow", to: "\"none\"")])
    }
}
