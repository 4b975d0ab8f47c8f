import Glibc

extension stat {
    var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
    var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
    var isSocket: Bool { st_mode & S_IFMT == S_IFSOCK }
    /// The permission bits.
    var permissions: UInt32 { st_mode & 0o7777 }
}
