internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import CameraLight
internal import DaemonClient
internal import Glibc
internal import Linux
internal import SettingsFile

/// Measures the light with a camera while the daemon needs it, and reports it as the source `camera`.
///
/// While no light is needed, nothing wakes this program but a message of the daemon.
struct CameraRuntime: ~Copyable {
    /// The name of the source.
    static let source = "camera"

    private let log: Log
    private let environment: (String) -> String?
    private let signals: SignalDescriptor
    private var daemon: StatusConnection
    private var configuration: FollowedConfiguration
    private var meter: LightMeter
    private var schedule: GrabSchedule
    private var isConnected = false
    private var suspends = SuspendWatch(suspended: Microseconds(SystemClock.timeSuspended()))
    /// The last reason that was logged.
    private var problem: CameraError?
    private var memory = MemoryRelease()

    init(
        _ daemon: DaemonSocket, _ meter: LightMeter, _ signals: consuming SignalDescriptor,
        _ environment: @escaping (String) -> String?, log: Log
    ) throws(IOError) {
        (self.log, self.environment, self.meter) = (log, environment, meter)
        self.signals = signals
        configuration = FollowedConfiguration(environment)
        let (camera, fed) = (configuration.current.values.camera, configuration.current.values.fed)
        // The limit counts across restarts.
        let passed = meter.state.last.map { WallTime.now - $0 } ?? camera.atMostEvery
        let rest = passed < .zero ? .zero : max(camera.atMostEvery - passed, .zero)
        schedule = GrabSchedule(
            atMostEvery: camera.atMostEvery, hold: fed.connectedHold, earliest: BootTime.now + rest)
        self.daemon = try StatusConnection(to: daemon)
    }

    /// Measures and reports until the program is asked to end.
    mutating func run() -> ExitReason {
        restore()
        followDaemon()
        memory.releaseLater()
        while true {
            let now = BootTime.now
            // The machine may have been carried elsewhere.
            if suspends.update(total: Microseconds(SystemClock.timeSuspended())) != nil {
                schedule.interrupt()
            }
            if let due = schedule.due, due <= now, isConnected {
                measure()
                memory.releaseLater()
                continue
            }
            var watched = [daemon.descriptor, signals.rawValue].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let wait = isConnected ? schedule.due.map { ($0 - now).count } : nil
            memory.wait(for: &watched, atMost: wait)
            // The connection ends with the program, and the level with it.
            if watched[1].revents != 0 { return .done }
            if watched[0].revents != 0 { followDaemon() }
        }
    }

    /// Restores the controls of a camera that an earlier run has left changed.
    private func restore() {
        do throws(CameraError) {
            guard let name = try meter.restore() else { return }
            log.notice("the exposure of \(name) was left manual, and is restored")
        } catch {
            // The one that has it changed restores it.
            if case .locked = error { return }
            log.warning("the exposure of a camera was left manual: \(error)")
        }
    }

    /// Reads the changes of the daemon.
    private mutating func followDaemon() {
        while let event = daemon.nextEvent() {
            switch event {
            case .status(let json):
                guard let status = try? Snapshot(json) else { continue }
                let isNew = !isConnected
                isConnected = true
                configuration.follow(status)
                let values = configuration.current.values
                schedule.atMostEvery = values.camera.atMostEvery
                schedule.hold = values.fed.connectedHold
                if isNew { reportAgain() }
                let need = status.levelNeed(of: Self.source)
                schedule.need(need != .none, isRequested: need == .requested)
            case .lost:
                isConnected = false
                schedule.need(false)
            }
        }
    }

    // MARK: Levels

    private mutating func measure() {
        let values = configuration.current.values
        let start = BootTime.now
        do throws(CameraError) {
            let (light, camera) = try meter.measure(values.camera)
            guard let level = Lux(min(light * values.camera.factor, 200_000)) else { return }
            count(nil)
            announce(camera)
            log.info("the camera measures \(LightReading(level).text)")
            problem = nil
            for level in schedule.record(level, at: start) { report(level) }
        } catch {
            count("\(error)")
            if error != problem { log.notice("no light from a camera: \(error)") }
            problem = error
            if case .blank = error { return schedule.skipBlank(at: start) }
            schedule.skip(at: start, until: error.needsLongPause ? GrabSchedule.longPause : .zero)
        }
    }

    private mutating func count(_ problem: String?) {
        let now = WallTime.now
        let day = configuration.current.zone.rules.local(now).date.daysSinceEpoch
        let wasUsed = meter.hasUsedCamera
        meter.keep {
            $0.count(at: now, day: Int64(day), wasUsed: wasUsed)
            $0.problem = problem
        }
    }

    private mutating func report(_ level: Lux) {
        meter.keep { ($0.level, $0.reported) = (level, .now) }
        send(level)
    }

    /// Reports the last level again, of this run or the one before, if the next grab would not come soon.
    private mutating func reportAgain() {
        guard
            let level = meter.state.level(
                youngerThan: configuration.current.values.camera.atMostEvery, at: .now)
        else { return }
        send(level)
    }

    private mutating func send(_ level: Lux) {
        do throws(DaemonError) {
            try daemon.send(
                .feedLight(source: Self.source, lux: level, whileConnected: true))
        } catch {
            log.warning("the daemon does not receive the level: \(error)")
        }
    }

    /// Announces the first use of a camera after the unit was enabled.
    private mutating func announce(_ camera: CameraName) {
        let enabled = FirstUseNotice.timeEnabled(environment)
        guard camera != meter.state.announced || enabled != meter.state.enabled else { return }
        meter.keep { ($0.announced, $0.enabled) = (camera, enabled) }
        log.notice("\(camera.card) is used for the first time; one number remains of each picture")
        if !FirstUseNotice.show(camera.card, environment) {
            log.notice("no notification of it can be shown")
        }
    }
}

extension BootTime {
    fileprivate static var now: BootTime {
        BootTime(microsecondsSinceBoot: SystemClock.now().boot)
    }
}
