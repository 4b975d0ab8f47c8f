import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import EventLoop
import LightSensors
import Linux
import SettingsFile

/// The running daemon: it owns the parts, from the first decision to the exit.
final class Service {
    let assembly: Assembly
    let runtime: Runtime
    let sources: LightSources
    /// The time zone in effect; `nil` in a replay, which has a place, a time and a light of its own.
    let zones: ZoneFollower?
    private let start: Assembly.Start
    private let resources: Assembly.Resources
    private let buses: Assembly.Buses
    private let login: LoginWatch?
    private let recorder: RunRecorder?
    /// The first light source, until the start; a reload may replace it, and it must then be
    /// released.
    private var firstSource: (any LightSource)?
    /// The configuration in effect.
    var effective: EffectiveConfiguration
    /// The reader of the configuration, with the handler of SIGHUP; `nil` before the start.
    private var following: (reader: SettledFileReader<ConfigurationFile>, reload: SignalSource)?
    private var startEnd: TimerSource?

    var log: Log { assembly.log }
    var loop: EventLoop { resources.loop }
    var isReplay: Bool { start.trace != nil }

    /// Builds the parts; nothing is published yet.
    init(
        _ assembly: Assembly, _ start: Assembly.Start, _ resources: Assembly.Resources,
        _ buses: Assembly.Buses, _ recorder: RunRecorder?
    ) throws(IOError) {
        self.assembly = assembly
        self.start = start
        self.resources = resources
        self.buses = buses
        self.recorder = recorder
        effective = start.effective
        let (loop, configuration) = (resources.loop, start.effective.configuration)
        let store = try assembly.stateStore(on: loop)
        let settings = EngineSettings(
            configuration, assembly.place(configuration, start.zone), zone: start.zone.rules)
        let header = RecordHeader(
            program: projectVersion, settings: settings,
            saved: store?.saved ?? start.trace.map(assembly.stateBeforeReplay),
            start: start.clock.now)
        runtime = Runtime(
            header.engine, on: try LoopTimers(start.clock, on: loop), log: assembly.log)
        if let recorder {
            recorder.begin(header)
            runtime.record = recorder.record
        }
        runtime.stateStore = store?.store
        runtime.publishers = try assembly.publishers(
            configuration, runtime, resources, buses)
        runtime.loadConfiguration(
            from: start.file.path,
            start.effective.message.map { .configurationRefused($0) })
        sources = LightSources(on: loop, buses.system)
        if let trace = start.trace {
            firstSource = assembly.source(of: trace, start.clock, on: loop)
            zones = nil
            login = nil
        } else {
            firstSource = try sources.source(for: configuration.sensor)
            zones = try assembly.zoneFollower(configuration, in: start.zone, runtime, on: loop)
            login = try assembly.loginWatch(runtime, buses.system, on: loop)
        }
    }

    /// Runs until the loop exits.
    func run() throws(IOError) -> ExitReason {
        // Only one daemon owns the name, so nothing is done or published before it is ours.
        buses.session.onOwned = { [unowned self] () throws(IOError) in try nameAcquired() }
        loop.feedWatchdog(log: assembly.log)
        // A signal that arrived during the start is handled now that there is something to stop.
        let signals = try assembly.stopSignals(on: loop)
        let code = try withExtendedLifetime(signals) { () throws(IOError) in try loop.run() }
        stop()
        return ExitReason(rawValue: code) ?? .done
    }

    private func nameAcquired() throws(IOError) {
        guard following == nil else {
            for publisher in runtime.publishers { publisher.reconnect() }
            return
        }
        runtime.start(firstSource)
        firstSource = nil
        following = try follow(start.file)
        for publisher in runtime.publishers { try publisher.start() }
        assembly.notify(.ready)
        saveLastKnownGood(start.file)
        zones?.start()
        login?.start()
        // The pages of the start, the loader's first, are needed no more; the first calls, which
        // come now, use many of them.
        startEnd = try loop.timer(.monotonic) { CurrentProcess.releaseStartPages() }
        startEnd?.arm(after: .milliseconds(500))
    }

    private func stop() {
        login?.stop()
        let hasStarted = following != nil
        if hasStarted {
            assembly.notify(.stopping)
            // A program that a publisher ends may be stuck until this one is killed.
            runtime.stop()
        }
        for publisher in runtime.publishers { publisher.stop() }
        if hasStarted { recorder?.finish() }
    }
}

/// The options of the command line.
package struct ServiceOptions: Equatable, Sendable {
    /// A configuration file in place of the standard ones.
    package var configurationPath: String?
    /// Whether to check the configuration and exit.
    package var checksOnly = false
    /// A light recording to replay in place of a light sensor.
    package var tracePath: String?
    /// The file of the run recording.
    package var recordPath: String?
    /// The seconds of the recording that pass in one second.
    package var speed: Int64 = 1

    package init() {}
}
