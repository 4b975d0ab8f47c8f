import AppearanceEngine
import AppearanceModel
import LinuxIO

/// Reads the time zone again when its file is replaced, as the present configuration has it.
final class ZoneFollower {
    private var configuration: Configuration
    private var watch: ZoneWatch?
    private let log: Log

    /// Follows the zone that a configuration has led to.
    init(
        _ configuration: Configuration, in zone: LocalZone, on loop: EventLoop, log: Log,
        read: @escaping (Configuration) -> LocalZone,
        _ told: @escaping (Configuration, LocalZone) -> Void
    ) throws(IOFailure) {
        self.configuration = configuration
        self.log = log
        watch = try ZoneWatch(on: loop) { [weak self] in
            guard let self else { return }
            let zone = read(self.configuration)
            log.info("the time zone is \(zone.rules.name) now")
            told(self.configuration, zone)
        }
        follow(configuration, in: zone)
    }

    /// Goes by another configuration, and the zone it has led to, from now on.
    func follow(_ configuration: Configuration, in zone: LocalZone) {
        self.configuration = configuration
        do throws(IOFailure) {
            try watch?.follow(zone.file)
        } catch {
            log.notice("a change of the time zone will not be noticed: \(error)")
        }
    }
}
