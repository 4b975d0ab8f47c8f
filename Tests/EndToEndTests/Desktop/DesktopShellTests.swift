import AppearanceTestSupport
import Foundation
import Testing

/// Compositors without a switch, on which shells such as Noctalia write the preference too.
@Suite(.bounded, .requires(.bus, .busClient, .dconf, .compiler)) struct DesktopShellTests {
    private static let following = "[desktop]\nfollow = \"auto\"\n"

    private let clocks: SkewedClocks

    init() throws { clocks = try SkewedClocks() }

    /// A session of a compositor in light, and its daemon, which has nothing to do.
    private func session(
        _ names: String = "niri", _ environment: [String: String] = [:]
    ) throws -> (scene: DesktopScene, daemon: RunningDaemon) {
        let scene = try DesktopScene(Self.following, names: names)
        try scene.gsettings(set: "prefer-dark")
        let daemon = try scene.daemon(clocks.environment().merging(environment) { $1 })
        try scene.waitUntilNoted("prefer-light")
        try #require(try daemon.comesToRest())
        return (scene, daemon)
    }

    private func writes(_ daemon: RunningDaemon) -> [String] {
        daemon.log("<5>").filter { $0.contains("so by a program") }
    }

    /// As Noctalia does, by `gsettings set … prefer-dark`, when it has read its settings.
    @Test(.row("P12"), arguments: ["niri", "sway:wlroots", "i3"])
    func `a shell that restores its setting chooses nothing, and its value stays`(names: String)
        throws
    {
        let (scene, daemon) = try session(names)
        let client = try daemon.busClient()
        try scene.gsettings(set: "prefer-dark")
        try daemon.process.waitForLine(
            containing: "was set to dark within a minute of the session's start", on: .errors)
        // Three minutes later, again.
        try clocks.pass(180)
        try scene.gsettings(set: "prefer-light")
        try #require(try daemon.comesToRest())
        try scene.gsettings(set: "prefer-dark")
        try #require(try daemon.comesToRest())
        #expect(try client.get("Mode") == "auto")
        #expect(try client.get("Appearance") == "light")
        #expect(try scene.gsettings() == "prefer-dark")
        #expect(writes(daemon).count == 1)
        #expect(daemon.log("<4>") == [])
        // The next change of the appearance comes to the desktop.
        try client.set("Mode", to: "dark")
        try client.set("Mode", to: "light")
        try scene.wait(for: "prefer-light")
    }

    @Test(.row("P12")) func `a person's change is adopted, and may be taken back`() throws {
        let (scene, daemon) = try session()
        let client = try daemon.busClient()
        try clocks.pass(120)
        try scene.gsettings(set: "prefer-dark")
        try client.waitForChange(of: "Mode") { $0 == "dark" }
        try scene.gsettings(set: "prefer-light")
        try client.waitForChange(of: "Mode") { $0 == "auto" }
        // A third one in these minutes is kept, but chooses nothing.
        try scene.gsettings(set: "prefer-dark")
        try daemon.process.waitForLine(
            containing: "was set to dark right after appearanced had set it", on: .errors)
        #expect(try client.get("Mode") == "auto")
        #expect(try scene.gsettings() == "prefer-dark")
    }

    /// As Noctalia 5 does while it synchronizes the preference with its own mode.
    @Test(.row("P12")) func `a shell that reverts a change chooses nothing`() throws {
        let (scene, daemon) = try session()
        let client = try daemon.busClient()
        try clocks.pass(120)
        try client.set("Mode", to: "dark")
        try scene.waitUntilNoted("prefer-dark")
        try scene.gsettings(set: "prefer-light")
        try daemon.process.waitForLine(
            containing: "was set to light right after appearanced had set it", on: .errors)
        #expect(try client.get("Mode") == "dark")
        #expect(try client.get("ModeUntil") == 0)
        #expect(try scene.gsettings() == "prefer-light")
    }

    @Test(.row("P12"), .requires(.sensorTestbed))
    func `a shell that restores its setting for a new display chooses nothing`() throws {
        let testbed = try SensorTestbed()
        let card = try testbed.add("card0", subsystem: "drm", attributes: [:])
        let environment = clocks.environment(preloading: SensorTestbed.preload)
        let (scene, daemon) = try session(
            "Hyprland", testbed.environment.merging(environment) { $1 })
        try clocks.pass(120)
        try testbed.uevent(card, "change")
        try #require(try daemon.comesToRest())
        try scene.gsettings(set: "prefer-dark")
        try daemon.process.waitForLine(
            containing: "was set to dark within a minute of a change of the displays", on: .errors)
        #expect(try daemon.status()["mode"] == "auto")
    }

    /// The value that a shell has set before the daemon starts.
    @Test(.row("P12")) func `a value that was set while the daemon was away stays`() throws {
        let (scene, daemon) = try session()
        #expect(try daemon.process.terminate() == .exited(0))
        try scene.gsettings(set: "prefer-dark")
        let next = try scene.daemon(clocks.environment())
        try next.process.waitForLine(containing: "so by a program", on: .errors)
        try #require(try next.comesToRest())
        #expect(try next.status()["mode"] == "auto")
        #expect(try scene.gsettings() == "prefer-dark")
    }
}
