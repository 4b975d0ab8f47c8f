import AppearanceTestSupport
import Foundation
import Testing

/// Runs a suite in a process of its own that umockdev was preloaded into, and takes its verdict.
struct InTestbed: SuiteTrait, TestScoping {
    private static let isPreloaded =
        ProcessInfo.processInfo.environment["LD_PRELOAD"]?.contains("libumockdev-preload") == true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: () async throws -> Void
    ) async throws {
        guard !Self.isPreloaded else { return try await function() }
        let run = try ChildProcess.run(
            "umockdev-wrapper",
            [
                try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
                "--testing-library", "swift-testing", "--filter", test.name,
            ], environment: TestHome.plainEnvironment, within: .seconds(120))
        let report = run.output + run.errors
        #expect(run.status == .exited(0), "\(report)")
        #expect(report.contains("Suite \(test.name) passed"), "\(report)")
    }
}
