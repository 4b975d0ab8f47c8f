// Reloading the configuration while the daemon runs.

import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import EventLoop
import LightSensors
import Linux

extension Assembly {
    /// Follows the configuration, which is this file at the start, by its file and by SIGHUP.
    func follow(
        _ file: ConfigurationFile, from effective: EffectiveConfiguration, _ parts: RunningParts
    ) throws(IOError) -> (follower: ConfigurationFollower, signal: SignalSource) {
        let paths = options.configurationPath.map { [$0] } ?? environment.configurationPaths
        let follower = try ConfigurationFollower(
            paths, since: file.stamps, from: effective, on: parts.loop,
            read: readConfiguration, { apply($0, parts) })
        let signal = try parts.loop.signal(Signal.hangup.rawValue) { follower.reload() }
        return (follower, signal)
    }

    private func apply(_ outcome: ConfigurationFollower.Outcome, _ parts: RunningParts) {
        let runtime = parts.runtime
        switch outcome {
        case .same(let file):
            saveLastKnownGood(of: file, runtime)
            _ = runtime.submit(.configurationRefused(nil))
        case .refused(let file, let message):
            for problem in file.problems.lines { log.error(problem) }
            log.warning("the previous configuration stays in effect")
            _ = runtime.submit(.configurationRefused(message))
        case .changed(let file, let before):
            saveLastKnownGood(of: file, runtime)
            let next = file.configuration ?? before
            log.info(
                file.path == nil
                    ? "the configuration file is gone; the built-in defaults are in effect"
                    : "configuration reloaded: "
                        + ConfigurationSchema.changes(from: before, to: next))
            use(next, before, parts)
            parts.portal.follow(next.portal)
            parts.desktop?.follow(next.desktop)
        case .unwatched(let error):
            log.warning(
                "cannot watch the configuration file: \(error); after a change, run"
                    + " `systemctl --user reload appearanced`")
        }
    }

    private func use(_ next: Configuration, _ before: Configuration, _ parts: RunningParts) {
        let zone = zone(next)
        let settings = EngineSettings(next, place: place(next, zone), zone: zone.rules)
        _ = parts.runtime.submit(.configured(settings))
        parts.zones?.follow(next, in: zone)
        if !parts.isReplay, !next.sensor.hasSameSource(as: before.sensor) {
            parts.runtime.replaceSource(with: liveSource(next, parts))
        }
    }

    /// Saves a copy of a valid file from a standard path.
    func saveLastKnownGood(of file: ConfigurationFile, _ runtime: Runtime) {
        guard options.configurationPath == nil, file.path != nil, file.configuration != nil
        else { return }
        runtime.stateStore?.save(configuration: file.text)
    }

    /// Returns the source that a configuration selects; `nil` for none, or if it is unavailable.
    private func liveSource(
        _ configuration: Configuration, _ parts: RunningParts
    ) -> (any LightSource)? {
        do throws(IOError) {
            return try source(
                configuration, nil, parts.systemBus, on: parts.loop, clock: ServiceClock(),
                threads: parts.sensorThreads)
        } catch {
            log.warning("cannot look for light sensors: \(error)")
            return nil
        }
    }
}

extension SensorSettings {
    fileprivate func hasSameSource(as other: SensorSettings) -> Bool {
        source == other.source && ignore == other.ignore
    }
}

/// The parts of the running daemon that a reload changes.
struct RunningParts {
    let loop: EventLoop
    let runtime: Runtime
    let portal: PortalPublisher
    let systemBus: SystemBus
    let sensorThreads: SensorThreads
    /// The desktop publisher; `nil` in a replay, or without a place for the restore journal.
    let desktop: DesktopPublisher?
    /// The time zone in effect; `nil` in a replay, which has a place, a time and a light of its
    /// own.
    let zones: ZoneFollower?

    var isReplay: Bool { zones == nil }
}
