import AppearanceEngine
import AppearanceModel
import EventLoop
import Linux

/// Reads the time zone again when its file changes, as the configuration in effect has it.
///
/// A file that is missing, or still being written, is given a second: a replacement in two steps
/// does not turn the clocks to UTC in between.
final class ZoneFollower {
    private static let gracePeriod = Duration.seconds(1)

    private let loop: EventLoop
    private let log: Log
    private let changed: (Configuration) -> Void
    private var configuration: Configuration
    /// The file of the zone; `nil` if it is in none.
    private var file: String?
    private var hasStarted = false
    private var watch: (path: String, PathWatch)?
    private var graceTimer: TimerSource?

    /// Creates a follower of a configuration's zone, to be started later.
    init(
        _ configuration: Configuration, in zone: LocalZone, on loop: EventLoop, log: Log,
        read: @escaping (Configuration) -> LocalZone,
        _ report: @escaping (Configuration, LocalZone) -> Void
    ) throws(IOError) {
        self.configuration = configuration
        self.loop = loop
        self.log = log
        file = zone.file
        changed = { configuration in
            let zone = read(configuration)
            log.info("the time zone is \(zone.rules.name) now")
            report(configuration, zone)
        }
        graceTimer = try loop.timer(.monotonic) { [weak self] in
            self.map { $0.changed($0.configuration) }
        }
    }

    /// Starts to follow.
    func start() {
        hasStarted = true
        follow(configuration, file)
    }

    /// Follows another configuration and its zone from now on.
    func follow(_ configuration: Configuration, in zone: LocalZone) {
        follow(configuration, zone.file)
    }

    private func follow(_ configuration: Configuration, _ file: String?) {
        self.configuration = configuration
        self.file = file
        guard hasStarted, file != watch?.path else { return }
        watch = file.map { path in
            (path, PathWatch(on: loop, path: path) { [weak self] in self?.receive($0) })
        }
    }

    private func receive(_ event: PathWatch.Event) {
        switch event {
        case .settled:
            graceTimer?.disarm()
            changed(configuration)
        case .unsettled: graceTimer?.arm(after: Self.gracePeriod)
        case .blind(let failure): log.notice("cannot watch the time zone: \(failure)")
        }
    }
}
