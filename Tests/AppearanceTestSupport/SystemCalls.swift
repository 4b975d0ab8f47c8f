import Glibc

/// The text of an `errno`.
func errorText(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
}

/// The result of a system call, tried again while a signal interrupts it.
@discardableResult
func retrying<Number: BinaryInteger>(_ name: String, _ call: () -> Number) throws -> Number {
    // Ends when no signal interrupts the call.
    while true {
        let result = call()
        if result >= 0 { return result }
        guard errno == EINTR else { throw HarnessFailure.systemCall(name, errno) }
    }
}

/// Both ends of a pipe that no child inherits.
package func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    try retrying("pipe2") { GNU.makePipe(&ends, O_CLOEXEC) }
    return (ends[0], ends[1])
}

/// The next connection of a listener, which no child inherits; negative if there is none.
///
/// In a child that is started just then it would stay open after we have closed it, and its peer
/// wait for ever.
func acceptConnection(on listener: Int32) -> Int32 {
    GNU.accept(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
}

/// Writes everything, or throws.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = try retrying("write") {
            rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }
        rest = rest.dropFirst(count)
    }
}

extension Duration {
    /// The span in seconds.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
