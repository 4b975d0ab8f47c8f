internal import AppearanceProtocol
internal import Console
internal import Glibc

/// The findings of every check of `appearancectl doctor`.
struct Diagnosis {
    /// Every check, each after those that it depends on.
    static let checks: [any Check] = [
        SessionBusCheck(), ServiceCheck(), SocketCheck(), NamesCheck(), ConfigurationCheck(),
        PlaceCheck(), SensorCheck(), SessionVariablesCheck(), PortalCheck(), FileChooserCheck(),
        DesktopSettingsCheck(), HooksCheck(), SwitchersCheck(), ScreenCheck(),
    ]

    /// The findings with the names of their checks, in order.
    let findings: [(check: String, finding: Finding)]

    init(_ evidence: Evidence) {
        findings = Self.checks.flatMap { check -> [(check: String, finding: Finding)] in
            do throws(CommandLineError) {
                return try check.examine(evidence).map { (check.name, $0) }
            } catch {
                return [(check.name, .skipped(error.text))]
            }
        }
    }

    func findings(_ status: Finding.Status) -> [(check: String, finding: Finding)] {
        findings.filter { $0.finding.status == status }
    }
}

/// A check for one kind of problem; it examines evidence and runs no program.
protocol Check: Sendable {
    /// The name of the check in one or two words, also for scripts.
    var name: String { get }

    /// Returns the findings, the worst first.
    ///
    /// - Throws: `CommandLineError` if the check cannot be made; its text skips the check.
    func examine(_ evidence: Evidence) throws(CommandLineError) -> [Finding]
}

/// The finding of a check; of a problem, with its cause and fix.
struct Finding: Equatable {
    /// The severity; the worst first.
    enum Status: String, CaseIterable {
        /// A feature does not work.
        case broken
        /// A feature works partly, or may stop working.
        case warning
        case ok
        /// The check could not be made.
        case skipped
    }

    let status: Status
    /// One sentence.
    let finding: String
    /// The cause, in a sentence or two; empty if nothing is wrong.
    var cause = ""
    /// The shell command that fixes the problem; empty if there is none.
    var fix = ""

    static func ok(_ finding: String) -> Finding { Finding(status: .ok, finding: finding) }

    static func skipped(_ finding: String) -> Finding {
        Finding(status: .skipped, finding: finding)
    }

    static func warning(_ finding: String, because cause: String, fix: String) -> Finding {
        Finding(status: .warning, finding: finding, cause: cause, fix: fix)
    }

    static func broken(_ finding: String, because cause: String, fix: String) -> Finding {
        Finding(status: .broken, finding: finding, cause: cause, fix: fix)
    }

    /// Returns the finding as an object of `doctor --json`.
    func json(of check: String) -> JSON {
        .object([
            .init(name: "check", value: .string(check)),
            .init(name: "status", value: .string(status.rawValue)),
            .init(name: "finding", value: .string(finding)),
            .init(name: "cause", value: cause.isEmpty ? .null : .string(cause)),
            .init(name: "fix", value: fix.isEmpty ? .null : .string(fix)),
        ])
    }
}

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
