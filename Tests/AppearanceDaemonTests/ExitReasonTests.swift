import AppearanceTestSupport
import Linux
import Testing

@testable import AppearanceDaemon

/// Exit codes, which scripts and units rely on.
@Suite(.bounded) struct ExitReasonTests {
    private static let reasons: [ExitReason] = [
        .done, .refused, .usage, .noServer, .noRuntimeDirectory, .alreadyRunning,
        .invalidConfiguration,
    ]

    @Test func `every exit reason has a fixed code`() {
        #expect(Self.reasons.map(\.rawValue) == [0, 1, 64, 69, 73, 75, 78])
        #expect(ExitReason.failed.rawValue == 71)
        #expect(ExitReason(rawValue: 4) == nil)
    }

    @Test func `each manual has every code`() throws {
        let manual = try Repository.text(of: "man/appearanced.1.scd")
        for reason in Self.reasons { #expect(manual.contains("\n*\(reason.rawValue)*\n")) }
        let filter = try Repository.text(of: "man/appearance-nightfilter.1.scd")
        for reason in Self.reasons + [.failed] {
            #expect(filter.contains("\n*\(reason.rawValue)*\n"))
        }
    }

    /// A configuration, a usage or a name that is wrong stays wrong; a bus may come back.
    @Test func `systemd restarts only after errors that a restart can fix`() throws {
        let unit = try Repository.text(of: "systemd/appearanced.service")
        let final: [ExitReason] = [.refused, .usage, .alreadyRunning, .invalidConfiguration]
        let codes = final.map { "\($0.rawValue)" }.joined(separator: " ")
        #expect(unit.contains("\nRestartPreventExitStatus=\(codes)\n"))
        let code = " \(ExitReason.noRuntimeDirectory.rawValue)"
        for name in ["tray", "presence", "camera"] {
            let unit = try Repository.text(of: "systemd/appearance-\(name).service")
            let line = unit.split(separator: "\n").first {
                $0.hasPrefix("RestartPreventExitStatus=")
            }
            #expect(line?.contains(code) == true, "\(name)")
        }
    }
}
