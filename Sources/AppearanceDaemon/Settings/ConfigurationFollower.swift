import AppearanceModel
import EventLoop
import Linux

/// Reads the configuration again when its file has changed, or on request: whole or not at all.
final class ConfigurationFollower {
    private let read: () -> ConfigurationFile
    private let told: (Outcome) -> Void
    private var watch: SettledFileWatch?
    private var footing: EffectiveConfiguration

    /// What came of reading it again.
    enum Outcome {
        /// Another configuration holds from now on.
        case changed(to: ConfigurationFile, from: Configuration)
        /// It is what it was, or is so again.
        case same(ConfigurationFile)
        /// It cannot be taken; what held before holds on.
        case refused(ConfigurationFile, complaint: String)
        /// What becomes of it cannot be seen.
        case unseen(IOError)
    }

    /// Follows the files at some paths, which had these stamps when they were read.
    init(
        _ paths: [String], since stamps: [FileStamp?], from footing: EffectiveConfiguration,
        on loop: EventLoop,
        read: @escaping () -> ConfigurationFile, _ told: @escaping (Outcome) -> Void
    ) throws(IOError) {
        self.footing = footing
        self.read = read
        self.told = told
        watch = try SettledFileWatch(on: loop, paths: paths, since: stamps) { [weak self] event in
            switch event {
            case .settled: self?.readAgain()
            case .blind(let failure): self?.told(.unseen(failure))
            }
        }
    }

    /// Reads it again as soon as nobody writes to it.
    func reload() { watch?.look() }

    private func readAgain() {
        let file = read()
        // Whoever wrote while it was read is not done; half of it may have been read.
        guard watch?.isCurrent == true else { return reload() }
        guard let next = file.configuration else {
            guard file.problems != footing.problems else { return }
            footing.problems = file.problems
            return told(.refused(file, complaint: footing.complaint ?? ""))
        }
        let before = footing.configuration
        footing = EffectiveConfiguration(configuration: next)
        told(next == before ? .same(file) : .changed(to: file, from: before))
    }
}
