import AppearanceTestSupport
import Foundation
import Synchronization

/// A Unix socket that hangs up on everyone who connects, and counts them.
final class HangingUpListener: Sendable {
    private let descriptor: Int32
    private let visitors = Mutex(0)

    /// Listens at a path, in place of what is there.
    init(at path: String) throws {
        unlink(path)
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isListening = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && listen(descriptor, 100) == 0
            }
        }
        guard isListening else { throw HarnessFailure("nothing can listen at \(path)") }
        Thread { [self] in
            // Ends when the listener is shut down.
            while true {
                let visitor = acceptConnection(on: descriptor)
                guard visitor >= 0 else { return }
                visitors.withLock { $0 += 1 }
                close(visitor)
            }
        }.start()
    }

    /// Ends the counting; how many have come.
    var count: Int {
        shutdown(descriptor, Int32(SHUT_RDWR))
        return visitors.withLock { $0 }
    }

    deinit { close(descriptor) }
}
