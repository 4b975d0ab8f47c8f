// Puts the service together: the only place that knows every source and every publisher.

import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import DBus
import EventLoop
import LightSensors
import Linux

/// The service, from its options to its end.
package struct Assembly {
    let options: ServiceOptions
    let environment: ServiceEnvironment
    let log = Log(of: "appearanced")

    package init(_ options: ServiceOptions, in environment: ServiceEnvironment) {
        self.options = options
        self.environment = environment
    }

    /// Runs until told to stop, or until something is missing that it cannot run without.
    package func run() -> ExitReason {
        do throws(ExitReason) {
            let file = try configurationFile()
            return options.checksOnly ? sayChecked(file) : try serve(file)
        } catch {
            return error
        }
    }

    private func serve(_ file: ConfigurationFile) throws(ExitReason) -> ExitReason {
        // Before anything is opened: a stale LISTEN_FDS would otherwise name a descriptor of ours.
        let inherited = try inheritedSocket()
        let footing = footing(file)
        let configuration = footing.configuration
        let zone = zone(configuration)
        let trace = try trace(in: zone)
        let clock = clock(replaying: trace)
        CurrentProcess.ignore(.brokenPipe, .fileSizeExceeded)
        // One that comes before it is listened to waits; one that comes after that is of no account.
        CurrentProcess.hold(.hangup, .interrupt, .terminate)
        _ = try? DescriptorLimit.raise()

        let loop = try needed(.noSocket) { () throws(IOError) in try EventLoop() }
        CurrentProcess.keep(loop)
        // A signal that comes during the start waits until there is something to stop in order.
        let signals = try needed(.noSocket) { () throws(IOError) in try stopSignals(on: loop) }
        // The socket comes before the name: whoever sees the name can connect at once.
        let listener = try listener(inherited)
        let bus = try sessionBus(on: loop)
        defer { bus.close() }
        let recorder = try recorder(on: loop)
        let systemBus = try needed(.noSocket) { () throws(IOError) in
            try SystemBus(at: environment.systemBusAddress, on: loop)
        }
        defer { systemBus.leave() }

        return try needed(.noSocket) { () throws(IOError) in
            let keeper = try stateKeeper(on: loop)
            let settings = EngineSettings(
                configuration, place: place(configuration, zone), zone: zone.rules)
            let begin = RecordHeader(
                program: serviceVersion, settings: settings,
                saved: keeper?.saved ?? trace.map(stateBeforeReplay), start: clock.now)
            let timers = try LoopClockwork(clock, on: loop)
            let runtime = Runtime(begin.engine, on: timers, log: log)
            if let recorder {
                recorder.begin(begin)
                runtime.record = recorder.note
            }
            let inhibitors = Inhibitors(runtime)
            let socket = SocketPublisher(
                listener, on: loop, serving: runtime, inhibitors, log: log)
            // The service may end before it has begun, and then nobody else takes the file away.
            defer { socket.stop() }
            let publisher = DBusPublisher(
                on: bus.connection, serving: runtime, inhibitors, log: log)
            let portal = PortalPublisher(on: bus.connection, configuration.portal, log: log)
            bus.onOtherNameLost = { _ in portal.nameLost() }
            runtime.publishers = [publisher, portal, socket]
            runtime.keeper = keeper?.keeper
            if let complaint = footing.complaint {
                _ = runtime.submit(.configurationRefused(complaint))
            }
            let threads = SensorThreads(on: loop)
            var source = try source(
                configuration, trace, systemBus, on: loop, clock: clock, threads: threads)
            let parts = RunningParts(
                loop: loop, runtime: runtime, portal: portal, systemBus: systemBus,
                sensorThreads: threads,
                desktop: try desktopPublisher(configuration.desktop, runtime, bus, on: loop),
                zones: trace == nil
                    ? try zoneFollower(configuration, in: zone, runtime, on: loop) : nil)
            let login = trace == nil ? try loginWatch(runtime, systemBus, on: loop) : nil
            var following: (follower: ConfigurationFollower, signal: SignalSource)?

            // Only one service has the name, so nothing is done or told before it is ours.
            bus.onOwned = { () throws(IOError) in
                portal.join()
                guard following == nil else { return publisher.tellAnew() }
                // What led here, the loader's work first, is over.
                CurrentProcess.releaseStartPages()
                runtime.start(source)
                // Another may take its place, and then it must go.
                source = nil
                following = try follow(file, from: footing, parts)
                try socket.open()
                notify(.ready)
                keepCopy(of: file, runtime)
                parts.zones?.start()
                login?.start()
                parts.desktop?.start()
            }
            try bus.takeName()
            feedWatchdog(on: loop)
            let code = try loop.run()
            login?.stop()
            if following != nil {
                notify(.stopping)
                socket.stop()
                runtime.stop()
                parts.desktop?.stop()
                recorder?.finish()
            }
            withExtendedLifetime((signals, following)) {}
            return ExitReason(rawValue: code) ?? .stopped
        }
    }

    func source(
        _ configuration: Configuration, _ trace: LightTrace?, _ systemBus: SystemBus,
        on loop: EventLoop, clock: ServiceClock, threads: SensorThreads
    ) throws(IOError) -> (any LightSource)? {
        if let trace {
            return SimulatedSource(trace, name: traceName, on: loop, clock: clock)
        }
        let ignored = configuration.sensor.ignore
        switch configuration.sensor.source {
        case .none: return nil
        case .iio: return try KernelSource(on: loop, ignoring: ignored, threads: threads)
        case .proxy: return ProxySource(on: loop, bus: systemBus.connections, ignoring: ignored)
        case .auto:
            return FallbackSource([
                try KernelSource(on: loop, ignoring: ignored, threads: threads),
                ProxySource(on: loop, bus: systemBus.connections, ignoring: ignored),
            ])
        }
    }

    private func stateBeforeReplay(of trace: LightTrace) -> SavedState {
        .beforeReplay(of: trace, by: SimulatedSource.key(of: traceName))
    }

    private var traceName: String {
        options.tracePath?.split(separator: "/").last.map(String.init) ?? ""
    }
}
