import AppearanceTestSupport
import Foundation
import Testing

/// The first page of the window for a person who has set nothing up.
@Suite(.bounded, .requires(.bus, .windowUser)) struct DesktopWelcomeTests {
    private let home: TestHome

    init() throws {
        home = try TestHome()
        try WindowUser.prepare(home)
    }

    @Test func `one button makes the desktop follow, and shows its changes first`() throws {
        let daemon = try RunningDaemon(home: home)
        let desktop = ["XDG_CURRENT_DESKTOP": "XFCE"]
        let user = try WindowUser(
            in: home, environment: daemon.environment.merging(desktop) { $1 })
        try user.wait(until: "Change the colours of this desktop")
        #expect(!FileManager.default.fileExists(atPath: home.configurationFile))
        try user.wait(until: "What Will Be Changed")
        try user.press("Turn On")
        try daemon.process.waitForLine(containing: "desktop.follow", on: .errors)
        let file = try String(contentsOfFile: home.configurationFile, encoding: .utf8)
        #expect(file.contains("follow = \"auto\""))
        try user.wait(untilGone: "Change the colours of this desktop")
        try user.wait(until: "By the sun and the clock")
    }

    @Test func `without a daemon the window opens, and says that the service does not run`() throws
    {
        let bus = try PrivateBus(in: home)
        let user = try WindowUser(
            in: home, environment: home.environment.merging(bus.environment) { $1 })
        try user.wait(until: "Light by day, dark in the evening, by itself")
        try user.wait(until: "The service is not running")
        try user.wait(until: "Start…")
        // Nothing was changed by looking.
        #expect(!FileManager.default.fileExists(atPath: home.configurationFile))
        let daemon = try RunningDaemon(home: home, bus: bus)
        try user.wait(until: "By the sun and the clock")
        try daemon.process.terminate()
        try user.wait(until: "The service is not running")
    }

    @Test func `the user may leave everything as it is`() throws {
        let daemon = try RunningDaemon(home: home)
        let user = try WindowUser(in: home, environment: daemon.environment)
        try user.wait(until: "Not Now")
        try user.press("Not Now")
        try user.press("Dark")
        try user.wait(until: "You chose it; automatic again at")
        #expect(!FileManager.default.fileExists(atPath: home.configurationFile))
    }
}
