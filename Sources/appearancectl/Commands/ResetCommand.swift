internal import ArgumentParser
internal import Console
internal import Diagnosis

struct ResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Restore every desktop setting that appearanced has changed.",
        discussion: """
            Each gets its original value, the line in portals.conf is removed, and ready-made hooks \
            are disabled, which restores the colours of their programs. If the configuration makes \
            the desktop follow, it is first changed to follow = "none", so that the settings are \
            not changed again. Each step is printed. The daemon need not run, and continues if it \
            does.
            """)

    func run() throws {
        var reset = try DesktopReset()
        let report = try reset.run()
        let failures = reset.failures
        guard !report.isEmpty || !failures.isEmpty else {
            return StandardOutput.line("No desktop setting has been changed.")
        }
        report.forEach(StandardOutput.line)
        guard failures.isEmpty else {
            throw CommandLineError(
                (failures + [
                    "The remaining values are kept. Fix this, then run the command again."
                ])
                .joined(separator: "\n"))
        }
    }
}
