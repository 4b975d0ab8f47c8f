internal import ArgumentParser
internal import Console
internal import Diagnosis
internal import Glibc
internal import SettingsFile

struct PortalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "portal",
        abstract: "Make the desktop portal use appearanced, or undo that.",
        discussion: """
            Firefox, Chromium, GTK 4, Qt 6 and sandboxed apps ask the desktop portal whether to be \
            light or dark, and the portal asks the backends that portals.conf names. This command \
            does not need the daemon.
            """,
        subcommands: [Install.self, Remove.self])

    fileprivate static func printReport(_ report: [String], ifEmpty nothing: String) {
        guard !report.isEmpty else { return StandardOutput.line(nothing) }
        report.forEach(StandardOutput.line)
        StandardOutput.line(PortalRouting.restart)
    }
}

extension PortalCommand {
    struct Install: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "install",
            abstract: "Put appearanced first among the portal's backends for settings.",
            discussion: """
                Your portals.conf for this desktop keeps every other line; if you have none, it \
                starts as a copy of the desktop's. The previous backends come after appearanced.
                """)

        func run() throws {
            let routing = try PortalRouting.ofThisSession()
            var report: [String] = []
            try routing.install { report.append("\($0.path): \($0.purpose)") }
            if let unread = routing.unread {
                report.forEach(StandardOutput.line)
                throw CommandLineError(
                    """
                    \(unread.cause)
                    Copy it there, once: \(unread.command)
                    \(PortalRouting.restart)
                    """)
            }
            PortalCommand.printReport(report, ifEmpty: "The portal already asks appearanced first.")
            if let desktop = routing.folders.desktopWithOwnSwitch {
                StandardError.line(
                    """
                    appearancectl: \(desktop) has a switch of its own; apps no longer read it \
                    through the portal.
                    Undo: appearancectl portal remove
                    """)
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Undo install, to the byte.")

        func run() throws {
            let (report, failures) = try PortalRouting.ofThisSession().remove()
            if failures.isEmpty || !report.isEmpty {
                PortalCommand.printReport(
                    report, ifEmpty: "No portals.conf of yours names appearanced.")
            }
            guard failures.isEmpty else {
                throw CommandLineError(failures.joined(separator: "\n"))
            }
        }
    }
}
