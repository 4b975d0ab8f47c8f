internal import Glibc

// The commands that fix a problem on this system, with systemd and without.

extension Evidence {
    private var hasManager: Bool { (try? units.get()) != nil }

    /// The command that restarts the daemon.
    var restartService: String {
        if hasManager { return "systemctl --user restart appearanced" }
        guard let process = (try? names.get())?[BusNames.own]?.process else {
            return "appearanced &"
        }
        return "kill \(process); appearanced &"
    }

    /// The command that replaces a daemon that no longer answers.
    ///
    /// A stopped process ignores every signal but SIGKILL, which systemd sends by itself.
    var replaceService: String {
        guard (try? units.get())?.isRunning != true,
            let process = (try? names.get())?[BusNames.own]?.process
        else { return restartService }
        return "kill -KILL \(process); "
            + (hasManager ? "systemctl --user start appearanced" : "appearanced &")
    }

    /// The command that makes the portal read its files again.
    var restartPortal: String {
        if hasManager { return "systemctl --user restart xdg-desktop-portal" }
        let program = (try? portal.get())?.frontend?.program ?? "/usr/libexec/xdg-desktop-portal"
        return "\(program.shellWord) --replace &"
    }
}

/// The package manager of this system.
enum PackageManager {
    private static let known: [(program: String, command: String)] = [
        ("apt-get", "sudo apt-get install"), ("dnf", "sudo dnf install"),
        ("pacman", "sudo pacman -S"), ("zypper", "sudo zypper install"), ("apk", "sudo apk add"),
        ("xbps-install", "sudo xbps-install"),
    ]

    /// Returns the command that installs packages with the first known program that exists.
    static func install(_ packages: String) -> String {
        let found = known.first { program, _ in
            ["/usr/bin/", "/sbin/", "/usr/sbin/"].contains { access($0 + program, X_OK) == 0 }
        }
        return (found?.command ?? "install") + " " + packages
    }
}
