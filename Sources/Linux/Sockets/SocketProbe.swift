import Glibc

/// A look at a Unix socket from outside.
package enum SocketProbe {
    /// Connects without waiting, and hangs up again.
    ///
    /// `wouldBlock` means that the queue for connections is full: somebody listens but does not
    /// accept, and a connection that waits would wait for that.
    package static func connect(to path: String) throws(IOError) -> Result<Void, Errno> {
        let address = try UnixAddress(path: path)
        let probe = try Descriptor.unixSocket()
        return SystemCall.attempt {
            address.withPointer { Glibc.connect(probe.rawValue, $0, $1) }
        }.map { _ in }
    }
}
