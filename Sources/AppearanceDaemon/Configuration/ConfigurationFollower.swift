import AppearanceModel
import EventLoop
import Linux

/// Reads the configuration again when its file has changed, or on request: whole or not at all.
final class ConfigurationFollower {
    private let read: () -> ConfigurationFile
    private let report: (Outcome) -> Void
    private var watch: SettledFileWatch?
    private var effective: EffectiveConfiguration

    /// The result of a reload.
    enum Outcome {
        /// Another configuration is in effect.
        case changed(to: ConfigurationFile, from: Configuration)
        /// The configuration is unchanged, or valid again.
        case same(ConfigurationFile)
        /// The file is invalid; the previous configuration stays in effect.
        case refused(ConfigurationFile, message: String)
        /// The file cannot be watched.
        case unwatched(IOError)
    }

    /// Follows the files at some paths, which had these stamps when they were read.
    init(
        _ paths: [String], since stamps: [FileStamp?], from effective: EffectiveConfiguration,
        on loop: EventLoop,
        read: @escaping () -> ConfigurationFile, _ report: @escaping (Outcome) -> Void
    ) throws(IOError) {
        self.effective = effective
        self.read = read
        self.report = report
        watch = try SettledFileWatch(on: loop, paths: paths, since: stamps) { [weak self] event in
            switch event {
            case .settled: self?.readAgain()
            case .blind(let error): self?.report(.unwatched(error))
            }
        }
    }

    /// Reads the file again once it has settled.
    func reload() { watch?.look() }

    private func readAgain() {
        let file = read()
        // A file that changed during the read may have been read half.
        guard watch?.isCurrent == true else { return reload() }
        guard let next = file.configuration else {
            guard file.problems != effective.problems else { return }
            effective.problems = file.problems
            return report(.refused(file, message: effective.message ?? ""))
        }
        let before = effective.configuration
        effective = EffectiveConfiguration(configuration: next)
        report(next == before ? .same(file) : .changed(to: file, from: before))
    }
}

/// The configuration in effect, and the problems of the file if another is.
struct EffectiveConfiguration {
    /// The configuration in effect.
    var configuration: Configuration
    /// The problems of the file; none if it is in effect.
    var problems = ConfigurationProblems.none
    /// A description of the fallback in effect since the start; `nil` once the file has loaded.
    var fallback: String?

    /// The published configuration error; `nil` for none.
    ///
    /// It has the first problem, the number of further ones, and the fallback in effect.
    var message: String? {
        guard let first = problems.lines.first else { return nil }
        let rest =
            switch problems.count {
            case 1: ""
            case 2: " (and 1 more problem)"
            case let count: " (and \(count - 1) more problems)"
            }
        return first + rest + (fallback.map { "; \($0)" } ?? "")
    }
}
