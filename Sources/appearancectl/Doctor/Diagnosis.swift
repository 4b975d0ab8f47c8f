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
