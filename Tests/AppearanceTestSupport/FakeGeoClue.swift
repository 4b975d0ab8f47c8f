/// A stand-in for GeoClue on a system bus, which finds a place, denies it, or does not answer.
package final class FakeGeoClue: Sendable {
    private let process: ChildProcess

    /// Takes the name on the bus, with the behaviour in the words of `Tests/Support/geoclue.py`.
    package init(on bus: PrivateBus, _ behaviour: [String]) throws {
        process = try ChildProcess(
            Python.system, [Repository.support + "/geoclue.py"] + behaviour,
            environment: TestHome.plainEnvironment.merging(bus.environment) { $1 },
            keepsInput: true)
        try process.waitForLine(containing: "\"ready\"")
    }

    /// The lines that it has printed.
    package var lines: [String] { process.text().split(separator: "\n").map(String.init) }
}
