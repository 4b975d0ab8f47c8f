internal import AppearanceModel
internal import EventLoop
internal import Linux
internal import SettingsFile

/// The configuration of the daemon, with the settings of the night filter.
///
/// An invalid file is refused as by the daemon, and the same configuration is in effect instead.
final class FilterSettings {
    let place: ConfigurationPlace
    private let log: Log
    private let stamps: [FileStamp?]
    private var effective: EffectiveConfiguration
    private var reader: SettledFileReader<ConfigurationFile>?

    var configuration: Configuration { effective.configuration }
    var settings: NightfilterSettings { configuration.nightfilter }

    /// Reads the file, or the daemon's copy of the last valid one if it is invalid.
    ///
    /// - Throws: `ExitReason.invalidConfiguration` if the user has named an invalid file.
    init(_ place: ConfigurationPlace, log: Log) throws(ExitReason) {
        let file = place.read()
        for problem in file.problems.lines { log.error(problem) }
        guard file.configuration != nil || !place.isNamed else { throw .invalidConfiguration }
        self.place = place
        self.log = log
        stamps = file.stamps
        effective = EffectiveConfiguration(file, in: place, log: log)
    }

    /// Calls `changed` when the settings of the filter, or the schedule, change.
    func follow(on loop: EventLoop, _ changed: @escaping () -> Void) throws(IOError) {
        reader = try SettledFileReader(
            on: loop, paths: place.paths, since: stamps, read: place.read
        ) { [weak self] event in
            guard let self else { return }
            switch event {
            case .read(let file):
                let before = configuration
                _ = effective.reload(file, log: log)
                if settings != before.nightfilter || configuration.schedule != before.schedule
                    || configuration.location != before.location
                {
                    changed()
                }
            case .blind(let error):
                log.warning("cannot watch the configuration file: \(error)")
            }
        }
    }

    /// Reads the file again when it has settled.
    func reload() { reader?.readAgain() }
}
