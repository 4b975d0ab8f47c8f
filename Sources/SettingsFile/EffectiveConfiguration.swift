internal import AppearanceConfig
internal import AppearanceEngine
package import AppearanceModel
package import Linux

/// The configuration in effect, and the problems of the file if another is.
package struct EffectiveConfiguration {
    /// The configuration in effect.
    package private(set) var configuration: Configuration
    /// The problems of the file; none if it is in effect.
    private var problems = ConfigurationProblems.none
    /// A description of the fallback in effect since the start; `nil` once the file has loaded.
    private var fallback: String?

    /// Selects the configuration to start with: that of the file, else the last good copy, else the
    /// built-in defaults; a fallback is logged.
    package init(_ file: ConfigurationFile, in place: ConfigurationPlace, log: Log) {
        if let configuration = file.configuration {
            self.configuration = configuration
            return
        }
        problems = file.problems
        let name: String
        if !place.isNamed, let copy = place.copy.flatMap({ LastKnownGood.load($0, log: log) }) {
            configuration = copy.configuration
            let rules = place.zone(of: copy.configuration).rules
            name = "the last good copy of \(rules.local(copy.takenAt).dateAndTime) is"
        } else {
            configuration = Configuration()
            name = "the built-in defaults are"
        }
        log.warning("\(name) in effect until the file is fixed")
        fallback = "\(name) in effect"
    }

    /// The published configuration error; `nil` for none.
    ///
    /// It has the first problem, the number of further ones, and the fallback in effect.
    package var message: String? {
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

extension EffectiveConfiguration {
    /// The result of reading the file again.
    package enum Reload {
        /// Another configuration is in effect.
        case changed(from: Configuration)
        /// The configuration is unchanged.
        case same
        /// The file is invalid; the previous configuration stays in effect.
        case refused
    }

    /// Takes over a file that was read again, whole or not at all, and logs the result.
    ///
    /// - Returns: `nil` for a file whose problems are known already.
    package mutating func reload(_ file: ConfigurationFile, log: Log) -> Reload? {
        guard let next = file.configuration else {
            guard file.problems != problems else { return nil }
            problems = file.problems
            for problem in problems.lines { log.error(problem) }
            log.warning("the previous configuration stays in effect")
            return .refused
        }
        let (before, wasRefused) = (configuration, problems != .none)
        (configuration, problems, fallback) = (next, .none, nil)
        let isGone = file.path == nil && (next != before || wasRefused)
        if isGone {
            log.info("the configuration file is gone; the built-in defaults are in effect")
        }
        guard next != before else {
            if wasRefused, !isGone { log.info("the configuration is valid again, and unchanged") }
            return .same
        }
        if !isGone {
            log.info(
                "configuration reloaded: " + ConfigurationSchema.changes(from: before, to: next))
        }
        return .changed(from: before)
    }
}

/// The last valid configuration from a standard path, saved beside the state: the fallback for an
/// invalid file.
struct LastKnownGood {
    let configuration: Configuration
    let takenAt: WallTime

    /// Reads the copy; `nil` if there is no valid one, which is logged unless it is missing.
    static func load(_ path: String, log: Log) -> LastKnownGood? {
        KeptFile(path, limit: LastGoodCopy.sizeLimit).load(
            "the last good copy", withoutIt: "it is not used", isWritten: false, log: log
        ) { LastKnownGood($0, path) }
    }

    /// Reads the copy for a command that runs once and logs nothing; `nil` if there is no valid one.
    static func read(_ path: String) -> LastKnownGood? {
        switch KeptFile(path, limit: LastGoodCopy.sizeLimit).read({ LastKnownGood($0, path) }) {
        case .content(let copy): copy
        case .absent, .unreadable, .invalid: nil
        }
    }

    private init?(_ bytes: [UInt8], _ path: String) {
        guard let configuration = LastGoodCopy.configuration(of: bytes),
            let time = File.modificationTime(of: path)
        else { return nil }
        self.configuration = configuration
        takenAt = WallTime(microsecondsSinceEpoch: time)
    }
}
