internal import Console
internal import Glibc

/// The findings of every check of `appearancectl doctor`.
///
/// A check is a function of `Evidence` for one kind of problem; it runs no program, returns its
/// findings with the worst first, and throws `CommandLineError` if it cannot be made.
package struct Diagnosis {
    /// The findings with the names of their checks, which scripts use too, in order.
    package private(set) var findings: [(check: String, finding: Finding)] = []

    /// Makes every check, each after those that it depends on.
    package init(_ evidence: Evidence) {
        check("session bus", evidence.sessionBusFinding)
        check("service", evidence.serviceFindings)
        check("socket", evidence.socketFinding)
        check("bus names", evidence.busNamesFinding)
        check("configuration", evidence.configurationFinding)
        check("place", evidence.placeFinding)
        check("light sensor", evidence.lightSensorFinding)
        check("camera", evidence.cameraFindings)
        check("session variables", evidence.sessionVariablesFinding)
        check("portal", evidence.portalFindings)
        check("file chooser", evidence.fileChooserFinding)
        check("desktop settings", evidence.desktopSettingsFindings)
        check("hooks", evidence.hookFindings)
        check("kept files", evidence.keptFileFindings)
        check("other switchers", evidence.switcherFindings)
        check("presence", evidence.presenceFinding)
        check("whole screen", evidence.screenFindings)
    }

    private mutating func check(
        _ name: String, _ findings: () throws(CommandLineError) -> [Finding]
    ) {
        do throws(CommandLineError) {
            self.findings += try findings().map { (name, $0) }
        } catch {
            self.findings.append((name, .skipped(error.text)))
        }
    }

    private mutating func check(_ name: String, _ finding: () throws(CommandLineError) -> Finding) {
        check(name) { () throws(CommandLineError) in [try finding()] }
    }

    package func findings(_ status: Finding.Status) -> [(check: String, finding: Finding)] {
        findings.filter { $0.finding.status == status }
    }
}

/// The finding of a check; of a problem, with its cause and fix.
package struct Finding: Equatable {
    /// The severity; the worst first.
    package enum Status: String, CaseIterable {
        /// A feature does not work.
        case broken
        /// A feature works partly, or may stop working.
        case warning
        case ok
        /// The check could not be made.
        case skipped
    }

    package let status: Status
    /// The finding in one sentence.
    package let sentence: String
    /// The cause, in a sentence or two; empty if nothing is wrong.
    package var cause = ""
    /// The shell command that fixes the problem; empty if there is none.
    package var fix = ""
    /// The step that fixes the problem without a shell; `nil` if a person has to.
    package var action: RepairAction?

    static func ok(_ sentence: String) -> Finding { Finding(status: .ok, sentence: sentence) }

    static func skipped(_ reason: String, action: RepairAction? = nil) -> Finding {
        Finding(status: .skipped, sentence: reason, action: action)
    }

    static func warning(
        _ sentence: String, because cause: String, fix: String, action: RepairAction? = nil
    ) -> Finding {
        Finding(status: .warning, sentence: sentence, cause: cause, fix: fix, action: action)
    }

    static func broken(
        _ sentence: String, because cause: String, fix: String, action: RepairAction? = nil
    ) -> Finding {
        Finding(status: .broken, sentence: sentence, cause: cause, fix: fix, action: action)
    }
}

// The commands that fix a problem on this system, with systemd and without.
extension Evidence {
    var hasManager: Bool { units.value != nil }

    /// Returns the command that ends a process; empty if the process is unknown.
    static func kill(_ process: Int32?) -> String { process.map { "kill \($0)" } ?? "" }

    var restartService: String { restart(by: "kill") }

    /// The step that does the same as `restartService`; `nil` if systemd does not run the daemon.
    var restartAction: RepairAction? {
        hasManager && (units.value?.isRunning == true || daemonProcess == nil)
            ? .restartService : nil
    }

    /// The step that does the same as `restartPortal`; `nil` without systemd.
    var restartPortalAction: RepairAction? { hasManager ? .restartPortal : nil }

    /// The command that replaces a daemon that no longer answers.
    ///
    /// A stopped process ignores every signal but SIGKILL, which systemd sends by itself.
    var replaceService: String { restart(by: "kill -KILL") }

    /// Returns the command that ends the daemon, also one that was started by hand, and starts it.
    private func restart(by kill: String) -> String {
        guard units.value?.isRunning != true, let process = daemonProcess else { return start }
        return startService(after: process, by: kill)
    }

    private var start: String {
        hasManager ? "systemctl --user restart appearanced" : "appearanced &"
    }

    /// Returns the command that ends a process and starts the daemon, which refuses to run until the
    /// process has exited.
    func startService(after process: Int32, by kill: String = "kill") -> String {
        "\(kill) \(process); sleep 1; \(start)"
    }

    /// The process that has the daemon's name, or on another bus its socket; `nil` if unknown.
    var daemonProcess: Int32? {
        if let process = names.value?[BusNames.own]?.process { return process }
        let name = "XDG_RUNTIME_DIR"
        return programs.first {
            $0.name == "appearanced"
                && RunningProgram.variables(of: $0.process)[name] == variables[name]
        }?.process
    }

    /// The command that makes the portal read its files again.
    var restartPortal: String {
        if hasManager { return "systemctl --user restart xdg-desktop-portal" }
        let program = portal.value?.frontend?.program ?? "/usr/libexec/xdg-desktop-portal"
        return "\(program.shellWord) --replace &"
    }
}

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
