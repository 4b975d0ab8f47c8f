internal import AppearanceConfig
internal import AppearanceEngine
internal import Glibc

/// Reading files of the user's naming, whole.
enum FileReading {
    static func bytes(of path: String, limit: Int) throws(CommandLineError) -> [UInt8] {
        switch read(path, limit: limit) {
        case .success(let bytes): return bytes
        case .failure(let failure): throw CommandLineError("\(path): \(failure.words).")
        }
    }

    /// The content, or an errno; whatever is no regular file is refused, never waited for.
    fileprivate static func read(_ path: String, limit: Int) -> Result<[UInt8], Failure> {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            let code = errno
            let target = code == ENOENT ? linkTarget(path) : nil
            return .failure(target.map(Failure.dangling) ?? .system(code))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failure(.system(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return .failure(status.st_mode & S_IFMT == S_IFDIR ? .system(EISDIR) : .notRegular)
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { return .failure(.system(errno)) }
            guard count > 0 else { return .success(bytes) }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { return .failure(.tooLarge(limit: limit)) }
        }
    }

    /// What a symbolic link says; `nil` for what is no link.
    fileprivate static func linkTarget(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        guard count > 0 else { return nil }
        return String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// What keeps a file from being read.
    fileprivate enum Failure: Error {
        case system(Int32)
        /// A link, and what it leads to, which is not there.
        case dangling(String)
        case notRegular
        case tooLarge(limit: Int)

        var words: String {
            switch self {
            case .system(let code): String(cString: strerror(code))
            case .dangling(let target): "it is a link to \(target), which does not exist"
            case .notRegular: "it is no regular file"
            case .tooLarge(let limit): "it is larger than \(limit) bytes"
            }
        }
    }
}

extension ZoneFiles {
    /// The machine's own, in `$TZDIR` where it is set.
    static var machine: ZoneFiles {
        let named = getenv("TZDIR").map { String(cString: $0) }
        return ZoneFiles(
            directory: named.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? usualDirectory,
            read: { path throws(Fault) in
                switch FileReading.read(path, limit: 1024 * 1024) {
                case .success(let bytes): return bytes
                case .failure(let failure):
                    if case .system(ENOENT) = failure { throw .absent }
                    throw .unreadable(failure.words)
                }
            },
            linkTarget: FileReading.linkTarget)
    }
}

extension KnownZones {
    /// The machine's own, in `$TZDIR` where it is set.
    static var machine: KnownZones {
        let files = ZoneFiles.machine
        return KnownZones(contains: files.contains, names: files.names)
    }
}
