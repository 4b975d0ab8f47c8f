/// The one error of this target: what was asked of the system, of what, and why it could not be.
package enum IOFailure: Error, Hashable, Sendable {
    /// A call failed; `subject` is what it was about, such as a path, or empty.
    case system(call: String, subject: String, errno: Errno)

    /// The reason of a failed call; nil where no call failed.
    package var errno: Errno? {
        switch self {
        case .system(_, _, let errno): errno
        }
    }
}

extension IOFailure: CustomStringConvertible {
    /// One sentence for a log line, such as "open /x: No such file or directory".
    package var description: String {
        switch self {
        case .system(let call, let subject, let errno):
            subject.isEmpty ? "\(call): \(errno)" : "\(call) \(subject): \(errno)"
        }
    }
}
