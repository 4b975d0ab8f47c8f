// The parts that the service is put together from, each with what to say when it is not to be had.

import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import DBus
import EventLoop
import LightSensors
import Linux

// MARK: - What it goes by

extension Assembly {
    /// Reads the configuration file that counts.
    func readConfiguration() -> ConfigurationFile {
        let zones = KnownZones(.machine(in: environment.zoneDirectory))
        return options.configurationPath.map { .named($0, zones: zones) }
            ?? .first(of: environment.configurationPaths, zones: zones)
    }

    func configurationFile() throws(ExitReason) -> ConfigurationFile {
        let file = readConfiguration()
        for problem in file.problems.lines { say(problem) }
        if file.configuration == nil {
            guard options.configurationPath == nil, !options.checksOnly
            else { throw .configuration }
        }
        return file
    }

    /// What to go by from the start: the file, else the last copy of it that was good, else the
    /// built-in defaults.
    func footing(_ file: ConfigurationFile) -> EffectiveConfiguration {
        if let configuration = file.configuration {
            return EffectiveConfiguration(configuration: configuration)
        }
        let path = environment.lastGoodCopyPath
        guard let copy = path.flatMap({ LastKnownGood.load($0, log: log) }) else {
            log.warning("going by the built-in defaults until the file is mended")
            return EffectiveConfiguration(
                configuration: Configuration(), problems: file.problems,
                standIn: "the built-in defaults are in use")
        }
        let rules = LocalZone(
            named: copy.configuration.location.timeZone, environment: environment.timeZone,
            files: .machine(in: environment.zoneDirectory)
        ).rules
        let name = "the last good copy of \(rules.local(copy.takenAt).dateAndTime)"
        log.warning("going by \(name) until the file is mended")
        return EffectiveConfiguration(
            configuration: copy.configuration, problems: file.problems,
            standIn: "\(name) is in use")
    }

    /// Says what is wrong with the file: to whoever asked for the check, else to the journal.
    private func say(_ problem: String) {
        if options.checksOnly {
            StandardError.write("\(problem)\n")
        } else {
            log.error(problem)
        }
    }

    func sayChecked(_ file: ConfigurationFile) -> ExitReason {
        let subject = file.path.map { "\($0) is in order" }
        StandardOutput.write(
            "\(subject ?? "there is no configuration file; the built-in defaults hold")\n")
        return .stopped
    }

    func zone(_ configuration: Configuration) -> LocalZone {
        let zone = LocalZone(
            named: configuration.location.timeZone, environment: environment.timeZone,
            files: .machine(in: environment.zoneDirectory))
        if let warning = zone.warning { log.warning(warning) }
        return zone
    }

    /// Where the sun is watched from, and how that is known.
    func place(_ configuration: Configuration, _ zone: LocalZone) -> Coordinates? {
        if let configured = configuration.location.coordinates { return configured }
        guard let place = zone.place() else {
            log.notice(
                "no place is known, as the time zone \(zone.rules.name) names none: sunrise counts"
                    + " as 07:00 and sunset as 19:00 until [location] says where you are")
            return nil
        }
        log.info(
            "the sun is watched from \(place.latitudeDegrees.hundredths),"
                + " \(place.longitudeDegrees.hundredths), the place of \(zone.rules.name)")
        return place
    }

    func trace(in zone: LocalZone) throws(ExitReason) -> LightTrace? {
        guard let path = options.tracePath else { return nil }
        do {
            let bytes = try File.read(path, limit: 64 * 1024 * 1024)
            return try LightTrace(
                csv: String(decoding: bytes, as: UTF8.self), zone: zone.rules,
                start: zone.rules.instant(of: CivilDate(daysSinceEpoch: 0), ClockTime(wrapping: 0)))
        } catch let fault as LightTrace.Fault {
            log.error("\(path): \(fault)")
        } catch {
            log.error("the trace cannot be read: \(error)")
        }
        throw .usage
    }

    func clock(replaying trace: LightTrace?) -> ServiceClock {
        trace.map { ServiceClock(startingAt: $0.start, speed: options.speed) } ?? ServiceClock()
    }
}

// MARK: - What it stands on

extension Assembly {
    /// Does what the service cannot go on without, or says why it ends.
    func needed<Result>(
        _ reason: ExitReason, _ body: () throws(IOError) -> Result
    ) throws(ExitReason) -> Result {
        do throws(IOError) {
            return try body()
        } catch {
            log.error("\(error)")
            throw reason
        }
    }

    /// The socket from the service manager; `nil` if there is none.
    func inheritedSocket() throws(ExitReason) -> InheritedDescriptor? {
        do throws(IOError) {
            return try ServiceManager.inheritedDescriptors().first
        } catch {
            throw unusableSocket(error)
        }
    }

    private func unusableSocket(_ error: IOError) -> ExitReason {
        log.error("the socket cannot be used: \(error)")
        return .noSocket
    }

    func listener(_ inherited: InheritedDescriptor?) throws(ExitReason) -> UnixListener {
        guard let path = environment.socketPath else {
            log.error(
                "XDG_RUNTIME_DIR is not set to an absolute path, so there is no place for the"
                    + " socket; set it to a directory of your own, such as"
                    + " /run/user/\(CurrentProcess.userID)")
            throw .noSocket
        }
        do throws(IOError) {
            if let inherited {
                return try UnixListener(inherited: Descriptor(owning: inherited.rawValue))
            }
            return try UnixListener(path: path)
        } catch {
            if case .alreadyRunning = error {
                log.error("appearanced is running already: \(error)")
                throw .alreadyRunning
            }
            throw unusableSocket(error)
        }
    }

    /// Connects to the session bus; its name is still to be asked for.
    func sessionBus(on loop: EventLoop) throws(ExitReason) -> SessionBus {
        guard let address = environment.sessionBusAddress else {
            log.error(
                "there is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is"
                    + " set; start appearanced from your session, or under dbus-run-session")
            throw .noBus
        }
        do throws(BusError) {
            return try SessionBus(at: address, name: DBusPublisher.name, on: loop, log: log)
        } catch {
            log.error("\(error)")
            throw .noBus
        }
    }

    /// What is kept across restarts; nil in a replay, which is not to touch it, or without a home.
    func stateKeeper(
        on loop: EventLoop
    ) throws(IOError) -> (keeper: StateFileStore, saved: SavedState?)? {
        guard options.tracePath == nil else { return nil }
        guard let path = environment.statePath, let copyPath = environment.lastGoodCopyPath else {
            log.warning(
                "neither HOME nor XDG_STATE_HOME is set, so a restart will not know what was")
            return nil
        }
        let keeper = try StateFileStore(statePath: path, copyPath: copyPath, on: loop, log: log)
        return (keeper, StateFileStore.load(path, log: log))
    }

    /// Tells the service manager; one that does not listen is no reason to end.
    func notify(_ state: ServiceManager.State) {
        do throws(IOError) {
            try ServiceManager.notify(state)
        } catch {
            log.warning("the service manager (NOTIFY_SOCKET) does not listen: \(error)")
        }
    }

    /// Feeds the service manager's watchdog if there is one.
    func feedWatchdog(on loop: EventLoop) {
        do throws(IOError) {
            _ = try loop.enableWatchdog()
        } catch {
            log.warning("the watchdog is not fed, as WATCHDOG_USEC is invalid: \(error)")
        }
    }

    func stopSignals(on loop: EventLoop) throws(IOError) -> [SignalSource] {
        var sources: [SignalSource] = []
        for signal in [Signal.terminate, .interrupt] {
            sources.append(
                try loop.signal(signal.rawValue) { loop.exit(ExitReason.stopped.rawValue) })
        }
        return sources
    }
}

extension Double {
    /// Two decimals, as a place on the map is said.
    fileprivate var hundredths: String {
        let count = Int((self * 100).rounded())
        let sign = count < 0 ? "-" : ""
        let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
