internal import AppearanceModel
internal import DBus
internal import DaemonClient
internal import EventLoop
package import Linux

/// The version, the same as that of the daemon of the same release.
package let trayVersion = projectVersion

/// The program of the icon in the panel.
package struct TrayService {
    /// The name of the only instance of a session.
    private static let name = "io.github.appearanced.Tray"

    private let environment: (String) -> String?
    private let log = Log(of: "appearance-tray")

    /// Creates the program for an environment.
    package init(environment: @escaping (String) -> String?) { self.environment = environment }

    /// Shows the icon until the program is stopped.
    package func run() -> ExitReason {
        guard let address = BusAddress.ofSession(environment) else {
            log.error("there is no session bus; start this program from your session")
            return .noServer
        }
        do {
            return try serve(at: address)
        } catch let error as DBusError {
            log.error("the session bus cannot be used: \(error.message)")
            return .noServer
        } catch let error as DaemonError {
            log.error("\(error)")
            return .noRuntimeDirectory
        } catch {
            log.error("\(error)")
            return .failed
        }
    }

    private func serve(at address: String) throws -> ExitReason {
        CurrentProcess.ignore(.brokenPipe)
        CurrentProcess.hold(.interrupt, .terminate)
        let loop = try EventLoop()
        CurrentProcess.keep(loop)
        let bus = try BusConnection(loop: loop, address: address)
        defer { bus.close() }
        let tray = try TrayRuntime(
            following: .ofThisSession(), on: bus, in: loop, environment, log: log)
        let source = try loop.watch(tray.descriptor, for: .readable) { _ in tray.process() }
        let signals = try [Signal.terminate, .interrupt].map { signal in
            try loop.signal(signal.rawValue) { loop.exit(ExitReason.done.rawValue) }
        }
        bus.onDisconnected = { [log] in
            log.notice("the session bus is gone")
            loop.exit(ExitReason.noServer.rawValue)
        }
        bus.requestName(Self.name, flags: .doNotQueue) { [log] answer in
            switch answer {
            case .success(.owner), .success(.alreadyOwner):
                tray.start()
                _ = try? ServiceManager.notify(.ready)
            case .success(.exists), .success(.inQueue):
                log.error("an icon is shown already")
                loop.exit(ExitReason.alreadyRunning.rawValue)
            case .failure(let error):
                log.error("the session bus gives no name: \(error.message)")
                loop.exit(ExitReason.noServer.rawValue)
            }
        }
        let code = try loop.run()
        withExtendedLifetime((source, signals)) {}
        return ExitReason(rawValue: code) ?? .done
    }
}
