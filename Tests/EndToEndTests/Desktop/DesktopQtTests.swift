import AppearanceTestSupport
import Foundation
import Testing

/// The files of Kvantum, qt5ct and qt6ct.
@Suite(.bounded, .requires(.bus, .busClient, .dconf)) struct DesktopQtTests {
    private static let themes = """
        [desktop]
        follow = "auto"
        kvantum_theme = { light = "KvArc", dark = "KvArcDark", night = "KvEmber" }
        qt_color_scheme = { light = "/colors/airy.conf", dark = "/colors/a, b.conf" }

        """

    private let scene: DesktopScene
    private let kvantum: String
    private let qt5: String
    private let qt6: String

    init() throws {
        scene = try DesktopScene(Self.themes, names: "sway")
        let home = scene.home.configHome
        kvantum = home + "/Kvantum/kvantum.kvconfig"
        (qt5, qt6) = (home + "/qt5ct/qt5ct.conf", home + "/qt6ct/qt6ct.conf")
    }

    private func reset() throws {
        let done = try ChildProcess.run(
            BuiltProducts.appearancectl, ["reset"], environment: scene.environment)
        #expect(done.status == .exited(0), "\(done.errors)")
    }

    @Test func `one line of each file follows, and reset restores it`() throws {
        let own = "; mine\n[Appearance]\ncolor_scheme_path=/mine.conf\nstyle=Fusion\n\n[Fonts]\n"
        // A link remains a link.
        let target = try scene.home.write(own, to: "dotfiles/qt5ct.conf")
        try FileManager.default.createDirectory(
            atPath: scene.home.configHome + "/qt5ct", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: qt5, withDestinationPath: target)
        let daemon = try scene.daemon()
        for (mode, scheme, theme) in [
            ("night", "\"/colors/a, b.conf\"", "KvEmber"),
            ("dark", "\"/colors/a, b.conf\"", "KvArcDark"),
            ("light", "/colors/airy.conf", "KvArc"),
        ] {
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
            let expected = own.replacing("/mine.conf", with: scheme)
                .replacing("[Appearance]\n", with: "[Appearance]\ncustom_palette=true\n")
            try FileWatch.wait(for: target) { $0 == expected }
            try FileWatch.wait(for: kvantum) { $0 == "[General]\ntheme=\(theme)\n" }
        }
        // qt6ct is not in use here.
        #expect(!isThere(qt6))
        #expect(daemon.log("<4>") == [])
        try reset()
        #expect(try String(contentsOfFile: target, encoding: .utf8) == own)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: qt5) == target)
        #expect(!isThere(kvantum))
    }

    @Test func `a scheme that the user sets stays until the next change`() throws {
        try scene.home.write("[Appearance]\ncolor_scheme_path=/mine.conf\n", to: qt6)
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try FileWatch.wait(for: qt6) { $0.contains("a, b.conf") && $0.contains("palette=true") }
        try FileWatch.wait(for: scene.ledger) { $0.contains("custom_palette") }
        let text = try String(contentsOfFile: qt6, encoding: .utf8)
        try scene.home.write(
            text.replacing("\"/colors/a, b.conf\"", with: "/colors/darker.conf"), to: qt6)
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        try FileWatch.wait(for: kvantum) { $0.contains("KvEmber") }
        #expect(try String(contentsOfFile: qt6, encoding: .utf8).contains("/colors/darker.conf"))
        #expect(try daemon.appearancectl("set", "light").status == .exited(0))
        try FileWatch.wait(for: qt6) { $0.contains("airy.conf") }
    }

    @Test func `without qt5ct and qt6ct there is one warning with the remedy`() throws {
        let daemon = try scene.daemon()
        try FileWatch.wait(for: kvantum) { $0.contains("KvArc") }
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try FileWatch.wait(for: kvantum) { $0.contains("KvArcDark") }
        #expect(daemon.log("<4>").count == 1)
        #expect(daemon.log("<4>").first?.contains("install qt5ct or qt6ct") == true)
    }
}
