// Reloading the configuration while the daemon runs.

import AppearanceEngine
import AppearanceModel
import EventLoop
import LightSensors
import Linux
import SettingsFile

extension Service {
    /// Follows the configuration, which is this file at the start, by its file and by SIGHUP.
    func follow(
        _ file: ConfigurationFile
    ) throws(IOError) -> (reader: SettledFileReader<ConfigurationFile>, reload: SignalSource) {
        let place = assembly.configurationPlace
        let reader = try SettledFileReader(
            on: loop, paths: place.paths, since: file.stamps, read: place.read
        ) { [unowned self] event in
            switch event {
            case .read(let file): apply(file)
            case .blind(let error):
                log.warning(
                    "cannot watch the configuration file: \(error); after a change, run"
                        + " `systemctl --user reload appearanced`")
            }
        }
        let signal = try loop.signal(Signal.hangup.rawValue) { reader.readAgain() }
        return (reader, signal)
    }

    private func apply(_ file: ConfigurationFile) {
        switch effective.reload(file, log: log) {
        case nil: runtime.loadConfiguration(from: file.path, nil)
        case .same:
            saveLastKnownGood(file)
            runtime.loadConfiguration(from: file.path, .configurationRefused(nil))
        case .refused:
            runtime.loadConfiguration(from: file.path, .configurationRefused(effective.message))
        case .changed(let before):
            saveLastKnownGood(file)
            use(effective.configuration, before, from: file.path)
        }
    }

    private func use(_ next: Configuration, _ before: Configuration, from path: String?) {
        let zone = assembly.zone(next, after: before)
        let settings = EngineSettings(
            next, assembly.place(next, zone, after: before), zone: zone.rules)
        runtime.loadConfiguration(from: path, .configured(settings))
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

    /// Saves a copy of a valid file from a standard path; without a file, no earlier copy comes back.
    func saveLastKnownGood(_ file: ConfigurationFile) {
        guard assembly.options.configurationPath == nil, file.configuration != nil else { return }
        if file.path == nil {
            runtime.stateStore?.forgetConfiguration()
        } else {
            runtime.stateStore?.save(configuration: file.text)
        }
    }
}

extension SensorSettings {
    fileprivate func hasSameSource(as other: SensorSettings) -> Bool {
        source == other.source && ignore == other.ignore && prefer == other.prefer
    }
}
