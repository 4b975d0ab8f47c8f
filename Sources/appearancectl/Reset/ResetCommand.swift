internal import AppearanceConfig
internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Glibc

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

extension DesktopReset {
    /// Has the service leave the desktop alone: this one at once, later ones by the configuration.
    ///
    /// - Returns: What was done for it, in words.
    static func stopFollowing() throws -> [String] {
        let change = try stopping()
        do {
            try Request.leaveDesktop.answer()
        } catch DaemonError.notRunning, DaemonError.noRuntimeDirectory {
            // Nobody changes anything then.
        }
        guard let change else { return [] }
        try change.write()
        return ["\(change.path): follow = \"none\", so that it stays as it was"]
    }

    /// The configuration that says to follow, changed to say the opposite; nil if none does.
    private static func stopping() throws(CommandLineError) -> FileChange? {
        let candidates = ConfigurationPaths.candidates { getenv($0).map { String(cString: $0) } }
        guard let own = candidates.first,
            let source = candidates.first(where: FileWriting.exists)
        else { return nil }
        let bytes = try FileReading.bytes(of: source, limit: 1024 * 1024)
        let configuration: Configuration
        do throws(ConfigurationError) {
            configuration = try ConfigurationReader.read(bytes, file: source)
        } catch {
            throw CommandLineError(words(.bad(error), in: source))
        }
        guard configuration.desktop.follow != .none else { return nil }
        do throws(ConfigurationEditError) {
            let next = try ConfigurationEdit.apply(
                [.init("desktop.follow", to: "\"none\"")], to: bytes, file: source)
            return FileChange(
                path: own, before: String(decoding: bytes, as: UTF8.self),
                after: String(decoding: next, as: UTF8.self), purpose: "changed")
        } catch {
            throw CommandLineError(words(error, in: source))
        }
    }

    private static func words(_ fault: ConfigurationEditError, in file: String) -> String {
        switch fault {
        case .bad(let fault):
            """
            \(fault)
            It is not touched while it is wrong. Mend it, and run this again.
            """
        case .entangled:
            """
            \(file) is written in a way in which it cannot be changed safely.
            Put follow = "none" under [desktop] yourself, and run this again.
            """
        }
    }
}
