import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import EventLoop
import Linux

/// Reads the time zone again when its file changes, as the configuration in effect has it.
final class ZoneFollower {
    private var configuration: Configuration
    private var file: String?
    private var watch: ZoneWatch?
    private var isFollowing = false

    /// Creates a follower of a configuration's zone, to be started later.
    init(
        _ configuration: Configuration, in zone: LocalZone, on loop: EventLoop, log: Log,
        read: @escaping (Configuration) -> LocalZone,
        _ report: @escaping (Configuration, LocalZone) -> Void
    ) throws(IOError) {
        self.configuration = configuration
        file = zone.file
        watch = try ZoneWatch(on: loop) { [weak self] event in
            guard let self else { return }
            switch event {
            case .changed:
                let zone = read(self.configuration)
                log.info("the time zone is \(zone.rules.name) now")
                report(self.configuration, zone)
            case .blind(let failure):
                log.notice("cannot watch the time zone: \(failure)")
            }
        }
    }

    /// Starts to follow.
    func start() {
        isFollowing = true
        watch?.follow(file)
    }

    /// Follows another configuration and its zone from now on.
    func follow(_ configuration: Configuration, in zone: LocalZone) {
        self.configuration = configuration
        file = zone.file
        if isFollowing { watch?.follow(file) }
    }
}

/// Reports that the file of the time zone has changed.
///
/// A file that is missing, or still being written, is given a second: a replacement in two steps
/// does not turn the clocks to UTC in between.
final class ZoneWatch {
    private static let gracePeriod = Duration.seconds(1)

    private let loop: EventLoop
    private let report: (Event) -> Void
    private var path: String?
    private var watch: PathWatch?
    private var graceTimer: TimerSource?

    /// A report about the file.
    enum Event {
        /// The file has changed.
        case changed
        /// The file cannot be watched.
        case blind(IOError)
    }

    /// Creates a watch that follows no file yet.
    init(on loop: EventLoop, _ report: @escaping (Event) -> Void) throws(IOError) {
        self.loop = loop
        self.report = report
        graceTimer = try loop.timer(.monotonic) { report(.changed) }
    }

    /// Follows a file from now on; `nil` for none.
    func follow(_ next: String?) {
        guard next != path else { return }
        path = next
        watch = next.map { path in
            PathWatch(on: loop, path: path) { [weak self] in self?.receive($0) }
        }
    }

    private func receive(_ event: PathWatch.Event) {
        switch event {
        case .settled:
            graceTimer?.disarm()
            report(.changed)
        case .unsettled: graceTimer?.arm(after: Self.gracePeriod)
        case .blind(let failure): report(.blind(failure))
        }
    }
}

extension ZoneFiles {
    /// Returns the machine's own, in the named directory, else in the standard one.
    static func machine(in directory: String?) -> ZoneFiles {
        ZoneFiles(
            directory: directory,
            contents: { path throws(IOError) in
                try File.readIfPresent(path, limit: 1024 * 1024)
            }, linkTarget: File.linkTarget)
    }
}

extension KnownZones {
    /// Creates the names of the zones in some files.
    init(_ files: ZoneFiles) { self.init(contains: files.contains, names: files.names) }
}
