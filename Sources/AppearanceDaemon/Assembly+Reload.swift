// A configuration that changes while the service runs.

import AppearanceEngine
import AppearanceModel
import LightSensors
import LinuxIO

extension Assembly {
    /// Follows the configuration, by its file and by SIGHUP.
    func follow(
        _ configuration: Configuration, _ runtime: Runtime, _ systemBus: SystemBus,
        on loop: EventLoop, replaying: Bool
    ) throws(IOFailure) -> (follower: ConfigurationFollower, signal: SignalSource) {
        let options = options
        let surroundings = surroundings
        let paths = options.configurationPath.map { [$0] } ?? surroundings.configurationPaths
        let follower = ConfigurationFollower(
            paths, now: configuration, on: loop,
            read: {
                options.configurationPath.map(ConfigurationFile.named) ?? .first(of: paths)
            },
            { [weak runtime] outcome in
                guard let runtime else { return }
                take(outcome, runtime, systemBus, on: loop, replaying: replaying)
            })
        let signal = try loop.signal(Signal.hangup.rawValue) { follower.reload() }
        return (follower, signal)
    }

    private func take(
        _ outcome: ConfigurationFollower.Outcome, _ runtime: Runtime, _ systemBus: SystemBus,
        on loop: EventLoop, replaying: Bool
    ) {
        switch outcome {
        case .same: _ = runtime.submit(.configurationRefused(nil))
        case .refused(let file):
            for problem in file.problems { log.error(problem) }
            log.warning("the configuration that held before holds on")
            _ = runtime.submit(.configurationRefused(file.summary))
        case .changed(let next, let before):
            log.info("a new configuration holds")
            let zone = zone(next)
            let settings = EngineSettings(next, place: place(next, zone), zone: zone.rules)
            _ = runtime.submit(.configured(settings))
            if !replaying, !next.sensor.readsTheSame(as: before.sensor) {
                runtime.replaceSource(with: liveSource(next, systemBus, on: loop))
            }
        }
    }

    /// The source that a configuration asks for; nil for none, or when it cannot be had.
    private func liveSource(
        _ configuration: Configuration, _ systemBus: SystemBus, on loop: EventLoop
    ) -> (any LightSource)? {
        do throws(IOFailure) {
            return try source(configuration, nil, systemBus, on: loop, clock: ServiceClock())
        } catch {
            log.warning("light sensors cannot be looked for: \(error)")
            return nil
        }
    }
}

extension SensorSettings {
    fileprivate func readsTheSame(as other: SensorSettings) -> Bool {
        source == other.source && ignore == other.ignore
    }
}
