import LinuxIO

/// Tells when the file that the time zone is read from is another.
///
/// A file that is only gone, or still being written, is given a second: whoever replaces it in two
/// steps is not to turn the clocks to UTC between them.
final class ZoneWatch {
    private static let grace = Duration.seconds(1)

    private let loop: EventLoop
    private let changed: () -> Void
    private var path: String?
    private var watch: DirectoryWatch?
    private var later: TimerSource?

    /// A watch that follows no file yet.
    init(on loop: EventLoop, _ changed: @escaping () -> Void) throws(IOFailure) {
        self.loop = loop
        self.changed = changed
        later = try loop.timer(.monotonic) { [weak self] in self?.changed() }
    }

    /// Follows this file from now on; nil for none.
    func follow(_ next: String?) throws(IOFailure) {
        guard next != path || watch == nil else { return }
        path = next
        watch = nil
        guard let next, let slash = next.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
        let directory = slash == next.startIndex ? "/" : String(next[..<slash])
        let name = String(next[next.utf8.index(after: slash)...])
        watch = try DirectoryWatch(on: loop, directory: directory, names: [name]) {
            [weak self] in self?.hear($0)
        }
    }

    private func hear(_ event: DirectoryWatch.Event) {
        switch event {
        case .movedIn, .written, .overflow: tellNow()
        case .created:
            // A link is whole when it is made, a file is not.
            if path.flatMap(File.linkTarget) != nil { tellNow() } else { tellLater() }
        case .deleted, .movedOut, .attributesChanged: tellLater()
        case .directoryGone: watch = nil
        }
    }

    private func tellNow() {
        later?.disarm()
        changed()
    }

    private func tellLater() { later?.arm(after: Self.grace) }
}
