import AppearanceTestSupport
import Foundation

/// A daemon without a sensor in a bright phase of the schedule, and the real program before a camera that is
/// not there, on clocks of the test.
struct CameraSession {
    let camera: TestCamera
    private(set) var daemon: RunningDaemon
    private let testbed: SensorTestbed
    private let clocks: SkewedClocks
    private let logind: [String: String]

    /// Starts the daemon, with lines of the configuration, the camera's stand-in with attributes, and a logind.
    init(
        _ configuration: String = "", _ options: [String: JSON] = [:],
        logind: [String: String] = [:]
    ) throws {
        testbed = try SensorTestbed()
        clocks = try SkewedClocks()
        camera = try TestCamera(in: testbed, options)
        self.logind = logind
        let home = try TestHome()
        try home.write(
            configuration: """
                [ambient.dwell]
                light_to_dark = "1s"
                dark_to_light = "1s"
                [schedule]
                light = "\(TestHome.clock(hoursFromNow: -2))"
                dark = "\(TestHome.clock(hoursFromNow: 10))"
                night = ""
                \(configuration)

                """)
        daemon = try RunningDaemon(
            home: home, environment: Self.environment(testbed, clocks).merging(logind) { $1 })
    }

    private static func environment(
        _ testbed: SensorTestbed, _ clocks: SkewedClocks
    ) -> [String: String] {
        testbed.environment.merging(
            clocks.environment(preloading: SensorTestbed.preload)
        ) { $1 }
    }

    /// Starts the program, on the same clocks or on others, in a language, and waits until it follows the daemon.
    func start(
        on clocks: SkewedClocks? = nil, in language: [String: String] = [:]
    ) throws -> ChildProcess {
        let surroundings = Self.environment(testbed, clocks ?? self.clocks).merging(language) { $1 }
        let environment = daemon.environment.merging(surroundings) { $1 }.merging(logind) { $1 }
        let program = try ChildProcess(
            BuiltProducts.camera, environment: camera.slowing(environment))
        let deadline = Deadline()
        while try !program.watchesFiles { try deadline.check("the program to follow the daemon") }
        return program
    }

    /// Starts the daemon again when the clocks are so many seconds ahead.
    mutating func restartDaemon(at seconds: Int64) throws {
        try daemon.process.terminate()
        try clocks.pass(seconds)
        daemon = try RunningDaemon(
            home: daemon.home, bus: daemon.bus,
            environment: Self.environment(testbed, clocks).merging(logind) { $1 })
    }

    /// Lets the clocks be so many seconds ahead, and lets the daemon and the program compute again.
    func pass(to seconds: Int64) throws {
        try clocks.pass(seconds)
        try refresh()
    }

    /// Reloads the configuration, and waits until every follower of the status has been sent that.
    func refresh() throws {
        let path = daemon.home.configurationFile
        let before = try daemon.status()["configuration_loaded"]
        try daemon.home.write(configuration: try String(contentsOfFile: path, encoding: .utf8))
        let deadline = Deadline()
        while try daemon.status()["configuration_loaded"] == before {
            try deadline.check("the configuration to be loaded")
        }
    }

    /// The number of grabs that have ended, with a level or without; before, a grab has a second of the clocks.
    func grabs() throws -> Int {
        try camera.state().requests.count { $0 == "STREAMOFF" }
    }
}

extension ChildProcess {
    /// Waits for the next level that the camera measures, which must be about this one.
    func waitForLevel(_ lux: Double) throws {
        let line = try waitForLine(containing: "the camera measures", on: .errors)
        let words = line.split(separator: " ")
        guard words.last == "lux", let level = Double(words[words.count - 2]),
            abs(level - lux) <= lux * 0.05
        else { throw HarnessFailure("the level is not \(lux) lux: \(line)") }
    }
}
