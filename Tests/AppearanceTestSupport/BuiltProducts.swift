import Glibc

/// The programs built beside the running tests, whatever the build folder and configuration.
package enum BuiltProducts {
    /// The daemon.
    package static let appearanced = directory + "/appearanced"
    /// The command line.
    package static let appearancectl = directory + "/appearancectl"

    /// The folder of the test bundle, which is an executable of its own on Linux.
    package static let directory: String = {
        guard let path = realpath("/proc/self/exe", nil) else { return "." }
        defer { free(path) }
        return String(cString: path).split(separator: "/", omittingEmptySubsequences: false)
            .dropLast().joined(separator: "/")
    }()
}
