import AppearanceTestSupport
import Foundation
import Testing

/// GNOME's switch, with the real dconf: it follows, and a person may turn it.
@Suite(.bounded, .requires(.bus, .busClient, .dconf)) struct DesktopGSettingsTests {
    private static let following = "[desktop]\nfollow = \"auto\"\n"

    @Test func `no setting is changed by default`() throws {
        let scene = try DesktopScene()
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(!isThere(scene.home.configHome + "/dconf/user"))
        #expect(!isThere(scene.ledger))
    }

    @Test func `the colour scheme follows from the start and with every change`() throws {
        let scene = try DesktopScene(Self.following)
        try scene.gsettings(set: "prefer-dark")
        let daemon = try scene.daemon()
        try scene.wait(for: "default")
        for (mode, value) in [
            ("dark", "prefer-dark"), ("light", "default"), ("night", "prefer-dark"),
        ] {
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
            try scene.wait(for: value)
        }
        #expect(try scene.original("gsettings") == "prefer-dark")
        #expect(daemon.log("<4>") == [])
        #expect(
            daemon.log("<6>").contains(
                "following: gsettings org.gnome.desktop.interface color-scheme"))
    }

    @Test func `prefer-light can be configured, and themes follow`() throws {
        let scene = try DesktopScene(
            """
            [desktop]
            follow = "gsettings"
            light_scheme = "prefer-light"
            gtk_theme = { light = "Adwaita", dark = "Adwaita-dark", night = "HighContrastInverse" }

            """)
        let daemon = try scene.daemon()
        try scene.wait(for: "prefer-light")
        try scene.wait(for: "Adwaita", of: "gtk-theme")
        for (mode, theme) in [("dark", "Adwaita-dark"), ("night", "HighContrastInverse")] {
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
            try scene.wait(for: theme, of: "gtk-theme")
        }
        try scene.wait(for: "prefer-dark")
    }

    /// In the locale C, gsettings prints a question mark in place of each such character.
    @Test func `the original is kept in any locale`() throws {
        let scene = try DesktopScene(
            Self.following + "gtk_theme = { light = \"Tag\", dark = \"Dämmerung\" }\n")
        try scene.gsettings(set: "Größe", of: "gtk-theme")
        let daemon = try scene.daemon(["LC_ALL": "C"])
        try scene.waitUntilNoted("Tag")
        #expect(
            try scene.original("gsettings org.gnome.desktop.interface gtk-theme") == "Größe")
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.waitUntilNoted("Dämmerung")
        #expect(daemon.log("<4>") == [])
    }

    /// A service that is known to follow: it has just turned the switch.
    private func follower(_ scene: DesktopScene) throws -> RunningDaemon {
        try scene.gsettings(set: "prefer-dark")
        let daemon = try scene.daemon()
        try scene.waitUntilNoted("default")
        return daemon
    }

    @Test func `a change by the user lasts until the next boundary`() throws {
        let scene = try DesktopScene(Self.following)
        let daemon = try follower(scene)
        let client = try daemon.busClient()
        try scene.gsettings(set: "prefer-dark")
        try client.waitForChange(of: "Mode") { $0 == "dark" }
        let properties = try client.properties()
        #expect(properties["Appearance"] == "dark" && properties["Reason"] == "manual")
        #expect(properties["ModeUntil"] != 0)
        #expect(
            properties["Explanation"]?.string?.contains("you chose it in GNOME's own settings")
                == true)
        try scene.gsettings(set: "default")
        try client.waitForChange(of: "Mode") { $0 == "auto" }
        #expect(try client.get("ModeUntil") == 0)
        #expect(try scene.gsettings() == "default")
    }

    /// GNOME has two values for light; the user's value is kept.
    @Test func `a value of the user with the right tone is kept`() throws {
        let scene = try DesktopScene(Self.following)
        let daemon = try follower(scene)
        let client = try daemon.busClient()
        try scene.gsettings(set: "prefer-dark")
        try client.waitForChange(of: "Mode") { $0 == "dark" }
        try scene.gsettings(set: "prefer-light")
        try client.waitForChange(of: "Mode") { $0 == "auto" }
        try daemon.leaveDesktop()
        #expect(try scene.gsettings() == "prefer-light")
    }

    @Test func `a reset of a whole dconf folder is detected`() throws {
        let scene = try DesktopScene(Self.following)
        let daemon = try follower(scene)
        let client = try daemon.busClient()
        try scene.gsettings(set: "prefer-dark")
        try client.waitForChange(of: "Mode") { $0 == "dark" }
        try #require(
            try scene.run("gsettings", ["reset-recursively", DesktopScene.schema]).status
                == .exited(0))
        try client.waitForChange(of: "Mode") { $0 == "auto" }
        withExtendedLifetime(daemon) {}
    }

    @Test(.row("D21")) func `a hundred switches end with the user's last choice`() throws {
        let scene = try DesktopScene(Self.following)
        let daemon = try follower(scene)
        let client = try daemon.busClient()
        try scene.run(
            "sh",
            [
                "-c",
                """
                for turn in $(seq 50); do
                    gsettings set \(DesktopScene.schema) color-scheme prefer-dark
                    gsettings set \(DesktopScene.schema) color-scheme default
                done
                gsettings set \(DesktopScene.schema) color-scheme prefer-dark
                """,
            ])
        // Every second switch looks like the last one: it has ended when nothing more is written.
        let deadline = ContinuousClock.now + ChildProcess.timeout
        repeat {
            try #require(try daemon.comesToRest())
        } while try client.get("Mode") != "dark" && .now < deadline
        try daemon.leaveDesktop()
        #expect(try client.get("Mode") == "dark")
        #expect(try scene.gsettings() == "prefer-dark")
        #expect(daemon.log("<4>") == [])
    }

    @Test func `an ignored change by the user is not reverted`() throws {
        let scene = try DesktopScene(Self.following + "external = \"ignore\"\n")
        let daemon = try follower(scene)
        let client = try daemon.busClient()
        try scene.gsettings(set: "prefer-dark")
        try client.set("Mode", to: "light")
        #expect(try client.get("Appearance") == "light")
        #expect(try scene.gsettings() == "prefer-dark")
        try client.set("Mode", to: "dark")
        try client.set("Mode", to: "light")
        try scene.wait(for: "default")
        #expect(try client.get("Mode") == "light")
    }

    @Test func `a changed configuration is in effect at once`() throws {
        let scene = try DesktopScene()
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.configure(Self.following)
        try scene.wait(for: "prefer-dark")
        try scene.configure("")
        try daemon.process.waitForLine(containing: "own settings are left alone", on: .errors)
        #expect(try daemon.appearancectl("set", "light").status == .exited(0))
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try scene.gsettings() == "prefer-dark")
        #expect(try scene.original("gsettings") == "default")
    }

    @Test func `a replay does not change the desktop`() throws {
        let scene = try DesktopScene(Self.following)
        let trace = try scene.home.write("seconds,lux\n0,5\n1,5\n", to: "trace.csv")
        let daemon = try RunningDaemon(
            arguments: ["--simulate", trace], home: scene.home, bus: scene.bus,
            environment: scene.environment)
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(!isThere(scene.ledger))
    }

    /// The user's service manager starts it long before a desktop runs.
    @Test func `a desktop that starts later is found`() throws {
        let scene = try DesktopScene(Self.following, names: "")
        let daemon = try scene.daemon()
        let client = try daemon.busClient()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        #expect(try scene.gsettings() == "default")
        try client.call(
            "RequestName", "su", ["org.gnome.Shell", 0], interface: "org.freedesktop.DBus",
            at: "/org/freedesktop/DBus", to: "org.freedesktop.DBus")
        try scene.wait(for: "prefer-dark")
        try scene.gsettings(set: "default")
        try client.waitForChange(of: "Mode") { $0 == "auto" }
    }
}
