/// The ways in which C reports failure, each turned into an `IOError` in one place.
package enum SystemCall {
    /// Runs a call that returns -1 and sets errno, again when only a signal interrupted it.
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

    /// The same for a caller to whom some reasons are no failure, such as EAGAIN.
    package static func attempt<Value: SignedInteger & FixedWidthInteger>(
        _ body: () -> Value
    ) -> Result<Value, Errno> {
        while true {
            let result = body()
            guard result == -1 else { return .success(result) }
            let errno = Errno.current
            if errno != .interrupted { return .failure(errno) }
        }
    }

    /// Runs a call that returns a null pointer and sets errno.
    package static func pointer<Pointer>(
        _ call: StaticString, _ subject: @autoclosure () -> String = "", _ body: () -> Pointer?
    ) throws(IOError) -> Pointer {
        if let result = body() { return result }
        throw .system(call: "\(call)", subject: subject(), errno: .current)
    }

    /// Checks what a call of libsystemd or libudev returned: a negative number is minus the errno.
    @discardableResult
    package static func check(
        _ call: StaticString, _ result: Int32, _ subject: @autoclosure () -> String = ""
    ) throws(IOError) -> Int32 {
        guard result < 0 else { return result }
        throw .system(call: "\(call)", subject: subject(), errno: Errno(rawValue: -result))
    }
}
