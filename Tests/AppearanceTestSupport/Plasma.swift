import Foundation

/// Plasma's program that applies its colours: the installed one, or the one that
/// scripts/install-dependencies has taken out of its package, without the rest of Plasma.
package enum Plasma {
    /// The path of the program; `nil` if it is not installed.
    package static var program: String? {
        let unpacked = folder + "/bin/" + name
        return Requirement.executable(name) ?? (access(unpacked, X_OK) == 0 ? unpacked : nil)
    }

    /// The environment in which it finds its colours; it needs no screen.
    package static var environment: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return [
            "PATH": path + ":\(folder)/bin:\(folder)/lib/\(multiarch)/libexec",
            "XDG_DATA_DIRS": "/usr/local/share:/usr/share:\(folder)/share",
            "QT_QPA_PLATFORM": "offscreen",
        ]
    }

    private static let name = "plasma-apply-colorscheme"
    #if arch(x86_64)
        private static let multiarch = "x86_64-linux-gnu"
    #else
        private static let multiarch = "aarch64-linux-gnu"
    #endif
    private static let folder = Repository.root + "/.build-tools/plasma/usr"
}
