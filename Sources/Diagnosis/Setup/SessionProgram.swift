internal import Console
internal import Linux
internal import SettingsFile

/// A program of the session that its user turns on and off: now and at every login.
package enum SessionProgram: String, Sendable {
    case nightFilter = "appearance-nightfilter"
    case tray = "appearance-tray"
    case camera = "appearance-camera"

    package enum State: Equatable, Sendable {
        /// The program is not installed, or systemd does not start programs of this session.
        case unavailable
        case off
        case on
    }

    /// The state, for which systemd is asked; it takes up to a second.
    package var state: State {
        let result = CommandRunner.run([
            Command("systemctl", "--user", "is-enabled", "\(rawValue).service")
        ])[0]
        switch result {
        case .output: return .on
        // A unit that is only installed has the word disabled, and another status than 0.
        case .failed: return isInstalled ? .off : .unavailable
        case .missing, .timedOut, .tooLong: return .unavailable
        }
    }

    /// Whether the program is in PATH.
    package var isInstalled: Bool { (try? ProgramPath.find(rawValue)) != nil }

    /// Returns the actions that start the program, now and at every login, with the display of these variables.
    ///
    /// A program that was started by hand has the display, and is only started at the next logins.
    func startActions(_ displayVariables: [String], isRunning: Bool) -> [SetupStep.Action] {
        guard !isRunning else { return [.run(manager("enable", rawValue))] }
        let importing =
            displayVariables.isEmpty ? [] : [manager(["import-environment"] + displayVariables)]
        return (importing + [manager("enable", "--now", rawValue)]).map { .run($0) }
    }

    private func manager(_ words: String...) -> Command { manager(words) }

    private func manager(_ words: [String]) -> Command { Command("systemctl", ["--user"] + words) }

    /// Turns the program on or off, now and at every login.
    ///
    /// - Throws: `CommandLineError` with the reason of systemd.
    package func turn(on isOn: Bool) throws {
        // The camera needs no display.
        let display =
            self == .camera
            ? [] : ScreenEvidence.displayVariables.filter { CurrentProcess.variable($0) != nil }
        let isRunning =
            switch self {
            case .nightFilter: try NightFilters.ofThisSession().isRunning
            case .tray, .camera: false
            }
        let actions =
            isOn
            ? startActions(display, isRunning: isRunning)
            : [.run(manager("disable", "--now", rawValue))]
        try SetupStep(name: rawValue, purpose: rawValue, actions: actions).run()
    }
}
