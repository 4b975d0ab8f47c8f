import AppearanceConfig
import AppearanceModel
import EventLoop
import Linux

/// The configuration file in use, and the result of reading it.
struct ConfigurationFile: Sendable {
    /// The path of the file; `nil` if there is none, and the built-in defaults are in effect.
    let path: String?
    /// The configuration; `nil` if the file is invalid.
    let configuration: Configuration?
    /// The problems of the file.
    let problems: ConfigurationProblems
    /// The text of a valid file.
    var text: [UInt8] = []
    /// The stamps of the candidate files, taken before the first was read.
    let stamps: [FileStamp?]
}

extension ConfigurationFile {
    /// Reads the first file that exists; a missing file is not a problem.
    static func first(of paths: [String], zones: KnownZones) -> ConfigurationFile {
        let stamps = SettledFileWatch.stamps(of: paths)
        for path in paths {
            let file = ConfigurationFile(at: path, zones, stamps)
            if file.path != nil { return file }
        }
        return ConfigurationFile(
            path: nil, configuration: Configuration(), problems: .none, stamps: stamps)
    }

    /// Reads the requested file; a missing file is a problem.
    static func named(_ path: String, zones: KnownZones) -> ConfigurationFile {
        let stamps = SettledFileWatch.stamps(of: [path])
        let file = ConfigurationFile(at: path, zones, stamps)
        guard file.path == nil else { return file }
        return ConfigurationFile(
            path: path, configuration: nil,
            problems: ConfigurationProblems("\(path): there is no such file"), stamps: stamps)
    }

    private init(at path: String, _ zones: KnownZones, _ stamps: [FileStamp?]) {
        let bytes: [UInt8]
        do throws(IOError) {
            bytes = try File.read(path, limit: ConfigurationReader.largestFile)
        } catch {
            let isAbsent = error.errno == .noSuchFile || error.errno == .notADirectory
            // A link without a target is a problem: its owner wants a file there.
            let target = isAbsent ? File.linkTarget(path) : nil
            let problem = target.map { "\(path): it is a link to \($0), which does not exist" }
            self.init(
                path: isAbsent && target == nil ? nil : path, configuration: nil,
                problems: ConfigurationProblems(problem ?? "\(error)"), stamps: stamps)
            return
        }
        do throws(FileError) {
            let configuration = try ConfigurationReader.read(bytes, file: path, zones: zones)
            self.init(
                path: path, configuration: configuration, problems: .none, text: bytes,
                stamps: stamps)
        } catch {
            self.init(
                path: path, configuration: nil, problems: ConfigurationProblems(error),
                stamps: stamps)
        }
    }
}

/// The problems of a configuration file, as they are logged.
struct ConfigurationProblems: Equatable, Sendable {
    /// The first problems, one a line, and a line for those left out.
    let lines: [String]
    /// The number of problems, including those left out.
    let count: Int
}

extension ConfigurationProblems {
    static let none = ConfigurationProblems(lines: [], count: 0)

    /// Creates a list of one problem.
    init(_ problem: String) { self.init(lines: [problem], count: 1) }

    init(_ error: FileError) {
        self.init(lines: error.lines, count: error.diagnostics.count)
    }
}

/// The last valid configuration from a standard path, saved beside the state: the fallback at a
/// start with an invalid file.
struct LastKnownGood {
    let configuration: Configuration
    let takenAt: WallTime

    /// Reads the copy; `nil` if there is no valid one, which is logged unless it is missing.
    static func load(_ path: String, log: Log) -> LastKnownGood? {
        KeptFile(path, limit: LastGoodCopy.sizeLimit).load(
            "the last good copy", withoutIt: "it is not used", isWritten: false, log: log
        ) { bytes in
            guard let configuration = LastGoodCopy.configuration(of: bytes),
                let time = File.modificationTime(of: path)
            else { return nil }
            return LastKnownGood(
                configuration: configuration, takenAt: WallTime(microsecondsSinceEpoch: time))
        }
    }
}

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
