import CLinux
import CSystemd
import Glibc
package import Linux

/// Reports changes of the names in a directory; releasing it ends it.
///
/// The directory is watched rather than the file, because editors replace a file by another.
package final class DirectoryWatch {
    /// A report.
    package enum Event: Hashable, Sendable {
        /// A new name; a file that was opened for writing may still be empty, and `written`
        /// follows.
        case created(String)
        /// A file that was open for writing is closed.
        case written(String)
        /// A file was renamed to this name.
        case movedIn(String)
        /// A file was renamed from this name.
        case movedOut(String)
        /// A file was removed.
        case deleted(String)
        /// Permissions, owner or times of a file were changed.
        case attributesChanged(String)
        /// Events were lost, so everything must be read again.
        case overflow
        /// The directory was removed or renamed, so this watch reports nothing more.
        case directoryGone
    }

    private let source: EventSource

    /// Starts watching a directory for some names, or for all; for none, only the directory itself.
    package init(
        on loop: EventLoop, directory: String, names: Set<String>? = nil,
        _ handler: @escaping (Event) -> Void
    ) throws(IOError) {
        let filter = EventHandler<InotifyEvent> { event in
            guard let event = Event(event) else { return }
            if let name = event.name, let names, !names.contains(name) { return }
            handler(event)
        }
        let hasNames = names?.isEmpty != true
        source = try EventSource("sd_event_add_inotify", subject: directory, handler: filter) {
            source, userData in
            sd_event_add_inotify(
                loop.event, &source, directory,
                hasNames ? Self.ownMask | Self.nameMask : Self.ownMask,
                { _, event, userData in
                    event.map { EventHandler.run(userData, InotifyEvent($0)) } ?? 0
                }, userData)
        }
        // sd-event has one inotify descriptor for each priority, and loops forever on an event that
        // no remaining source of the directory has in its mask. So each mask has a priority.
        if !hasNames { try source.setPriority(.afterNormal) }
    }

    private static let ownMask = UInt32(InotifyEvent.directoryMask | IN_ONLYDIR)
    private static let nameMask = UInt32(InotifyEvent.namesMask)
}

extension DirectoryWatch.Event {
    /// The name that the event is about; `nil` for the directory.
    package var name: String? {
        switch self {
        case .created(let name), .written(let name), .movedIn(let name), .movedOut(let name),
            .deleted(let name), .attributesChanged(let name):
            name
        case .overflow, .directoryGone: nil
        }
    }

    // A change of attributes without a name is about the directory, and is ignored.
    fileprivate init?(_ event: InotifyEvent) {
        if event.has(IN_Q_OVERFLOW) {
            self = .overflow
        } else if event.has(IN_DELETE_SELF) || event.has(IN_MOVE_SELF) || event.has(IN_UNMOUNT) {
            self = .directoryGone
        } else if let name = event.name, let change = Self.change(event, of: name) {
            self = change
        } else {
            return nil
        }
    }

    private static func change(_ event: InotifyEvent, of name: String) -> Self? {
        if event.has(IN_CREATE) { return .created(name) }
        if event.has(IN_CLOSE_WRITE) { return .written(name) }
        if event.has(IN_MOVED_TO) { return .movedIn(name) }
        if event.has(IN_MOVED_FROM) { return .movedOut(name) }
        if event.has(IN_DELETE) { return .deleted(name) }
        if event.has(IN_ATTRIB) { return .attributesChanged(name) }
        return nil
    }
}
