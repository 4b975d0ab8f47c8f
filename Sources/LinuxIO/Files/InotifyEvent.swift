import CSystemd
import Glibc

/// An event of inotify(7), copied out of the kernel's buffer.
struct InotifyEvent {
    private let mask: UInt32
    /// The name in the watched directory; nil for the directory itself.
    let name: String?

    // The name follows the event's fields, padded with NUL bytes.
    init(_ event: UnsafePointer<inotify_event>) {
        mask = event.pointee.mask
        name =
            event.pointee.len == 0
            ? nil
            : UnsafeRawPointer(event + 1).withMemoryRebound(
                to: CChar.self, capacity: Int(event.pointee.len)
            ) { String(cString: $0) }
    }

    /// Whether this happened, such as `IN_CREATE`.
    func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }
}
