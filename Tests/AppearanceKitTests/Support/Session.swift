import AppearanceKit
import AppearanceTestSupport
import DaemonClient

/// A home of a test's own, in which the real service comes and goes.
final class Session {
    let home: TestHome
    let bus: PrivateBus
    private(set) var daemon: RunningDaemon?

    /// A session without the service.
    init() throws {
        home = try TestHome()
        try home.write(
            configuration: "[sensor]\nsource = \"none\"\n[safety]\nflash_guard = false\n")
        bus = try PrivateBus(in: home)
    }

    /// A session with the service, in which a mode is chosen.
    convenience init(_ mode: String) throws {
        try self.init()
        try start()
        try set(mode)
    }

    /// The socket of the daemon.
    var socket: DaemonSocket { DaemonSocket(runtimeDirectory: home.runtimeDirectory) }

    /// Starts the service; it is there when this returns.
    func start() throws { daemon = try RunningDaemon(home: home, bus: bus) }

    /// Kills the service, as the system does when memory runs out.
    func kill() throws {
        daemon?.process.signal(9)
        try daemon?.process.expectExit()
        daemon = nil
    }

    /// Ends the service as the service manager does.
    func stop() throws {
        try daemon?.process.terminate()
        daemon = nil
    }

    /// Chooses a mode; it is in effect when this returns.
    func set(_ mode: String) throws {
        let run = try daemon?.appearancectl("set", mode)
        guard run?.status == .exited(0) else {
            throw HarnessFailure("set \(mode): \(run?.errors ?? "no daemon")")
        }
    }
}
