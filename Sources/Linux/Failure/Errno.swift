import CLinux
import Glibc

/// The reason the kernel or the C library gives for a call that failed.
package struct Errno: RawRepresentable, Error, Hashable {
    /// The number, as in `errno`.
    package let rawValue: Int32

    /// The reason with this number.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The calling thread's reason for the call that has just failed.
    package static var current: Errno { Errno(rawValue: errno) }
}

extension Errno {
    /// ENOENT.
    package static let noSuchFile = Errno(rawValue: ENOENT)
    /// EINTR.
    package static let interrupted = Errno(rawValue: EINTR)
    /// EAGAIN, the same number as EWOULDBLOCK.
    package static let wouldBlock = Errno(rawValue: EAGAIN)
    /// EACCES.
    package static let permissionDenied = Errno(rawValue: EACCES)
    /// ESRCH.
    package static let noSuchProcess = Errno(rawValue: ESRCH)
    /// EEXIST.
    package static let fileExists = Errno(rawValue: EEXIST)
    /// ENODEV.
    package static let noSuchDevice = Errno(rawValue: ENODEV)
    /// ELOOP.
    package static let tooManyLinks = Errno(rawValue: ELOOP)
    /// ENOTDIR.
    package static let notADirectory = Errno(rawValue: ENOTDIR)
    /// EISDIR.
    package static let isDirectory = Errno(rawValue: EISDIR)
    /// EINVAL.
    package static let invalidArgument = Errno(rawValue: EINVAL)
    /// EMFILE.
    package static let processOutOfDescriptors = Errno(rawValue: EMFILE)
    /// ENOTSOCK.
    package static let notASocket = Errno(rawValue: ENOTSOCK)
    /// EPIPE.
    package static let brokenPipe = Errno(rawValue: EPIPE)
    /// ECONNREFUSED.
    package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
    /// ECONNRESET.
    package static let connectionReset = Errno(rawValue: ECONNRESET)
    /// ECONNABORTED.
    package static let connectionAborted = Errno(rawValue: ECONNABORTED)
    /// ENOBUFS.
    package static let noBufferSpace = Errno(rawValue: ENOBUFS)
    /// ESTALE.
    package static let staleHandle = Errno(rawValue: ESTALE)
    /// ECANCELED.
    package static let canceled = Errno(rawValue: ECANCELED)
}

extension Errno: CustomStringConvertible {
    /// What the C library says of it, in English whatever the locale.
    package var description: String {
        guard let text = strerrordesc_np(rawValue) else { return "error \(rawValue)" }
        return String(cString: text)
    }
}
