import AppearanceKit
import DaemonClient
import Foundation

/// A runtime directory of a test's own, gone with the test.
final class RuntimeDirectory: Sendable {
    let path: String

    init() throws {
        // Not below TMPDIR: a socket's path has 107 bytes at most.
        path = "/tmp/appearance-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var socket: DaemonSocket { DaemonSocket(runtimeDirectory: path) }
}
