package import Linux

/// Reports that the files at some paths may have changed and nobody has written to them for a
/// moment; releasing it ends it.
///
/// A file that is still being written can be valid by accident and mean something else, so a
/// request to read it waits as long as a change does.
package final class SettledFileWatch {
    /// A report.
    package enum Event: Equatable, Sendable {
        /// The files are worth reading: unchanged for the settle time.
        case settled
        /// A path cannot be watched, so changes may be missed.
        case blind(IOError)
    }

    /// The time for which the files must be unchanged, in microseconds.
    ///
    /// It also bridges the gap in which a file is removed to be replaced.
    package static let settleTimeMicroseconds: Int64 = 250_000

    private let paths: [String]
    private let handler: (Event) -> Void
    private var watches: [PathWatch] = []
    private var timer: TimerSource?
    private var isPending = false
    private var stamps: [FileStamp?]

    /// Starts watching; the handler is called by the loop only.
    ///
    /// Files that have changed since they had the given stamps are reported too.
    package init(
        on loop: EventLoop, paths: [String], since stamps: [FileStamp?],
        _ handler: @escaping (Event) -> Void
    ) throws(IOError) {
        self.paths = paths
        self.handler = handler
        self.stamps = stamps
        timer = try loop.timer(.boottime) { [weak self] in self?.report() }
        watches = paths.map { path in
            PathWatch(on: loop, path: path) { [weak self] event in
                switch event {
                case .settled, .unsettled: self?.requestReport()
                case .blind(let failure): self?.handler(.blind(failure))
                }
            }
        }
        if !isCurrent { requestReport() }
    }

    /// Returns the stamps of the files at some paths.
    package static func stamps(of paths: [String]) -> [FileStamp?] { paths.map(FileStamp.init) }

    /// Whether the files are still those that were last reported as settled.
    package var isCurrent: Bool { Self.stamps(of: paths) == stamps }

    /// Reports the files as soon as they have settled, changed or not.
    package func requestReport() {
        // A storm of requests does not delay it: only a change does.
        guard !isPending else { return }
        isPending = true
        restartTimer()
    }

    private func restartTimer() {
        stamps = Self.stamps(of: paths)
        timer?.arm(at: SystemClock.now().boot + Self.settleTimeMicroseconds)
    }

    private func report() {
        guard isCurrent else { return restartTimer() }
        isPending = false
        handler(.settled)
    }
}
