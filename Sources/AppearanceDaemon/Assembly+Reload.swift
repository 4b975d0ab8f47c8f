// A configuration that changes while the service runs.

import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import EventLoop
import LightSensors
import Linux

extension Assembly {
    /// Follows the configuration, which is this file at the start, by its file and by SIGHUP.
    func follow(
        _ file: ConfigurationFile, from footing: EffectiveConfiguration, _ parts: RunningParts
    ) throws(IOError) -> (follower: ConfigurationFollower, signal: SignalSource) {
        let paths = options.configurationPath.map { [$0] } ?? environment.configurationPaths
        let follower = try ConfigurationFollower(
            paths, since: file.stamps, from: footing, on: parts.loop,
            read: readConfiguration, { take($0, parts) })
        let signal = try parts.loop.signal(Signal.hangup.rawValue) { follower.reload() }
        return (follower, signal)
    }

    private func take(_ outcome: ConfigurationFollower.Outcome, _ parts: RunningParts) {
        let runtime = parts.runtime
        switch outcome {
        case .same(let file):
            keepCopy(of: file, runtime)
            _ = runtime.submit(.configurationRefused(nil))
        case .refused(let file, let complaint):
            for problem in file.problems.lines { log.error(problem) }
            log.warning("the configuration that held before holds on")
            _ = runtime.submit(.configurationRefused(complaint))
        case .changed(let file, let before):
            keepCopy(of: file, runtime)
            let next = file.configuration ?? before
            log.info(
                file.path == nil
                    ? "there is no configuration file any more; the built-in defaults hold"
                    : "configuration reloaded: "
                        + ConfigurationSchema.changes(from: before, to: next))
            hold(next, before, parts)
            parts.portal.follow(next.portal)
            parts.desktop?.follow(next.desktop)
        case .unseen(let failure):
            log.warning(
                "a change of the configuration may go unseen (\(failure)); after one, run"
                    + " `systemctl --user reload appearanced`")
        }
    }

    private func hold(_ next: Configuration, _ before: Configuration, _ parts: RunningParts) {
        let zone = zone(next)
        let settings = EngineSettings(next, place: place(next, zone), zone: zone.rules)
        _ = parts.runtime.submit(.configured(settings))
        parts.zones?.follow(next, in: zone)
        if !parts.isReplay, !next.sensor.readsTheSame(as: before.sensor) {
            parts.runtime.replaceSource(with: liveSource(next, parts))
        }
    }

    /// Keeps a copy of a file that was taken from its usual place.
    func keepCopy(of file: ConfigurationFile, _ runtime: Runtime) {
        guard options.configurationPath == nil, file.path != nil, file.configuration != nil
        else { return }
        runtime.keeper?.keep(configuration: file.text)
    }

    /// The source that a configuration asks for; nil for none, or when it cannot be had.
    private func liveSource(
        _ configuration: Configuration, _ parts: RunningParts
    ) -> (any LightSource)? {
        do throws(IOError) {
            return try source(
                configuration, nil, parts.systemBus, on: parts.loop, clock: ServiceClock(),
                threads: parts.sensorThreads)
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
