internal import Glibc
internal import Linux

/// Watches certain names in folders by inotify, through one descriptor.
struct FolderWatch: ~Copyable {
    private static let events =
        IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE | IN_ATTRIB
        | IN_DELETE_SELF | IN_MOVE_SELF

    /// `nil` if the user has no inotify instances left; then no change is reported.
    private let inotify: Descriptor?
    private let names: Set<String>

    /// Watches for these names, and for changes of a watched folder itself.
    init(for names: Set<String>) {
        self.names = names
        inotify =
            (try? SystemCall.run("inotify_init1") {
                inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            }).map { Descriptor(owning: $0) }
    }

    /// The descriptor to watch for input; `nil` if no change is reported.
    var rawValue: Int32? {
        switch inotify {
        case .some(let descriptor): descriptor.rawValue
        case .none: nil
        }
    }

    /// Watches a folder, again if it is watched already; returns `nil` if there is none.
    func add(_ folder: String) -> Int32? {
        guard let inotify = rawValue else { return nil }
        let watch = inotify_add_watch(inotify, folder, UInt32(Self.events))
        return watch < 0 ? nil : watch
    }

    /// Ends a watch that `add` returned.
    func remove(_ watch: Int32) {
        guard let inotify = rawValue else { return }
        inotify_rm_watch(inotify, watch)
    }

    /// Returns whether one of the names may have changed since the last call.
    func take() -> Bool {
        guard let inotify = rawValue else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        var hasChanged = false
        while case .success(let count) = SystemCall.attempt({
            read(inotify, &buffer, buffer.count)
        }), count > 0 {
            if concernsUs(buffer.prefix(count)) { hasChanged = true }
        }
        return hasChanged
    }

    /// Returns whether the events are about our names.
    ///
    /// An event is a header, whose last word is the length of the name that follows it.
    private func concernsUs(_ bytes: ArraySlice<UInt8>) -> Bool {
        let header = MemoryLayout<inotify_event>.size
        var rest = bytes
        while rest.count >= header {
            let length = rest.withUnsafeBytes {
                Int($0.loadUnaligned(fromByteOffset: header - 4, as: UInt32.self))
            }
            let name = rest.dropFirst(header).prefix(length).prefix { $0 != 0 }
            // Without a name it is the folder itself, or an overflow of the queue.
            if name.isEmpty || names.contains(String(decoding: name, as: UTF8.self)) { return true }
            rest = rest.dropFirst(header + length)
        }
        return false
    }
}
