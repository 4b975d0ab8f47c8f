import AppearanceEngine
import AppearanceModel
import EventLoop
import Linux

/// Reads the time zone again when its file is another, as the present configuration has it.
final class ZoneFollower {
    private var configuration: Configuration
    private var file: String?
    private var watch: ZoneWatch?
    private var isFollowing = false

    /// Goes by the zone that a configuration has led to, and will follow it once it is started.
    init(
        _ configuration: Configuration, in zone: LocalZone, on loop: EventLoop, log: Log,
        read: @escaping (Configuration) -> LocalZone,
        _ told: @escaping (Configuration, LocalZone) -> Void
    ) throws(IOError) {
        self.configuration = configuration
        file = zone.file
        watch = try ZoneWatch(on: loop) { [weak self] news in
            guard let self else { return }
            switch news {
            case .changed:
                let zone = read(self.configuration)
                log.info("the time zone is \(zone.rules.name) now")
                told(self.configuration, zone)
            case .blind(let failure):
                log.notice("a change of the time zone may go unseen: \(failure)")
            }
        }
    }

    /// Begins to follow; this is put off until the service has begun.
    func start() {
        isFollowing = true
        watch?.follow(file)
    }

    /// Goes by another configuration, and the zone it has led to, from now on.
    func follow(_ configuration: Configuration, in zone: LocalZone) {
        self.configuration = configuration
        file = zone.file
        if isFollowing { watch?.follow(file) }
    }
}
