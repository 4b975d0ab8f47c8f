import EventLoop
import Linux

/// Tells when the file that the time zone is read from is another.
///
/// A file that is only gone, or still being written, is given a second: whoever replaces it in two
/// steps is not to turn the clocks to UTC between them.
final class ZoneWatch {
    private static let grace = Duration.seconds(1)

    private let loop: EventLoop
    private let tell: (News) -> Void
    private var path: String?
    private var watch: PathWatch?
    private var later: TimerSource?

    /// What it tells.
    enum News {
        /// The file is another.
        case changed
        /// A change of the file may not be noticed.
        case blind(IOError)
    }

    /// A watch that follows no file yet.
    init(on loop: EventLoop, _ tell: @escaping (News) -> Void) throws(IOError) {
        self.loop = loop
        self.tell = tell
        later = try loop.timer(.monotonic) { tell(.changed) }
    }

    /// Follows this file from now on; nil for none.
    func follow(_ next: String?) {
        guard next != path else { return }
        path = next
        watch = next.map { path in
            PathWatch(on: loop, path: path) { [weak self] in self?.hear($0) }
        }
    }

    private func hear(_ event: PathWatch.Event) {
        switch event {
        case .settled:
            later?.disarm()
            tell(.changed)
        case .unsettled: later?.arm(after: Self.grace)
        case .blind(let failure): tell(.blind(failure))
        }
    }
}
