import Glibc

extension Descriptor {
    /// Makes a Unix stream socket that never waits.
    static func unixSocket() throws(IOError) -> Descriptor {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        return try Descriptor(owning: SystemCall.run("socket") { socket(AF_UNIX, Int32(kind), 0) })
    }

    /// Sets a number among a socket's options.
    borrowing func setSocketOption(
        _ option: Int32, to value: Int32, called name: String
    ) throws(IOError) {
        var value = value
        try SystemCall.run("setsockopt", name) {
            setsockopt(rawValue, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }
}
