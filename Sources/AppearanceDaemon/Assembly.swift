// Puts the service together: the only place that knows every source and every publisher.

import AppearanceEngine
import AppearanceModel
import DBus
import LightSensors
import LinuxIO

/// The service, from its options to its end.
package struct Assembly {
    let options: ServiceOptions
    let surroundings: Surroundings
    let log = Log()

    package init(_ options: ServiceOptions, in surroundings: Surroundings) {
        self.options = options
        self.surroundings = surroundings
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
        let configuration = file.configuration ?? Configuration()
        let zone = zone(configuration)
        let trace = try trace(in: zone)
        let clock = clock(replaying: trace)
        CurrentProcess.ignore(.brokenPipe, .fileSizeExceeded)
        _ = try? DescriptorLimit.raise()

        let loop = try needed(.noSocket) { () throws(IOFailure) in try EventLoop() }
        // A signal that comes during the start waits until there is something to stop in order.
        let signals = try needed(.noSocket) { () throws(IOFailure) in try stopSignals(on: loop) }
        // The socket comes before the name: whoever sees the name can connect at once.
        let listener = try listener()
        let bus = try connect(on: loop)
        defer { bus.close() }
        let systemBus = SystemBus(at: surroundings.systemBusAddress, on: loop, log: log)
        defer { systemBus.close() }

        return try needed(.noSocket) { () throws(IOFailure) in
            let keeper = try stateKeeper(on: loop)
            let settings = EngineSettings(
                configuration, place: place(configuration, zone), zone: zone.rules)
            let engine = Engine(settings, saved: keeper?.saved, at: clock.now)
            let runtime = try Runtime(engine, on: loop, clock: clock, log: log)
            let socket = try SocketPublisher(listener, on: loop, serving: runtime, log: log)
            // The service may end before it has begun, and then nobody else takes the file away.
            defer { socket.stop() }
            runtime.publishers = [DBusPublisher(on: bus, serving: runtime, log: log), socket]
            runtime.keeper = keeper?.keeper
            guard own(bus, loop) else { return .alreadyRunning }
            // From here on runs what will run again; what led here, the loader's work first, is over.
            CurrentProcess.releaseStartPages()

            if let summary = file.summary {
                _ = runtime.submit(.configurationRefused(summary))
            }
            runtime.start(try source(configuration, trace, systemBus, on: loop, clock: clock))
            let following = try follow(
                configuration, runtime, systemBus, on: loop, replaying: trace != nil)
            _ = try loop.enableWatchdog()
            notify(.ready)
            let code = try loop.run()
            notify(.stopping)
            socket.stop()
            runtime.stop()
            bus.flush()
            withExtendedLifetime((signals, following)) {}
            return ExitReason(rawValue: code) ?? .stopped
        }
    }

    func source(
        _ configuration: Configuration, _ trace: LightTrace?, _ systemBus: SystemBus,
        on loop: EventLoop, clock: ServiceClock
    ) throws(IOFailure) -> (any LightSource)? {
        if let trace {
            return SimulatedSource(
                trace, name: Self.fileName(options.tracePath ?? ""), on: loop, clock: clock)
        }
        let ignored = configuration.sensor.ignore
        switch configuration.sensor.source {
        case .none: return nil
        case .iio: return try KernelSource(on: loop, ignoring: ignored)
        case .proxy: return ProxySource(on: loop, bus: systemBus.follow, ignoring: ignored)
        case .auto:
            return SourceCatalog([
                try KernelSource(on: loop, ignoring: ignored),
                ProxySource(on: loop, bus: systemBus.follow, ignoring: ignored),
            ])
        }
    }

    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
