import AppearanceTestSupport
import Foundation
import Testing

/// *Restore Every Setting…* in the menu of the window, on a desktop that has followed.
@Suite(.bounded, .requires(.bus, .busClient, .dconf, .windowUser)) struct DesktopWindowResetTests {
    private static let following = "[desktop]\nfollow = \"auto\"\n"

    private func open(_ scene: DesktopScene, _ daemon: RunningDaemon) throws -> WindowUser {
        let user = try WindowUser(
            in: scene.home,
            environment: daemon.environment.merging([
                "XDG_CURRENT_DESKTOP": "GNOME", "GSETTINGS_BACKEND": "dconf",
            ]) { $1 })
        try user.wait(until: "You chose it")
        try user.press("Main Menu")
        try user.press("Restore Every Setting…")
        return user
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func `everything that was changed is listed, and restored once confirmed`() throws {
        let scene = try DesktopScene(Self.following)
        try WindowUser.prepare(scene.home)
        try scene.gsettings(set: "prefer-light")
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.wait(for: "prefer-dark")
        let portals = scene.home.configHome + "/xdg-desktop-portal/gnome-portals.conf"
        let before = "[preferred]\ndefault=gtk\n"
        try scene.home.write(before, to: portals)
        let environment = daemon.environment.merging(["XDG_CURRENT_DESKTOP": "GNOME"]) { $1 }
        // It fails where the portal reads no such file, but writes it.
        _ = try ChildProcess.run(
            BuiltProducts.appearancectl, ["portal", "install"], environment: environment)
        let changed = try text(portals)
        #expect(changed != before)

        let user = try open(scene, daemon)
        try user.wait(until: "org.gnome.desktop.interface color-scheme")
        try user.wait(until: "prefer-light again")
        try user.wait(until: "+ follow = \"none\"")
        try user.wait(until: portals)
        #expect(try scene.gsettings() == "prefer-dark" && text(portals) == changed)

        try user.press("Restore")
        try user.wait(until: "Everything is as it was before.")
        #expect(try scene.gsettings() == "prefer-light" && text(portals) == before)
        #expect(
            try text(scene.home.configurationFile)
                == TestHome.daylight + "[desktop]\nfollow = \"none\"\n")
        // It stays so.
        #expect(try daemon.appearancectl("set", "light").status == .exited(0))
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try user.press(key: "Escape")
        try user.wait(untilGone: "Everything is as it was before.")
        try user.press("Main Menu")
        try user.press("Restore Every Setting…")
        try user.wait(until: "Nothing on this desktop has been changed.")
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try scene.gsettings() == "prefer-light")
    }

    @Test func `a configuration that cannot be changed is named, and nothing is restored`() throws {
        let scene = try DesktopScene(Self.following)
        try WindowUser.prepare(scene.home)
        try scene.gsettings(set: "prefer-light")
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.wait(for: "prefer-dark")
        let store = try scene.home.write(try text(scene.home.configurationFile), to: "store.toml")
        try FileManager.default.removeItem(atPath: scene.home.configurationFile)
        try FileManager.default.createSymbolicLink(
            atPath: scene.home.configurationFile, withDestinationPath: store)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: store)
        let user = try open(scene, daemon)
        try user.wait(until: "Nothing was restored.")
        try user.wait(until: "is read-only and is unchanged")
        #expect(try scene.gsettings() == "prefer-dark")
    }
}
