import CLinux
import Glibc

/// Watches certain names in folders by inotify, through one descriptor, for a program whose main loop is
/// not ours.
package struct FolderWatch: ~Copyable {
    /// `nil` if the user has no inotify instances left; then no change is reported.
    private let inotify: Descriptor?
    private let names: Set<String>

    /// Watches for these names, and for changes of a watched folder itself.
    package init(for names: Set<String>) {
        self.names = names
        inotify =
            (try? SystemCall.run("inotify_init1") {
                inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            }).map { Descriptor(owning: $0) }
    }

    /// The descriptor to watch for input; `nil` if no change is reported.
    package var rawValue: Int32? {
        switch inotify {
        case .some(let descriptor): descriptor.rawValue
        case .none: nil
        }
    }

    /// Watches a folder, again if it is watched already; returns `nil` if there is none.
    package func add(_ folder: String) -> Int32? {
        guard let inotify = rawValue else { return nil }
        let watch = inotify_add_watch(
            inotify, folder, UInt32(InotifyEvent.namesMask | InotifyEvent.directoryMask))
        return watch < 0 ? nil : watch
    }

    /// Ends a watch that `add` returned.
    package func remove(_ watch: Int32) {
        guard let inotify = rawValue else { return }
        inotify_rm_watch(inotify, watch)
    }

    /// Returns whether one of the names may have changed since the last call.
    package func take() -> Bool {
        guard let inotify = rawValue else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        var hasChanged = false
        while case .success(let count) = SystemCall.attempt({
            read(inotify, &buffer, buffer.count)
        }), count > 0 {
            let events = buffer.withUnsafeBytes {
                InotifyEvent.all(in: .init(rebasing: $0[..<count]))
            }
            // Without a name it is the folder itself, or an overflow of the queue.
            if events.contains(where: { $0.name.map(names.contains) ?? true }) { hasChanged = true }
        }
        return hasChanged
    }
}
