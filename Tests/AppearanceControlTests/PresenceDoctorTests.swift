import AppearanceTestSupport
import Foundation
import Testing

/// The check whether a program reports what changes wait for at the display.
@Suite(.bounded) struct PresenceDoctorTests {
    private let scene: DoctorScene

    init() throws {
        scene = try DoctorScene()
        scene.variables["DISPLAY"] = ":7"
    }

    private func finding() throws -> DoctorScene.Finding {
        try #require(try scene.findings()["presence"])
    }

    @Test func `a desktop on which nobody reports is named with the command`() throws {
        scene.variables["XDG_CURRENT_DESKTOP"] = "sway"
        try scene.program("appearance-presence", "")
        let alone = try finding()
        #expect(alone.status == "warning")
        #expect(
            alone.finding
                == "No program reports full-screen windows, so changes do not wait for them.")
        #expect(alone.cause.hasPrefix("appearance-presence does not run on sway."))
        #expect(alone.fix == "appearance-presence &")
        try scene.manager()
        #expect(try finding().fix.hasPrefix("systemctl --user restart appearance-presence; "))
    }

    @Test func `on GNOME our extension is what sees them`() throws {
        scene.variables["XDG_CURRENT_DESKTOP"] = "ubuntu:GNOME"
        let without = try finding()
        #expect(without.status == "warning" && without.fix == "appearancectl setup")
        try scene.bus(["io.github.appearanced.GnomeShell": (31, "gnome-shell")])
        #expect(try finding().status == "ok")
    }

    @Test func `under KWin's Wayland our effect is what sees them`() throws {
        scene.variables["WAYLAND_DISPLAY"] = "wayland-0"
        scene.variables["XDG_CURRENT_DESKTOP"] = "KDE"
        try scene.bus(["org.kde.KWin": (31, "kwin_wayland")])
        let without = try finding()
        #expect(without.status == "warning" && without.fix == "man appearance-nightfilter")
        #expect(
            without.cause == "KWin shows them to its effects only, and ours is not loaded.")
        let names = ["org.kde.KWin", "io.github.appearanced.KWin"]
        try scene.bus(Dictionary(uniqueKeysWithValues: names.map { ($0, (31, "kwin_wayland")) }))
        #expect(try finding().status == "ok")
        try scene.home.write(configuration: "[switch]\nwhen = \"pause\"\n")
        #expect(try finding().finding.hasPrefix("No program reports full-screen windows and"))
    }

    @Test func `a program that is missing is named`() throws {
        try scene.home.write(configuration: "[switch]\nwhen = \"pause\"\n")
        let missing = try finding()
        #expect(missing.status == "warning")
        #expect(missing.finding.hasPrefix("No program reports full-screen windows and pauses of"))
        #expect(missing.cause == "appearance-presence is not installed.")
    }

    @Test(arguments: ["fullscreen", "programs"])
    func `the fix for a missing program keeps what else changes wait for`(hold: String) throws {
        try scene.home.write(
            configuration: "[switch]\nhold = [\"\(hold)\", \"screencast\"]\nwhen = \"pause\"\n")
        let missing = try finding()
        #expect(missing.cause == "appearance-presence is not installed.")
        let run = try ChildProcess.run(
            "/bin/sh",
            ["-c", missing.fix.replacing("appearancectl", with: BuiltProducts.appearancectl)],
            environment: scene.home.environment)
        #expect(run.status == .exited(0), "\(missing.fix): \(run)")
        let rest = hold == "programs" ? "\"programs\", \"screencast\"" : "\"screencast\""
        #expect(
            try String(contentsOfFile: scene.home.configurationFile, encoding: .utf8)
                == "[switch]\nhold = [\(rest)]\nwhen = \"now\"\n")
        #expect(try finding().status == "skipped")
    }

    @Test func `a program that runs is enough`() throws {
        let program = try ChildProcess(
            "bash", ["-c", "exec -a appearance-presence cat"],
            environment: scene.home.environment, keepsInput: true)
        // It has the name only once it has become that program.
        try program.write(line: "up")
        try program.waitForLine(containing: "up")
        #expect(try finding().status == "ok")
    }

    @Test func `nothing is to be reported without a display, or where no change waits for one`()
        throws
    {
        scene.variables["DISPLAY"] = nil
        #expect(try finding().status == "skipped")
        scene.variables["DISPLAY"] = ":7"
        try scene.home.write(configuration: "[switch]\nhold = [\"gamemode\"]\n")
        #expect(try finding().status == "skipped")
    }
}
