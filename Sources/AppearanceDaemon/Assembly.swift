// Assembles the daemon: the only place that knows every source and every publisher.

import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import DBus
import EventLoop
import LightSensors
import Linux

/// The daemon, from its options to its exit.
package struct Assembly {
    let options: ServiceOptions
    let environment: ServiceEnvironment
    let log = Log(of: "appearanced")

    package init(_ options: ServiceOptions, in environment: ServiceEnvironment) {
        self.options = options
        self.environment = environment
    }

    /// Runs until it is told to stop, or until something that it needs is missing.
    package func run() -> ExitReason {
        do throws(ExitReason) {
            let file = try configurationFile()
            return options.checksOnly ? reportChecked(file) : try serve(file)
        } catch {
            return error
        }
    }

    private func serve(_ file: ConfigurationFile) throws(ExitReason) -> ExitReason {
        // Before anything is opened: a stale LISTEN_FDS would otherwise name one of our
        // descriptors.
        let inherited = try inheritedSocket()
        let effective = effectiveConfiguration(file)
        let configuration = effective.configuration
        let zone = zone(configuration)
        let trace = try trace(in: zone)
        let clock = clock(replaying: trace)
        CurrentProcess.ignore(.brokenPipe, .fileSizeExceeded)
        // A signal that arrives before there is a handler stays pending.
        CurrentProcess.hold(.hangup, .interrupt, .terminate)
        _ = try? DescriptorLimit.raise()

        let loop = try require(.noSocket) { () throws(IOError) in try EventLoop() }
        CurrentProcess.keep(loop)
        // A signal that arrives during the start is handled once there is something to stop.
        let signals = try require(.noSocket) { () throws(IOError) in try stopSignals(on: loop) }
        // The socket comes before the name: a program that sees the name can connect at once.
        let listener = try listener(inherited)
        let bus = try sessionBus(on: loop)
        defer { bus.close() }
        let recorder = try recorder(on: loop)
        let systemBus = try require(.noSocket) { () throws(IOError) in
            try SystemBus(at: environment.systemBusAddress, on: loop)
        }
        defer { systemBus.leave() }

        return try require(.noSocket) { () throws(IOError) in
            let store = try stateStore(on: loop)
            let settings = EngineSettings(
                configuration, place: place(configuration, zone), zone: zone.rules)
            let header = RecordHeader(
                program: serviceVersion, settings: settings,
                saved: store?.saved ?? trace.map(stateBeforeReplay), start: clock.now)
            let timers = try LoopTimers(clock, on: loop)
            let runtime = Runtime(header.engine, on: timers, log: log)
            if let recorder {
                recorder.begin(header)
                runtime.record = recorder.note
            }
            let inhibitors = Inhibitors(runtime)
            let socket = SocketPublisher(
                listener, on: loop, serving: runtime, inhibitors, log: log)
            // The daemon may exit before it has started, and nothing else would remove the file.
            defer { socket.stop() }
            let publisher = DBusPublisher(
                on: bus.connection, serving: runtime, inhibitors, log: log)
            let portal = PortalPublisher(on: bus.connection, configuration.portal, log: log)
            bus.onOtherNameLost = { _ in portal.nameLost() }
            runtime.publishers = [publisher, portal, socket]
            runtime.stateStore = store?.store
            if let message = effective.message {
                _ = runtime.submit(.configurationRefused(message))
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

            // Only one daemon owns the name, so nothing is done or published before it is ours.
            bus.onOwned = { () throws(IOError) in
                portal.requestName()
                guard following == nil else { return publisher.publishAll() }
                // The pages of the start, the loader's first, are needed no more.
                CurrentProcess.releaseStartPages()
                runtime.start(source)
                // A reload may replace the source, which must then be released.
                source = nil
                following = try follow(file, from: effective, parts)
                try socket.open()
                notify(.ready)
                saveLastKnownGood(of: file, runtime)
                parts.zones?.start()
                login?.start()
                parts.desktop?.start()
            }
            try bus.requestName()
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
