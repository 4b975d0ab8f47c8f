import AppearanceTestSupport
import Foundation
import Testing

/// Pictures, icons and pointers that follow, with the real GSettings and xfconfd.
@Suite(.bounded, .requires(.bus, .busClient, .dconf)) struct DesktopPairTests {
    private static let pairs = """
        [desktop]
        follow = "auto"
        icon_theme = { light = "Adwaita", dark = "Papirus-Dark" }
        cursor_theme = { light = "DMZ-Black", dark = "DMZ-White", night = "redglass" }

        """
    private static let pictures = """
        wallpaper = { light = "/pictures/a day.jpg", dark = "/pictures/é.jpg", night = "/n.jpg" }

        """

    private func picture(_ scene: DesktopScene, _ key: String = "picture-uri") throws -> String {
        try scene.run("gsettings", ["get", "org.gnome.desktop.background", key]).output
            .filter { !"'\n".contains($0) }
    }

    @Test func `the picture, the icons and the pointer follow, and reset restores them`() throws {
        let scene = try DesktopScene(Self.pairs + Self.pictures)
        try scene.gsettings(set: "hicolor", of: "icon-theme")
        let own = try picture(scene)
        let daemon = try scene.daemon()
        for (mode, uri, icons, pointer) in [
            ("dark", "file:///pictures/%C3%A9.jpg", "Papirus-Dark", "DMZ-White"),
            ("night", "file:///n.jpg", "Papirus-Dark", "redglass"),
            ("light", "file:///pictures/a%20day.jpg", "Adwaita", "DMZ-Black"),
        ] {
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
            try scene.wait(for: uri) { try picture(scene) }
            try scene.wait(for: uri) { try picture(scene, "picture-uri-dark") }
            try scene.wait(for: icons, of: "icon-theme")
            try scene.wait(for: pointer, of: "cursor-theme")
        }
        #expect(daemon.log("<4>") == [])
        let done = try ChildProcess.run(
            BuiltProducts.appearancectl, ["reset"], environment: scene.environment)
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(done.output.contains("org.gnome.desktop.interface icon-theme: \"hicolor\" again"))
        #expect(try scene.gsettings("icon-theme") == "hicolor")
        #expect(try picture(scene) == own)
        let chosen = try scene.run("dconf", ["dump", "/org/gnome/desktop/"]).output
        #expect(!chosen.contains("picture-uri") && !chosen.contains("cursor-theme"), "\(chosen)")
        withExtendedLifetime(daemon) {}
    }

    @Test(.requires(.xfconf)) func `icons and the pointer follow in Xfce`() throws {
        let scene = try DesktopScene(Self.pairs, names: "XFCE")
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        try scene.wait(for: "Papirus-Dark") { try scene.xfconf("xsettings", "/Net/IconThemeName") }
        try scene.wait(for: "redglass") { try scene.xfconf("xsettings", "/Gtk/CursorThemeName") }
        #expect(daemon.log("<4>") == [])
    }

    @Test func `a picture that is no absolute path is an error with its place`() throws {
        let home = try TestHome()
        let file = try home.write(
            "[desktop.wallpaper]\nlight = \"day.jpg\"\ndark = \"/n.jpg\"\n", to: "mine.toml")
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "check", file], environment: home.environment)
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("mine.toml:2:9: "), "\(run.errors)")
        #expect(run.errors.contains("\"day.jpg\" is not an absolute path"), "\(run.errors)")
    }
}
