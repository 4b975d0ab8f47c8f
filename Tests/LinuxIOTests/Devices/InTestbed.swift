import Foundation
import Testing

/// Runs a suite in a process of its own that umockdev was preloaded into, and takes its verdict.
struct InTestbed: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: () async throws -> Void
    ) async throws {
        guard !Testbed.isPreloaded else { return try await function() }
        let tests = Process()
        let output = Foundation.Pipe()
        tests.executableURL = URL(fileURLWithPath: Testbed.wrapper)
        tests.arguments = [
            try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            "--testing-library", "swift-testing", "--filter", test.name,
        ]
        tests.standardOutput = output
        tests.standardError = output
        try tests.run()
        let report = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        tests.waitUntilExit()
        #expect(tests.terminationStatus == 0, "\(report)")
        #expect(report.contains("Suite \(test.name) passed"), "\(report)")
    }
}
