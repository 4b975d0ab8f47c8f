// The parts of the daemon, each with the log line for its absence.

import AppearanceEngine
import AppearanceModel
import DBus
import EventLoop
import LightSensors
import Linux
import SettingsFile

extension Assembly {
    /// Runs a step that the daemon needs; an error is logged and ends the start.
    func require<Result>(
        _ reason: ExitReason, _ body: () throws(IOError) -> Result
    ) throws(ExitReason) -> Result {
        do throws(IOError) {
            return try body()
        } catch {
            log.error("\(error)")
            throw reason
        }
    }

    /// Returns the socket from the service manager; `nil` if there is none.
    func inheritedSocket() throws(ExitReason) -> InheritedDescriptor? {
        do throws(IOError) {
            return try ServiceManager.inheritedDescriptors().first
        } catch {
            throw unusableSocket(error)
        }
    }

    private func unusableSocket(_ error: IOError) -> ExitReason {
        log.error("the socket is unusable: \(error)")
        return .noRuntimeDirectory
    }

    func listener(_ inherited: InheritedDescriptor?) throws(ExitReason) -> UnixListener {
        guard let path = environment.socketPath else {
            log.error(
                "XDG_RUNTIME_DIR is not set to an absolute path, which the socket needs; set it to"
                    + " a directory of your own, such as /run/user/\(CurrentProcess.userID)")
            throw .noRuntimeDirectory
        }
        do throws(IOError) {
            if let inherited {
                return try UnixListener(inherited: Descriptor(owning: inherited.rawValue))
            }
            return try UnixListener(path: path)
        } catch {
            if case .alreadyRunning = error {
                log.error("appearanced is running already: \(error)\(busWords)\(Self.stopWords)")
                throw .alreadyRunning
            }
            throw unusableSocket(error)
        }
    }

    /// The command that stops the daemon of systemd, and the socket that would start it again.
    private static let stopWords =
        "; to stop it: systemctl --user stop appearanced.socket appearanced.service"

    /// The words for a session that has a bus of its own, where no second daemon can stand in for the first.
    private var busWords: String {
        guard let bus = environment.busBesides else { return "" }
        return
            ". This session has a bus of its own (\(environment.sessionBusAddress ?? "")) beside yours"
            + " (\(bus)), so its apps reach neither appearanced nor its portal. Start the compositor"
            + " without dbus-run-session and dbus-launch, and let it run"
            + " 'dbus-update-activation-environment --systemd WAYLAND_DISPLAY XDG_CURRENT_DESKTOP'"
    }

    /// Connects to the session bus; its name is requested later.
    func sessionBus(on loop: EventLoop) throws(ExitReason) -> SessionBus {
        do throws(DBusError) {
            return try SessionBus(
                at: environment.sessionBusAddress ?? "", name: DBusPublisher.name, on: loop,
                log: log)
        } catch {
            log.error(error.message)
            throw .noServer
        }
    }

    /// Returns the state file and its content; `nil` in a replay, which leaves it unchanged, or
    /// without a home.
    func stateStore(
        on loop: EventLoop
    ) throws(IOError) -> (store: StateFileStore, saved: SavedState?)? {
        guard options.tracePath == nil else { return nil }
        guard let path = environment.statePath, let copyPath = environment.configuration.copy else {
            log.warning(
                "neither HOME nor XDG_STATE_HOME is set; the state is not saved across restarts")
            return nil
        }
        let store = try StateFileStore(statePath: path, copyPath: copyPath, on: loop, log: log)
        return (store, StateFileStore.load(path, log: log))
    }

    /// Notifies the service manager; a failure is logged and has no other effect.
    func notify(_ state: ServiceManager.State) {
        do throws(IOError) {
            try ServiceManager.notify(state)
        } catch {
            log.warning("cannot notify the service manager (NOTIFY_SOCKET): \(error)")
        }
    }

    func stopSignals(on loop: EventLoop) throws(IOError) -> [SignalSource] {
        var sources: [SignalSource] = []
        for signal in [Signal.terminate, .interrupt] {
            sources.append(
                try loop.signal(signal.rawValue) { loop.exit(ExitReason.done.rawValue) })
        }
        return sources
    }

    /// Returns the recorder of the run; `nil` if none was requested.
    func recorder(on loop: EventLoop) throws(ExitReason) -> RunRecorder? {
        guard let path = options.recordPath else { return nil }
        do throws(IOError) {
            if let file = try RecordFile.make(path) {
                log.notice(
                    "the run is recorded in \(path); the recording has your location, the light in"
                        + " your room and your choices: check it before you share it")
                return try RunRecorder(file, on: loop, log: log)
            }
            log.error(
                "cannot record the run: \(path) exists and is not a run recording; name another"
                    + " file, or move it away")
        } catch {
            log.error("cannot record the run: \(error)")
        }
        throw .usage
    }

    func trace(in zone: LocalZone) throws(ExitReason) -> LightTrace? {
        guard let path = options.tracePath else { return nil }
        do {
            let bytes = try File.read(path, limit: 64 * 1024 * 1024)
            return try LightTrace(
                csv: String(decoding: bytes, as: UTF8.self), zone: zone.rules,
                start: zone.rules.instant(of: CivilDate(daysSinceEpoch: 0), ClockTime(wrapping: 0)))
        } catch let error as LineError {
            log.error("\(path): \(error)")
        } catch {
            log.error("cannot read the light recording: \(error)")
        }
        throw .usage
    }

    func clock(replaying trace: LightTrace?) -> ServiceClock {
        trace.map { ServiceClock(startingAt: $0.start, speed: options.speed) } ?? ServiceClock()
    }

    /// Follows the file of the time zone, and submits the new schedule when it changes.
    func zoneFollower(
        _ configuration: Configuration, in zone: LocalZone, _ runtime: Runtime, on loop: EventLoop
    ) throws(IOError) -> ZoneFollower {
        try ZoneFollower(
            configuration, in: zone, on: loop, log: log, read: environment.configuration.zone,
            { [weak runtime] configuration, zone in
                let settings = EngineSettings(
                    configuration, place(configuration, zone), zone: zone.rules)
                _ = runtime?.submit(.scheduleChanged(settings.schedule))
            })
    }

    /// Returns the watch of suspend, lid and session, to be started later.
    func loginWatch(
        _ runtime: Runtime, _ systemBus: SystemBus, on loop: EventLoop
    ) throws(IOError) -> LoginWatch {
        try LoginWatch(environment, systemBus, on: loop, log: log) { [weak runtime] event in
            _ = runtime?.submit(event)
        }
    }
}
