import AppearanceTestSupport
import Testing

/// The story of the first minutes, under a real user manager instead of a machine.
@Suite(.bounded, .requires(.userManager, .portal, .firstMinutes)) struct SystemdFirstMinutesTests {
    @Test func `people reach their first change by the commands of README`() throws {
        let manager = try SystemdInstallation.manager()
        let folder = "XDG_DESKTOP_PORTAL_DIR=/usr/local/share/xdg-desktop-portal/portals"
        try manager.succeed("systemctl --user set-environment \(folder)")
        let story = try manager.run(
            "\(folder) '\(Repository.root)/Tests/Desktops/first-minutes'", within: .seconds(150))
        let checks = story.output.split(separator: "\n").filter { $0.hasPrefix("checked\t") }
        #expect(checks.count == 5, "\(story.output)")
        #expect(checks.allSatisfy { $0.hasSuffix("\tyes") }, "\(story.output)")
        #expect(story.status == 0)
    }
}
