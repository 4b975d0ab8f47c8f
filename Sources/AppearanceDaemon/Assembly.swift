import AppearanceEngine
import AppearanceModel
import DBus
import EventLoop
import LightSensors
package import Linux
import SettingsFile

/// The daemon, from its options to its exit.
package struct Assembly {
    let options: ServiceOptions
    let environment: ServiceEnvironment
    let log = Log(of: "appearanced")

    /// The system resources of the daemon, which need no other program.
    struct Resources {
        let loop: EventLoop
        let listener: UnixListener
    }

    /// The connections of the daemon, and the publisher that owns a name of its own.
    struct Buses {
        let session: SessionBus
        let portal: PortalPublisher
        let system: SystemBus
    }

    /// The state in which the daemon starts.
    struct Start {
        let file: ConfigurationFile
        let effective: EffectiveConfiguration
        let zone: LocalZone
        /// The light recording to replay; `nil` for the light of this machine.
        let trace: LightTrace?
        let clock: ServiceClock
    }

    package init(_ options: ServiceOptions, in environment: ServiceEnvironment) {
        self.options = options
        self.environment = environment
    }

    /// Runs until it is stopped, or until something that it needs is missing.
    package func run() -> ExitReason {
        do throws(ExitReason) {
            return options.checksOnly ? reportChecked(try configurationFile()) : try serve()
        } catch {
            return error
        }
    }

    private func serve() throws(ExitReason) -> ExitReason {
        // Before anything is opened: a stale LISTEN_FDS would otherwise name one of our descriptors.
        let inherited = try inheritedSocket()
        // The socket comes before the name: a program that sees the name can connect at once.
        let resources = try open(inherited)
        // While the bus authenticates the daemon, the configuration is read.
        let session = try sessionBus(on: resources.loop)
        defer { session.close() }
        let file = try configurationFile()
        let effective = EffectiveConfiguration(file, in: configurationPlace, log: log)
        let buses = try connect(effective.configuration, session, on: resources.loop)
        defer { buses.system.leave() }
        let start = try start(from: file, effective)
        let recorder = try recorder(on: resources.loop)
        return try require(.noRuntimeDirectory) { () throws(IOError) in
            let service = try Service(self, start, resources, buses, recorder)
            return try service.run()
        }
    }

    private func start(
        from file: ConfigurationFile, _ effective: EffectiveConfiguration
    ) throws(ExitReason) -> Start {
        let zone = zone(effective.configuration)
        let trace = try trace(in: zone)
        return Start(
            file: file, effective: effective, zone: zone, trace: trace,
            clock: clock(replaying: trace))
    }

    private func open(_ inherited: InheritedDescriptor?) throws(ExitReason) -> Resources {
        CurrentProcess.ignore(.brokenPipe, .fileSizeExceeded)
        // A signal that arrives before there is a handler stays pending.
        CurrentProcess.hold(.hangup, .interrupt, .terminate)
        _ = try? DescriptorLimit.raise()
        let loop = try require(.noRuntimeDirectory) { () throws(IOError) in try EventLoop() }
        CurrentProcess.keep(loop)
        return Resources(loop: loop, listener: try listener(inherited))
    }

    /// Requests the names, to which calls wait for the loop, and connects to the system bus.
    private func connect(
        _ configuration: Configuration, _ session: SessionBus, on loop: EventLoop
    ) throws(ExitReason) -> Buses {
        try require(.noRuntimeDirectory) { () throws(IOError) in try session.requestName() }
        let portal = PortalPublisher(on: session, configuration.portal, log: log)
        // The bus assigns the names while everything else is built.
        session.connection.flush(within: .milliseconds(50))
        let system = try require(.noRuntimeDirectory) { () throws(IOError) in
            try SystemBus(at: environment.systemBusAddress, on: loop)
        }
        return Buses(session: session, portal: portal, system: system)
    }
}
