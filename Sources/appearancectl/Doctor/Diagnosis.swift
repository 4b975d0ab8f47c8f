internal import AppearanceProtocol

/// All that `appearancectl doctor` looks at.
struct Diagnosis {
    /// In the order in which things rest on one another.
    static let checks: [any Check] = [
        SessionBusCheck(), ServiceCheck(), SocketCheck(), NamesCheck(), ConfigurationCheck(),
        PlaceCheck(), SensorCheck(), SessionVariablesCheck(), PortalCheck(), FileChooserCheck(),
        DesktopSettingsCheck(), SwitchersCheck(), ScreenCheck(),
    ]

    /// The findings with the checks they are of, in their order.
    let findings: [(check: String, finding: Finding)]

    init(_ evidence: Evidence) {
        findings = Self.checks.flatMap { check -> [(check: String, finding: Finding)] in
            do throws(Unavailable) {
                return try check.examine(evidence).map { (check.name, $0) }
            } catch {
                return [(check.name, .skipped(error.why))]
            }
        }
    }

    func findings(_ status: Finding.Status) -> [(check: String, finding: Finding)] {
        findings.filter { $0.finding.status == status }
    }
}

/// One thing that can be wrong with a machine; it looks at evidence, and asks nobody.
protocol Check: Sendable {
    /// One or two words, which a person and a script may know it by.
    var name: String { get }

    /// What it finds, the worst first; throws what keeps it from looking.
    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding]
}

/// What could not be found out, and why, in a sentence.
struct Unavailable: Error, Equatable {
    let why: String

    init(_ why: String) { self.why = why }
}

/// What a check has found: what is so, and where that is no good, why, and what mends it.
struct Finding: Equatable {
    /// How bad it is; the worst first.
    enum Status: String, CaseIterable {
        /// What is promised is not kept.
        case broken
        /// It holds now, or nearly, and will not always.
        case warning
        case ok
        /// What it takes to look is not there.
        case skipped
    }

    let status: Status
    /// One sentence.
    let finding: String
    /// Why, in a sentence or two; empty where nothing is wrong.
    var cause = ""
    /// The shell command that mends it; empty where nothing is wrong, or no command can.
    var fix = ""

    static func ok(_ finding: String) -> Finding { Finding(status: .ok, finding: finding) }

    static func skipped(_ finding: String) -> Finding {
        Finding(status: .skipped, finding: finding)
    }

    static func warning(_ finding: String, because cause: String, fix: String) -> Finding {
        Finding(status: .warning, finding: finding, cause: cause, fix: fix)
    }

    static func broken(_ finding: String, because cause: String, fix: String) -> Finding {
        Finding(status: .broken, finding: finding, cause: cause, fix: fix)
    }

    /// One of the objects that `doctor --json` prints.
    func json(of check: String) -> JSON {
        .object([
            .init(name: "check", value: .string(check)),
            .init(name: "status", value: .string(status.rawValue)),
            .init(name: "finding", value: .string(finding)),
            .init(name: "cause", value: cause.isEmpty ? .null : .string(cause)),
            .init(name: "fix", value: fix.isEmpty ? .null : .string(fix)),
        ])
    }
}
