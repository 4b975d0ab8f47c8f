package import Linux

/// Reads files again whenever they have changed and have settled; releasing it ends it.
///
/// A file that changed while it was read may have been read half, so it is read again.
package final class SettledFileReader<Content> {
    /// A report.
    package enum Event {
        /// The content of files that were unchanged from before the read until after it.
        case read(Content)
        /// A path cannot be watched, so changes may be missed.
        case blind(IOError)
    }

    private let read: () -> Content
    private let handler: (Event) -> Void
    private var watch: SettledFileWatch?

    /// Starts watching files that had these stamps when they were read; the handler is called by the
    /// loop only.
    package init(
        on loop: EventLoop, paths: [String], since stamps: [FileStamp?],
        read: @escaping () -> Content, _ handler: @escaping (Event) -> Void
    ) throws(IOError) {
        self.read = read
        self.handler = handler
        watch = try SettledFileWatch(on: loop, paths: paths, since: stamps) { [weak self] event in
            switch event {
            case .settled: self?.receive()
            case .blind(let error): self?.handler(.blind(error))
            }
        }
    }

    /// Reads the files again once they have settled, changed or not.
    package func readAgain() { watch?.requestReport() }

    private func receive() {
        let content = read()
        guard watch?.isCurrent == true else { return readAgain() }
        handler(.read(content))
    }
}
