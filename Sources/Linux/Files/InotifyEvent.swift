package import CLinux
import Glibc

/// An event of inotify(7), copied out of the kernel's buffer.
package struct InotifyEvent {
    private let mask: UInt32
    /// The name in the watched directory; nil for the directory itself.
    package let name: String?

    // The name follows the event's fields, padded with NUL bytes.
    package init(_ event: UnsafePointer<inotify_event>) {
        mask = event.pointee.mask
        name =
            event.pointee.len == 0
            ? nil
            : UnsafeRawPointer(event + 1).withMemoryRebound(
                to: CChar.self, capacity: Int(event.pointee.len)
            ) { String(cString: $0) }
    }

    /// Whether this happened, such as `IN_CREATE`.
    package func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }
}
