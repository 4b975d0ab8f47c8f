import AppearanceTestSupport
import Foundation

/// A directory of the test's own, removed with the object.
final class TemporaryDirectory {
    let path: String

    // Short, because a socket's path must be.
    init() {
        var template = Array("/tmp/lio.XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file in place, keeping its inode; watches are notified before this returns.
    func write(_ text: String, to name: String) {
        let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        precondition(descriptor >= 0)
        let bytes = Array(text.utf8)
        precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        precondition((try? Writers.haveGone(from: file(name))) != nil)
    }

    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }
}

/// The permission bits of a path, without following a link.
func permissions(of path: String) -> UInt32? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
}

/// Whether there is something at a path.
func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
}
