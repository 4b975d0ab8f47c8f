#if canImport(Testing)
    import Foundation
    package import Testing

    /// Runs a suite in a separate process, and returns its result; the suite in it is the same.
    package struct SeparateProcess: SuiteTrait, TestScoping {
        /// The reason for it.
        fileprivate enum Purpose {
            /// A fake `/sys`: umockdev only works if it is preloaded.
            case testbed
            /// Exit tests: with the first one Swift Testing starts a thread that waits for every child of the process,
            /// and that does not sleep while one has ended and is not reaped, as those of `ChildProcess` are not.
            case exitTests
        }

        fileprivate let purpose: Purpose

        /// The variable that marks such a process.
        private static let mark = "IN_SEPARATE_PROCESS"

        private static let isInside = ProcessInfo.processInfo.environment[mark] != nil

        package func provideScope(
            for test: Test, testCase: Test.Case?,
            performing function: @Sendable () async throws -> Void
        ) async throws {
            guard !Self.isInside else { return try await function() }
            try await withTaskExecutorPreference(BlockingThreads.shared) {
                try await runAgain(test)
            }
        }

        private func runAgain(_ test: Test) async throws {
            let runner = try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/exe")
            // Names of other suites may end in this one.
            let command = [
                runner, "--testing-library", "swift-testing", "--filter", "[.]\(test.name)/",
            ]
            let wrapped = purpose == .testbed ? ["umockdev-wrapper"] + command : command
            let run = try ChildProcess.run(
                wrapped[0], Array(wrapped.dropFirst()),
                environment: TestHome.plainEnvironment.merging([Self.mark: "1"]) { $1 },
                within: ChildProcess.timeout)
            let report = run.output + run.errors
            #expect(run.status == .exited(0), "\(report)")
            #expect(report.contains("Suite \(test.name) passed"), "\(report)")
        }
    }

    extension Trait where Self == SeparateProcess {
        /// A separate process with umockdev preloaded.
        package static var inTestbed: Self { SeparateProcess(purpose: .testbed) }

        /// A separate process for a suite that has exit tests.
        package static var withExitTests: Self { SeparateProcess(purpose: .exitTests) }
    }
#endif
