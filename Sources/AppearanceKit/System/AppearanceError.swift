internal import Glibc
package import Linux

/// Why a program cannot follow the appearance: the system has no descriptor left for it.
///
/// A missing daemon is not an error.
public struct FollowError: Error, Equatable, CustomStringConvertible {
    /// The system call that failed.
    public let call: String
    /// The system's error number.
    public let code: Int32

    package init(_ call: String, errno code: Int32) {
        self.call = call
        self.code = code
    }

    /// Translates an error of the system.
    package init(_ error: IOError) {
        if case .system(let call, let subject, let errno) = error {
            self.init(subject.isEmpty ? call : "\(call) \(subject)", errno: errno.rawValue)
        } else {
            self.init("\(error)", errno: EIO)
        }
    }

    /// The failed operation and the reason, as the system reports it.
    public var description: String {
        "cannot follow the appearance: \(call): \(String(cString: strerror(code)))"
    }
}
