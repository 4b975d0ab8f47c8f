internal import ArgumentParser
internal import Glibc

struct PortalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "portal",
        abstract: "Have apps that ask the desktop portal follow appearanced, or no longer.",
        discussion: """
            Firefox, Chromium, GTK 4, Qt 6 and what runs in a sandbox ask the desktop portal \
            whether to be light or dark, and the portal asks whom portals.conf names. No daemon is \
            asked by this.
            """,
        subcommands: [Install.self, Remove.self])

    static func routing() throws(CommandLineError) -> PortalRouting {
        guard let folders = PortalFolders({ getenv($0).map { String(cString: $0) } }) else {
            throw CommandLineError(
                """
                HOME is not set, so there is no place for portals.conf.
                Run this inside your login session.
                """)
        }
        return PortalRouting(folders: folders)
    }

    static let restart = "Have the portal read it: systemctl --user restart xdg-desktop-portal"

    fileprivate static func say(_ report: [String], otherwise nothing: String) {
        guard !report.isEmpty else { return StandardOutput.line(nothing) }
        report.forEach(StandardOutput.line)
        StandardOutput.line(restart)
    }
}

extension PortalCommand {
    struct Install: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "install",
            abstract: "Put appearanced first among those the portal asks for settings.",
            discussion: """
                Your portals.conf for this desktop keeps every other line; where you have none, it \
                begins as the desktop's own. Whoever was asked before is asked after appearanced.
                """)

        func run() throws {
            let routing = try PortalCommand.routing()
            let report = try routing.install()
            if let unread = UnreadBackend(InstalledPortal(routing.folders), routing.folders) {
                report.forEach(StandardOutput.line)
                throw CommandLineError(
                    """
                    \(unread.cause)
                    Have it copied there, once: \(unread.command)
                    \(PortalCommand.restart)
                    """)
            }
            PortalCommand.say(report, otherwise: "The portal asks appearanced first already.")
            if let desktop = routing.folders.desktopWithItsOwnSwitch {
                StandardError.line(
                    """
                    appearancectl: \(desktop) has a switch of its own, which apps then no longer \
                    hear through the portal.
                    To go back: appearancectl portal remove
                    """)
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Take back what install has done, to the byte.")

        func run() throws {
            PortalCommand.say(
                try PortalCommand.routing().remove(),
                otherwise: "No portals.conf of yours names appearanced.")
        }
    }
}
