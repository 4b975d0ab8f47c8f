internal import Glibc

/// Hears what befalls certain names in folders, by inotify, through one descriptor.
struct FolderWatch: ~Copyable {
    private static let events =
        IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE | IN_ATTRIB
        | IN_DELETE_SELF | IN_MOVE_SELF

    /// Not open when the system has no more of them: then nothing is heard.
    private let inotify: Descriptor
    private let names: Set<String>

    /// Hears of these names, and of what befalls a watched folder itself.
    init(for names: Set<String>) {
        self.names = names
        inotify = Descriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
    }

    /// Nil when nothing can be heard.
    var number: Int32? { inotify.isOpen ? inotify.number : nil }

    /// Listens to a folder too, or still; nil when there is none.
    func add(_ folder: String) -> Int32? {
        let watch = inotify_add_watch(inotify.number, folder, UInt32(Self.events))
        return watch < 0 ? nil : watch
    }

    /// No longer listens to what `add` returned.
    func remove(_ watch: Int32) {
        inotify_rm_watch(inotify.number, watch)
    }

    /// Whether anything has happened since the last time.
    func take() -> Bool {
        var room = [UInt8](repeating: 0, count: 4096)
        var hasHappened = false
        while case let count = retrying({ read(inotify.number, &room, room.count) }), count > 0 {
            if concernsUs(room.prefix(count)) { hasHappened = true }
        }
        return hasHappened
    }

    /// An event is a header, whose last word is the length of the name behind it.
    private func concernsUs(_ bytes: ArraySlice<UInt8>) -> Bool {
        let header = MemoryLayout<inotify_event>.size
        var rest = bytes
        while rest.count >= header {
            let length = rest.withUnsafeBytes {
                Int($0.loadUnaligned(fromByteOffset: header - 4, as: UInt32.self))
            }
            let name = rest.dropFirst(header).prefix(length).prefix { $0 != 0 }
            // Without a name it is the folder itself, or more than the kernel could keep.
            if name.isEmpty || names.contains(String(decoding: name, as: UTF8.self)) { return true }
            rest = rest.dropFirst(header + length)
        }
        return false
    }
}
