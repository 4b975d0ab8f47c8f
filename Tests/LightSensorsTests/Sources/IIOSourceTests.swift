import AppearanceTestSupport
import Foundation
import Testing

/// umockdev only works in a process that it was preloaded into: so these tests run once more.
@Suite(.requires(.sensorTestbed)) struct IIOSourceTests {
    @Test(.enabled(if: !SensorsInTestbed.isPreloaded, "this is the run in a testbed"))
    func everythingHoldsInATestbed() throws {
        let run = try ChildProcess.run(
            "umockdev-wrapper",
            [
                try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
                "--testing-library", "swift-testing", "--filter", "IIOSourceInTestbedTests",
            ], environment: TestHome.plainEnvironment, within: .seconds(120))
        #expect(run.status == .exited(0), "\(run.output)\(run.errors)")
        #expect((run.output + run.errors).contains("Suite IIOSourceInTestbedTests passed"))
    }
}
