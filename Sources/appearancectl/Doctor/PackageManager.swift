internal import Glibc

/// How this machine installs what its distribution has.
enum PackageManager {
    private static let known: [(program: String, command: String)] = [
        ("apt-get", "sudo apt-get install"), ("dnf", "sudo dnf install"),
        ("pacman", "sudo pacman -S"), ("zypper", "sudo zypper install"), ("apk", "sudo apk add"),
        ("xbps-install", "sudo xbps-install"),
    ]

    /// The command that installs packages, by the first of these programs that there is.
    static func install(_ packages: String) -> String {
        let found = known.first { program, _ in
            ["/usr/bin/", "/sbin/", "/usr/sbin/"].contains { access($0 + program, X_OK) == 0 }
        }
        return (found?.command ?? "install") + " " + packages
    }
}
