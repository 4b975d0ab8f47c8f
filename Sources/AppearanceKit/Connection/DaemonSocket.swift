internal import Glibc

/// Where the daemon listens: a socket below the session's runtime directory.
package struct DaemonSocket: Hashable, Sendable {
    /// The session's directory for sockets, such as `/run/user/1000`.
    package let runtimeDirectory: String

    /// The daemon's socket below a runtime directory.
    package init(runtimeDirectory: String) {
        self.runtimeDirectory = runtimeDirectory
    }

    /// The socket of the session that the environment speaks of, in `XDG_RUNTIME_DIR`.
    package static func ofThisSession() throws(DaemonError) -> DaemonSocket {
        guard let value = getenv("XDG_RUNTIME_DIR"), value.pointee == UInt8(ascii: "/")
        else { throw .noRuntimeDirectory }
        return DaemonSocket(runtimeDirectory: String(cString: value))
    }

    private static let folderName = "appearanced"
    private static let socketName = "io.github.appearanced"

    /// What is made below the runtime directory when a daemon comes.
    static let names: Set = [folderName, socketName]

    /// The daemon's own directory.
    package var directory: String { runtimeDirectory + "/" + Self.folderName }

    /// The socket itself.
    package var path: String { directory + "/" + Self.socketName }
}
