internal import ArgumentParser

struct ResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Give back every setting of the desktop that was ever changed.",
        discussion: """
            Each becomes what it was before appearanced changed it the first time, and the line in \
            portals.conf goes too. So that nothing is changed again a moment later, a configuration \
            that has the desktop follow is changed to follow = "none" first. It says each thing it \
            does. The service need not run, and goes on if it does.
            """)

    func run() throws {
        let routing = try PortalCommand.routing()
        var report = try DesktopReset.stopFollowing()
        // What was changed is known for good only when nothing is changed any more.
        var reset = try DesktopReset()
        report += reset.giveBack()
        let portal = try routing.remove()
        if !portal.isEmpty {
            report += portal + [PortalCommand.restart]
        }
        guard !report.isEmpty || !reset.complaints.isEmpty else {
            return StandardOutput.line("Nothing of the desktop has been changed.")
        }
        report.forEach(StandardOutput.line)
        guard reset.complaints.isEmpty else {
            throw CommandLineError(
                (reset.complaints + ["Run this again when that is mended: the rest is kept for it."])
                    .joined(separator: "\n"))
        }
    }
}
