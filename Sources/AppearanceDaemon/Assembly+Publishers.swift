// The only place that names every source and every publisher.

import AppearanceEngine
import AppearanceModel
import DBus
import EventLoop
import LightSensors
import Linux

extension Assembly {
    /// Returns the publishers, in the order in which they receive each state.
    func publishers(
        _ configuration: Configuration, _ runtime: Runtime, _ resources: Resources,
        _ buses: Buses
    ) throws(IOError) -> [any Publisher] {
        let inhibitors = Inhibitors(runtime)
        let presence = PresenceReports(runtime)
        let runs = HookRuns()
        let changes = ChangeRequests(runtime, runs, log: log)
        let bus = buses.session
        var publishers: [any Publisher] = [
            changes,
            DBusPublisher(
                on: bus.connection, serving: runtime, inhibitors, changes, presence, log: log),
            buses.portal,
            SocketPublisher(
                resources.listener, on: resources.loop, serving: runtime, inhibitors, changes,
                presence, log: log),
        ]
        if let desktop = try desktopPublisher(configuration, runtime, bus) {
            buses.portal.isHeldBack = { [weak desktop] in desktop?.comesBeforePortal($0) ?? false }
            desktop.onWritten = { [weak portal = buses.portal] in portal?.showNewest() }
            publishers.append(desktop)
        }
        publishers.append(
            PresenceWatch(configuration.change, on: bus.connection, presence, log: log))
        if options.tracePath == nil, let directory = environment.stateDirectory,
            let address = environment.sessionBusAddress
        {
            publishers.append(
                ChangeNotifier(
                    configuration.notify, serving: runtime, at: address,
                    countingIn: NoticeCount(in: directory, on: resources.loop, log: log),
                    on: resources.loop, log: log))
        }
        if options.tracePath == nil, let path = environment.hookRecordsPath {
            publishers.append(
                HookPublisher(
                    configuration.hooks, in: environment, recordingIn: path, runs: runs,
                    on: bus.connection, log: log))
        }
        if options.tracePath == nil, let path = environment.historyPath {
            publishers.append(
                HistoryPublisher(configuration.history, at: path, on: resources.loop, log: log))
        }
        return publishers
    }

    /// Returns the publisher of the desktop's own settings; `nil` in a replay, which leaves them
    /// unchanged, or without a place for the restore journal.
    private func desktopPublisher(
        _ configuration: Configuration, _ runtime: Runtime, _ bus: SessionBus
    ) throws(IOError) -> DesktopPublisher? {
        guard options.tracePath == nil, let directory = environment.stateDirectory else {
            return nil
        }
        let connection = bus.connection
        let publisher = DesktopPublisher(
            configuration.desktop, in: environment,
            RestoreJournal(in: directory, on: connection.loop, log: log), on: connection,
            log: log
        ) { [weak runtime] in _ = runtime?.submit($0) }
        runtime.onLeaveDesktop = { [weak publisher] answer in
            guard let publisher else { return answer() }
            publisher.leave(answer)
        }
        return publisher
    }

    /// Returns the source of a light recording.
    func source(of trace: LightTrace, _ clock: ServiceClock, on loop: EventLoop) -> any LightSource
    {
        SimulatedSource(trace, name: traceName, on: loop, clock: clock)
    }

    /// Returns the state before a light recording.
    func stateBeforeReplay(of trace: LightTrace) -> SavedState {
        .beforeReplay(of: trace, by: SimulatedSource.key(of: traceName))
    }

    private var traceName: String {
        options.tracePath?.split(separator: "/").last.map(String.init) ?? ""
    }
}

/// The light sources of a machine.
struct LightSources {
    let loop: EventLoop
    let bus: SystemBus
    let threads: SensorThreads

    init(on loop: EventLoop, _ bus: SystemBus) {
        self.loop = loop
        self.bus = bus
        threads = SensorThreads(on: loop)
    }

    /// Returns the selected light source; `nil` for none.
    func source(for settings: SensorSettings) throws(IOError) -> (any LightSource)? {
        var groups: [any SensorGroup] = []
        switch settings.source {
        case .none: return nil
        case .iio: groups = [try kernel(settings)]
        case .proxy: groups = [proxy(settings)]
        case .auto: groups = [try kernel(settings), proxy(settings)]
        }
        return SensorChooser(
            groups, preferring: settings.prefer, substitutes: [ProxySource.sensorName], on: loop)
    }

    private func kernel(_ settings: SensorSettings) throws(IOError) -> KernelSource {
        try KernelSource(on: loop, ignoring: settings.ignore, threads: threads)
    }

    private func proxy(_ settings: SensorSettings) -> SourceGroup {
        SourceGroup(
            ProxySource(on: loop, bus: bus.connections, ignoring: settings.ignore),
            place: SourceGroup.lastPlace)
    }
}
