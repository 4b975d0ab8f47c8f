internal import Glibc

// The commands that mend, on this machine: with systemd, and without.

extension Evidence {
    private var hasManager: Bool { (try? units.get()) != nil }

    /// Has the service read and do everything anew.
    var restartService: String {
        if hasManager { return "systemctl --user restart appearanced" }
        guard let process = (try? names.get())?[BusNames.own]?.process else {
            return "appearanced &"
        }
        return "kill \(process); appearanced &"
    }

    /// Starts the service again when it no longer answers.
    ///
    /// A stopped process ignores every signal but SIGKILL. systemd sees to that by itself.
    var replaceService: String {
        guard (try? units.get())?.isRunning != true,
            let process = (try? names.get())?[BusNames.own]?.process
        else { return restartService }
        return "kill -KILL \(process); "
            + (hasManager ? "systemctl --user start appearanced" : "appearanced &")
    }

    /// Has the portal read its files anew.
    var restartPortal: String {
        if hasManager { return "systemctl --user restart xdg-desktop-portal" }
        let program = (try? portal.get())?.frontend?.program ?? "/usr/libexec/xdg-desktop-portal"
        return "\(program.shellWord) --replace &"
    }
}

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
