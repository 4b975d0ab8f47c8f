import AppearanceTestSupport
import Testing

@testable import AppearanceDaemon

/// Exit codes, which scripts and units rely on.
@Suite(.bounded) struct ExitReasonTests {
    private static let reasons: [ExitReason] = [
        .stopped, .configuration, .usage, .alreadyRunning, .noBus, .noSocket,
    ]

    @Test func `every exit reason has a fixed code`() {
        #expect(Self.reasons.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        #expect(ExitReason(rawValue: 6) == nil)
    }

    @Test func `the manual has every code`() throws {
        let manual = try Repository.text(of: "man/appearanced.1.scd")
        for reason in Self.reasons { #expect(manual.contains("\n*\(reason.rawValue)*\n")) }
    }

    /// A configuration, a usage or a name that is wrong stays wrong; a bus may come back.
    @Test func `systemd restarts only after errors that a restart can fix`() throws {
        let unit = try Repository.text(of: "systemd/appearanced.service")
        let final: [ExitReason] = [.configuration, .usage, .alreadyRunning]
        let codes = final.map { "\($0.rawValue)" }.joined(separator: " ")
        #expect(unit.contains("\nRestartPreventExitStatus=\(codes)\n"))
    }
}
