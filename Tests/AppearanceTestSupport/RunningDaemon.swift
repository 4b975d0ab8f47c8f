/// The real daemon with its own home and bus, ready when created.
package final class RunningDaemon: Sendable {
    package let home: TestHome
    package let bus: PrivateBus
    package let process: ChildProcess
    /// The environment for other programs with the same home and bus.
    package let environment: [String: String]
    /// The daemon's messages to its service manager.
    package let notifications: NotifySocket

    /// Starts `appearanced`; the sensors are the testbed's, else the machine's own.
    ///
    /// `wrapper` is a command that starts it, such as `["prlimit", "--nofile=32"]`.
    package init(
        arguments: [String] = [], wrapper: [String] = [], home: TestHome? = nil,
        bus: PrivateBus? = nil, testbed: SensorTestbed? = nil, environment: [String: String] = [:]
    ) throws {
        let home = try home ?? TestHome()
        let bus = try bus ?? PrivateBus(in: home)
        self.home = home
        self.bus = bus
        notifications = try NotifySocket(in: home)
        let shared = home.environment.merging(bus.environment) { $1 }
        self.environment = shared
        let command = wrapper + [BuiltProducts.appearanced] + arguments
        process = try ChildProcess(
            command[0], Array(command.dropFirst()),
            environment: shared.merging(notifications.environment) { $1 }
                .merging(testbed?.environment ?? [:]) { $1 }
                .merging(environment) { $1 }, atEnd: notifications.end)
        do {
            try notifications.waitForMessage(containing: "READY=1")
        } catch {
            throw HarnessFailure("\(error); output of the daemon:\n\(process.text(on: .errors))")
        }
    }

    /// Starts `appearanced` in a room of a steady light, for longer than any test lasts.
    ///
    /// The first `brightSeconds` of the recording have 400 lux. It is played `speed` times as fast.
    package convenience init(
        room lux: Double, brightSeconds: Int = 0, speed: Int = 20, home: TestHome,
        bus: PrivateBus? = nil
    ) throws {
        // A sensor whose level never moves would be a broken one.
        let lines = (0..<20_000).map { second in
            "\(second),\((second < brightSeconds ? 400 : lux) * (second % 2 == 0 ? 1 : 1.001))\n"
        }
        let recording = try home.write(lines.joined(), to: "room.csv")
        try self.init(
            arguments: ["--simulate", recording, "--speed", "\(speed)"], home: home, bus: bus)
    }

    // The daemon is ended first: if it lost its bus, it would save its state in a removed home.
    deinit {
        process.signalGroup(9)
        _ = try? process.expectExit()
    }

    /// Runs `appearancectl` against this daemon to its end.
    package func appearancectl(_ arguments: String...) throws -> FinishedProcess {
        try ChildProcess.run(BuiltProducts.appearancectl, arguments, environment: environment)
    }

    /// A foreign client of this daemon on the bus.
    package func busClient() throws -> BusClient { try BusClient(environment: environment) }

    /// A foreign client of this daemon on its socket.
    package func varlinkClient(streaming method: String, _ parameters: JSON = [:]) throws
        -> VarlinkClient
    {
        try VarlinkClient(streaming: method, parameters, at: home.socket)
    }
}
