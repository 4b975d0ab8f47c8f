import AppearanceModel
import LinuxIO

/// Reads the configuration again when something else is in its place, or when told to: whole or
/// not at all.
final class ConfigurationFollower {
    /// How long a file that came or went is given, in microseconds: who replaces it by removing it
    /// first is not asking for the built-in defaults.
    private static let patience: Int64 = 250_000

    private let read: () -> ConfigurationFile
    private let told: (Outcome) -> Void
    private var watches: [PathWatch] = []
    private var patienceTimer: TimerSource?
    private var isPatient = false
    private var footing: Footing

    /// What came of reading it again.
    enum Outcome {
        /// Another configuration holds from now on.
        case changed(to: ConfigurationFile, from: Configuration)
        /// It is what it was, or is so again.
        case same(ConfigurationFile)
        /// It cannot be taken; what held before holds on.
        case refused(ConfigurationFile, complaint: String)
        /// What becomes of it cannot be seen.
        case unseen(IOFailure)
    }

    /// Follows the files at some paths.
    init(
        _ paths: [String], from footing: Footing, on loop: EventLoop,
        read: @escaping () -> ConfigurationFile, _ told: @escaping (Outcome) -> Void
    ) throws(IOFailure) {
        self.footing = footing
        self.read = read
        self.told = told
        patienceTimer = try loop.timer(.boottime) { [weak self] in self?.reload() }
        watches = paths.map { path in
            PathWatch(on: loop, path: path) { [weak self] in self?.hear($0) }
        }
    }

    private func hear(_ event: PathWatch.Event) {
        switch event {
        case .settled: reload()
        case .unsettled:
            guard !isPatient else { return }
            isPatient = true
            patienceTimer?.arm(at: SystemClock.now().boot + Self.patience)
        case .blind(let failure): told(.unseen(failure))
        }
    }

    /// Reads it now.
    func reload() {
        patienceTimer?.disarm()
        isPatient = false
        let file = read()
        guard let next = file.configuration else {
            guard file.problems != footing.problems else { return }
            footing.problems = file.problems
            return told(.refused(file, complaint: footing.complaint ?? ""))
        }
        let before = footing.configuration
        footing = Footing(configuration: next)
        told(next == before ? .same(file) : .changed(to: file, from: before))
    }
}
