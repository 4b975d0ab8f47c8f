import CLinux
import Glibc

/// The reason for which the kernel or the C library has refused a call.
package struct Errno: RawRepresentable, Equatable, Sendable {
    /// The number, as in `errno`.
    package let rawValue: Int32

    /// The reason with this number.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The reason for the call that has just failed on the calling thread.
    package static var current: Errno { Errno(rawValue: errno) }
}

extension Errno {
    /// EPERM.
    package static let notPermitted = Errno(rawValue: EPERM)
    /// EOPNOTSUPP, the same number as ENOTSUP.
    package static let notSupported = Errno(rawValue: EOPNOTSUPP)
    /// ENOENT.
    package static let noSuchFile = Errno(rawValue: ENOENT)
    /// EINTR.
    package static let interrupted = Errno(rawValue: EINTR)
    /// EAGAIN, the same number as EWOULDBLOCK.
    package static let wouldBlock = Errno(rawValue: EAGAIN)
    /// EACCES.
    package static let permissionDenied = Errno(rawValue: EACCES)
    /// ENOEXEC.
    package static let noExecutable = Errno(rawValue: ENOEXEC)
    /// ESRCH.
    package static let noSuchProcess = Errno(rawValue: ESRCH)
    /// EEXIST.
    package static let fileExists = Errno(rawValue: EEXIST)
    /// EBUSY.
    package static let busy = Errno(rawValue: EBUSY)
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
    /// A text is not UTF-8.
    package static let illegalByteSequence = Errno(rawValue: EILSEQ)
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
    /// The text of the C library, in English whatever the locale.
    package var description: String {
        guard let text = strerrordesc_np(rawValue) else { return "error \(rawValue)" }
        return String(cString: text)
    }
}

/// The result of a call that may fail as expected: a value, or the reason of the failure.
package enum Attempt<Value> {
    case success(Value)
    case failure(Errno)

    /// The value; `nil` for a failed call.
    package var value: Value? { if case .success(let value) = self { value } else { nil } }

    /// Returns the attempt with its value converted.
    func map<Other>(_ convert: (Value) -> Other) -> Attempt<Other> {
        flatMap { .success(convert($0)) }
    }

    /// Returns the next attempt, which needs the value.
    func flatMap<Other>(_ next: (Value) -> Attempt<Other>) -> Attempt<Other> {
        switch self {
        case .success(let value): next(value)
        case .failure(let errno): .failure(errno)
        }
    }
}

extension Attempt: Equatable where Value: Equatable {}
extension Attempt: Sendable where Value: Sendable {}

/// The ways in which C reports an error, each turned into an `IOError` in one place.
package enum SystemCall {
    /// Runs a call that returns -1 and sets errno on failure; repeats it if a signal interrupted it.
    @discardableResult
    package static func run<Result: SignedInteger & FixedWidthInteger>(
        _ call: StaticString, _ subject: @autoclosure () -> String = "", _ body: () -> Result
    ) throws(IOError) -> Result {
        switch attempt(body) {
        case .success(let result): return result
        case .failure(let errno):
            throw .system(call: "\(call)", subject: subject(), errno: errno)
        }
    }

    /// Does the same for a caller to whom some reasons are no error, such as EAGAIN.
    package static func attempt<Value: SignedInteger & FixedWidthInteger>(
        _ body: () -> Value
    ) -> Attempt<Value> {
        while true {
            let result = body()
            guard result == -1 else { return .success(result) }
            let errno = Errno.current
            if errno != .interrupted { return .failure(errno) }
        }
    }

    /// Runs a call that returns a null pointer and sets errno on failure.
    package static func pointer<Pointer>(
        _ call: StaticString, _ subject: @autoclosure () -> String = "", _ body: () -> Pointer?
    ) throws(IOError) -> Pointer {
        if let result = body() { return result }
        throw .system(call: "\(call)", subject: subject(), errno: .current)
    }

    /// Checks the result of a call that returns minus the errno on failure, such as sd_event_run(3).
    @discardableResult
    package static func check(
        _ call: StaticString, _ result: Int32, _ subject: @autoclosure () -> String = ""
    ) throws(IOError) -> Int32 {
        guard result < 0 else { return result }
        throw .system(call: "\(call)", subject: subject(), errno: Errno(rawValue: -result))
    }
}
