// Reloading the configuration while the daemon runs.

import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import EventLoop
import LightSensors
import Linux

extension Service {
    /// Follows the configuration, which is this file at the start, by its file and by SIGHUP.
    func follow(
        _ file: ConfigurationFile, from effective: EffectiveConfiguration
    ) throws(IOError) -> (follower: ConfigurationFollower, reload: SignalSource) {
        let paths =
            assembly.options.configurationPath.map { [$0] }
            ?? assembly.environment.configurationPaths
        let follower = try ConfigurationFollower(
            paths, since: file.stamps, from: effective, on: loop,
            read: assembly.readConfiguration, { [unowned self] in apply($0) })
        let signal = try loop.signal(Signal.hangup.rawValue) { follower.reload() }
        return (follower, signal)
    }

    private static let fileIsGone =
        "the configuration file is gone; the built-in defaults are in effect"

    private func apply(_ outcome: ConfigurationFollower.Outcome) {
        switch outcome {
        case .same(let file):
            saveLastKnownGood(file)
            if runtime.snapshot?.configurationError != nil {
                log.info(
                    file.path == nil
                        ? Self.fileIsGone : "the configuration is valid again, and unchanged")
            }
            _ = runtime.submit(.configurationRefused(nil))
        case .refused(let file, let message):
            for problem in file.problems.lines { log.error(problem) }
            log.warning("the previous configuration stays in effect")
            _ = runtime.submit(.configurationRefused(message))
        case .changed(let file, let before):
            saveLastKnownGood(file)
            let next = file.configuration ?? before
            log.info(
                file.path == nil
                    ? Self.fileIsGone
                    : "configuration reloaded: "
                        + ConfigurationSchema.changes(from: before, to: next))
            use(next, before)
        case .unwatched(let error):
            log.warning(
                "cannot watch the configuration file: \(error); after a change, run"
                    + " `systemctl --user reload appearanced`")
        }
    }

    private func use(_ next: Configuration, _ before: Configuration) {
        let zone = assembly.zone(next, after: before)
        let settings = EngineSettings(
            next, place: assembly.place(next, zone, after: before), zone: zone.rules)
        _ = runtime.submit(.configured(settings))
        zones?.follow(next, in: zone)
        if !isReplay, !next.sensor.hasSameSource(as: before.sensor) {
            runtime.replaceSource(with: source(for: next))
        }
        for publisher in runtime.publishers { publisher.configure(next) }
    }

    /// Returns the source that a configuration selects; `nil` for none, or if it is unavailable.
    private func source(for configuration: Configuration) -> (any LightSource)? {
        do throws(IOError) {
            return try sources.source(for: configuration.sensor)
        } catch {
            log.warning("cannot look for light sensors: \(error)")
            return nil
        }
    }

    /// Saves a copy of a valid file from a standard path.
    func saveLastKnownGood(_ file: ConfigurationFile) {
        guard assembly.options.configurationPath == nil, file.path != nil,
            file.configuration != nil
        else { return }
        runtime.stateStore?.save(configuration: file.text)
    }
}

extension SensorSettings {
    fileprivate func hasSameSource(as other: SensorSettings) -> Bool {
        source == other.source && ignore == other.ignore
    }
}
