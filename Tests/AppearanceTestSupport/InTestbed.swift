#if canImport(Testing)
    import Foundation
    package import Testing

    /// Runs a suite in a separate process with umockdev preloaded, and returns its result.
    ///
    /// umockdev only works in such a process; the suite in it is the same.
    package struct InTestbed: SuiteTrait, TestScoping {
        /// Whether this is that process.
        package static let isPreloaded =
            ProcessInfo.processInfo.environment["LD_PRELOAD"]?.contains("libumockdev-preload")
            == true

        package init() {}

        package func provideScope(
            for test: Test, testCase: Test.Case?,
            performing function: @Sendable () async throws -> Void
        ) async throws {
            guard !Self.isPreloaded else { return try await function() }
            try await withTaskExecutorPreference(BlockingThreads.shared) {
                try await runAgain(test)
            }
        }

        private func runAgain(_ test: Test) async throws {
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
#endif
