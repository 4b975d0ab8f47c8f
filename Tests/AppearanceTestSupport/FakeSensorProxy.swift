/// A stand-in for iio-sensor-proxy that can do more than the real one: refuse, hang,
/// and report any value.
package final class FakeSensorProxy: Sendable {
    static let name = "net.hadess.SensorProxy"
    static let path = "/net/hadess/SensorProxy"

    private let process: ChildProcess

    /// Takes the name on a system bus, with a sensor of this level or none.
    package init(on bus: PrivateBus, level: Double? = nil, unit: String = "lux") throws {
        process = try ChildProcess(
            Python.system, [Repository.support + "/sensor_proxy.py"],
            environment: TestHome.plainEnvironment.merging(bus.environment) { $1 },
            keepsInput: true)
        try process.waitForLine(containing: "\"ready\"")
        if let level {
            try become(["HasAmbientLight": true, "LightLevelUnit": .string(unit)], level)
        }
    }

    /// Changes the level of its sensor, and signals it to clients that have claimed it.
    package func show(_ level: Double) throws { try become([:], level) }

    /// Changes without a word about it.
    package func showSilently(_ level: Double) throws {
        try send(["set": ["LightLevel": .number(level)], "silently": true])
    }

    /// Takes its sensor away, or gives it one.
    package func setHasLight(_ hasLight: Bool) throws {
        try send(["set": ["HasAmbientLight": .bool(hasLight)]])
    }

    /// Refuses every claim from now on, or none.
    package func refuseClaims(_ message: String?) throws {
        try send(["refuse": message.map(JSON.string) ?? .null])
    }

    /// Stops replying, or replies again.
    package func hang(_ hangs: Bool) { process.signal(hangs ? 19 : 18) }

    /// Waits until a client has claimed its light sensor.
    package func waitForClaim() throws { try process.waitForLine(containing: "\"claimed\"") }

    /// Waits until a client has released its light sensor.
    package func waitForRelease() throws { try process.waitForLine(containing: "\"released\"") }

    /// Waits for this number of calls for its properties.
    package func waitForQuestions(_ count: Int) throws {
        let wanted = questions + count
        let deadline = Deadline()
        while questions < wanted {
            try deadline.check("\(wanted) questions")
            try process.waitForLineLeavingOthers("a question") { $0.contains("\"asked\"") }
        }
    }

    /// How often its light has been claimed so far.
    package var claims: Int { count(of: "\"claimed\"") }
    /// How often its properties have been requested so far.
    package var questions: Int { count(of: "\"asked\"") }

    private func count(of text: String) -> Int {
        process.text().split(separator: "\n").count { $0.contains(text) }
    }

    private func become(_ properties: [String: JSON], _ level: Double) throws {
        try send(["set": .object(properties.merging(["LightLevel": .number(level)]) { $1 })])
    }

    private func send(_ request: [String: JSON]) throws {
        try process.write(line: JSON.object(request).text)
        try process.waitForLine(containing: "\"done\"")
    }
}
