package import CLinux
import Glibc

/// An event of inotify(7), copied out of the buffer of the kernel.
package struct InotifyEvent {
    private let mask: UInt32
    /// The name in the watched directory; `nil` for the directory itself, and for lost events.
    package let name: String?

    /// Copies an event, whose name follows its fields, padded with NUL bytes.
    package init(_ event: UnsafePointer<inotify_event>) {
        mask = event.pointee.mask
        name =
            event.pointee.len == 0
            ? nil
            : UnsafeRawPointer(event + 1).withMemoryRebound(
                to: CChar.self, capacity: Int(event.pointee.len)
            ) { String(cString: $0) }
    }

    /// Returns the events in a buffer that read(2) has filled.
    static func all(in buffer: UnsafeRawBufferPointer) -> [InotifyEvent] {
        var events: [InotifyEvent] = []
        var rest = buffer
        while let address = rest.baseAddress, rest.count >= MemoryLayout<inotify_event>.size {
            let event = address.assumingMemoryBound(to: inotify_event.self)
            events.append(InotifyEvent(event))
            let length = MemoryLayout<inotify_event>.size + Int(event.pointee.len)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(length))
        }
        return events
    }

    /// Whether this happened, such as `IN_CREATE`.
    package func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }

    /// The changes of names in a directory.
    package static let namesMask =
        IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB
    /// The changes of a directory itself.
    package static let directoryMask = IN_DELETE_SELF | IN_MOVE_SELF
}
