#if canImport(Testing)
    import Foundation
    package import Testing

    /// Runs a suite in a separate process, and returns its result; the suite in it is the same.
    package struct SeparateProcess: SuiteTrait, TestScoping {
        /// The command that runs the runner; empty for none.
        fileprivate let wrapper: [String]

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
            let command =
                wrapper + [
                    runner, "--testing-library", "swift-testing", "--filter", "[.]\(test.name)/",
                ]
            // The seeds, and what CI demands, are the same there.
            let environment = ProcessInfo.processInfo.environment.merging([Self.mark: "1"]) { $1 }
            let run = try ChildProcess.run(
                command[0], Array(command.dropFirst()), environment: environment)
            let report = run.output + run.errors
            #expect(run.status == .exited(0), "\(report)")
            #expect(report.contains("Suite \(test.name) passed"), "\(report)")
            // scripts/test lists them.
            for line in report.split(separator: "\n") where line.contains("➜ ") {
                print(line)
            }
        }
    }

    extension Trait where Self == SeparateProcess {
        /// A separate process that has a fake `/sys`: umockdev only works if it is preloaded.
        package static var inTestbed: Self { SeparateProcess(wrapper: ["umockdev-wrapper"]) }

        /// A separate process for a suite with exit tests.
        ///
        /// With the first one Swift Testing starts a thread that waits for every child of the process, and that
        /// does not sleep while one has ended and is not reaped, as those of `ChildProcess` are not.
        package static var withExitTests: Self { SeparateProcess(wrapper: []) }
    }
#endif
