import Foundation

/// Receives an event each time a file is read and closed, from inotify.
package final class ReadWatch: Sendable {
    private let name: String
    private let inotify: Int32

    /// Begins to listen; the file may come and go in its folder.
    package init(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        name = (path as NSString).lastPathComponent
        inotify = try retrying("inotify_init1") {
            inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        }
        try retrying("inotify_add_watch \(folder)") {
            inotify_add_watch(inotify, folder, UInt32(IN_CLOSE_NOWRITE))
        }
    }

    deinit {
        close(inotify)
    }

    /// Runs `change` and waits until the file has been read so often after it.
    package func waitForReads(
        _ count: Int = 1, within timeout: Duration = ChildProcess.timeout,
        after change: () throws -> Void = {}
    ) throws {
        _ = takeReads()
        try change()
        let deadline = ContinuousClock.now + timeout
        var missing = count - takeReads()
        while missing > 0 {
            let left = max(.zero, deadline - .now).inSeconds * 1000
            var polled = pollfd(fd: inotify, events: Int16(POLLIN), revents: 0)
            guard try retrying("poll", { poll(&polled, 1, Int32(left.rounded(.up))) }) > 0 else {
                throw HarnessFailure("waited \(timeout) for \(name) to be read")
            }
            missing -= takeReads()
        }
    }

    /// How often it has been read since the last time.
    package func takeReads() -> Int {
        var reads = 0
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(inotify, &bytes, bytes.count), count > 0 {
            reads += countReads(in: bytes.prefix(count))
        }
        return reads
    }

    /// An event is a header, of which the last word is the length of the name behind it.
    private func countReads(in bytes: ArraySlice<UInt8>) -> Int {
        let header = MemoryLayout<inotify_event>.size
        var rest = bytes
        var reads = 0
        while rest.count >= header {
            let length = rest.withUnsafeBytes {
                Int($0.loadUnaligned(fromByteOffset: header - 4, as: UInt32.self))
            }
            let name = rest.dropFirst(header).prefix(length).prefix { $0 != 0 }
            if name.elementsEqual(self.name.utf8) { reads += 1 }
            rest = rest.dropFirst(header + length)
        }
        return reads
    }
}
