import AppearanceTestSupport
import Testing

/// Xfce's styles, with the real xfconfd.
@Suite(.bounded, .requires(.bus, .busClient, .xfconf, .dconf)) struct DesktopXfceTests {
    private static let following = """
        [desktop]
        follow = "auto"
        xfce_window_theme = { light = "Default", dark = "Default-dark" }

        """

    @Test func `the styles of Xfce and the colour scheme follow`() throws {
        let scene = try DesktopScene(Self.following, names: "XFCE")
        let daemon = try scene.daemon()
        try scene.wait(for: "Adwaita") { try scene.xfconf() }
        try scene.wait(for: "Default") { try scene.xfconf("xfwm4", "/general/theme") }
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        try scene.wait(for: "Adwaita-dark") { try scene.xfconf() }
        try scene.wait(for: "Default-dark") { try scene.xfconf("xfwm4", "/general/theme") }
        try scene.wait(for: "prefer-dark")
        // It was unset.
        #expect(try scene.original("xfconf xsettings") == .null)
        #expect(try scene.original("gsettings") == "default")
        #expect(daemon.log("<4>") == [])
    }

    @Test func `a change by the user lasts until the next boundary`() throws {
        let scene = try DesktopScene(Self.following, names: "XFCE")
        let daemon = try scene.daemon()
        let client = try daemon.busClient()
        try scene.wait(for: "Adwaita") { try scene.xfconf() }
        try scene.xfconf(set: "Greybird-dark")
        try client.waitForChange(of: "Mode") { $0 == "dark" }
        #expect(
            try client.get("Explanation").string?.contains("chose it in Xfce's own settings")
                == true)
        try scene.wait(for: "prefer-dark")
        try daemon.leaveDesktop()
        #expect(try scene.xfconf() == "Greybird-dark")
    }
}
