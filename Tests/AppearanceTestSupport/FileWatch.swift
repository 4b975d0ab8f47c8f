import Foundation

/// Waits for the content of a file, notified by inotify at every change.
package enum FileWatch {
    /// Returns the content of a file when it satisfies a condition.
    ///
    /// The directory must be there, or be made by the time its parent is.
    @discardableResult
    package static func wait(
        for path: String, within timeout: Duration = ChildProcess.timeout,
        where matches: (String) throws -> Bool = { _ in true }
    ) throws -> String {
        var content = ""
        try follow(path, within: timeout) { text in
            guard let text, try matches(text) else { return false }
            content = text
            return true
        }
        return content
    }

    /// Waits until a file is removed.
    package static func waitForAbsence(of path: String) throws {
        try follow(path, within: ChildProcess.timeout) { $0 == nil }
    }

    private static func follow(
        _ path: String, within timeout: Duration, until matches: (String?) throws -> Bool
    ) throws {
        let inotify = try retrying("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC)) }
        defer { close(inotify) }
        let deadline = ContinuousClock.now + timeout
        while true {
            watch(path, with: inotify)
            let text = try? String(contentsOfFile: path, encoding: .utf8)
            if try matches(text) { return }
            let left = max(.zero, deadline - .now).inSeconds * 1000
            var polled = pollfd(fd: inotify, events: Int16(POLLIN), revents: 0)
            guard try retrying("poll", { poll(&polled, 1, Int32(left.rounded(.up))) }) > 0 else {
                throw HarnessFailure(
                    "waited \(timeout) for \(path) to change; it holds \(text ?? "nothing")")
            }
            var events = [UInt8](repeating: 0, count: 4096)
            try retrying("read") { read(inotify, &events, events.count) }
        }
    }

    /// Watches the nearest directory on the way that is there, and the one above it.
    private static func watch(_ path: String, with inotify: Int32) {
        let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_MODIFY | IN_CLOSE_WRITE | IN_DELETE)
        let directory = (path as NSString).deletingLastPathComponent
        for folder in [(directory as NSString).deletingLastPathComponent, directory] {
            _ = inotify_add_watch(inotify, folder, events)
        }
    }
}
