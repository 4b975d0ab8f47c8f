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

    @Test(
        .requires(.desktopSchemas),
        arguments: [
            ("MATE", "org.mate.background", "picture-filename", "/pictures/é.jpg"),
            (
                "X-Cinnamon", "org.cinnamon.desktop.background", "picture-uri",
                "file:///pictures/%C3%A9.jpg"
            ),
        ])
    func `MATE and Cinnamon have their own keys`(
        names: String, background: String, key: String, picture: String
    ) throws {
        let themes = "gtk_theme = { light = \"Adwaita\", dark = \"Adwaita-dark\" }\n"
        let scene = try DesktopScene(Self.pairs + Self.pictures + themes, names: names)
        let read = { (schema: String, key: String) in
            try scene.run("gsettings", ["get", schema, key]).output.filter { !"'\n".contains($0) }
        }
        let (interface, pointer) =
            names == "MATE"
            ? ("org.mate.interface", "org.mate.peripherals-mouse")
            : ("org.cinnamon.desktop.interface", "org.cinnamon.desktop.interface")
        try scene.run("gsettings", ["set", background, key, "/mine.jpg"])
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.wait(for: picture) { try read(background, key) }
        try scene.wait(for: "Papirus-Dark") { try read(interface, "icon-theme") }
        try scene.wait(for: "Adwaita-dark") { try read(interface, "gtk-theme") }
        try scene.wait(for: "DMZ-White") { try read(pointer, "cursor-theme") }
        // A picture set by the user stays until the next change.
        try scene.run("gsettings", ["set", background, key, "/my/darkroom.jpg"])
        // By the bus, so that it comes after the signal of dconf.
        try daemon.busClient().set("Mode", to: "night")
        try scene.wait(for: "redglass") { try read(pointer, "cursor-theme") }
        #expect(try read(background, key) == "/my/darkroom.jpg")
        #expect(try daemon.appearancectl("set", "light").status == .exited(0))
        try scene.wait(for: "Adwaita") { try read(interface, "gtk-theme") }
        try scene.wait(
            for: names == "MATE" ? "/pictures/a day.jpg" : "file:///pictures/a%20day.jpg"
        ) {
            try read(background, key)
        }
        #expect(daemon.log("<4>") == [])
        let done = try ChildProcess.run(
            BuiltProducts.appearancectl, ["reset"], environment: scene.environment)
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(try read(background, key) == "/mine.jpg")
        let dump = try scene.run("dconf", ["dump", "/org/"]).output
        #expect(!dump.contains("Papirus") && !dump.contains("DMZ"), "\(dump)")
    }

    @Test(.requires(.xfconf)) func `every screen of Xfce has the picture, and its own after reset`()
        throws
    {
        let scene = try DesktopScene(Self.pairs + Self.pictures, names: "XFCE")
        let path = "/backdrop/screen0/monitor"
        let properties = ["HDMI-1/workspace0", "HDMI-1/workspace1", "eDP-1/workspace0"].map {
            path + $0 + "/last-image"
        }
        let own = ["/mine/a b.jpg", "/mine/c.jpg", "/mine/d.jpg"]
        for (property, picture) in zip(properties, own) {
            try scene.xfconf(set: picture, "xfce4-desktop", property)
        }
        try scene.xfconf(set: "kept", "xfce4-desktop", "/backdrop/other")
        let daemon = try scene.daemon()
        for (mode, picture) in [("night", "/n.jpg"), ("light", "/pictures/a day.jpg")] {
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
            for property in properties {
                try scene.wait(for: picture) { try scene.xfconf("xfce4-desktop", property) }
            }
        }
        #expect(daemon.log("<4>") == [])
        let done = try ChildProcess.run(
            BuiltProducts.appearancectl, ["reset"], environment: scene.environment)
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(try properties.map { try scene.xfconf("xfce4-desktop", $0) } == own)
        #expect(try scene.xfconf("xfce4-desktop", "/backdrop/other") == "kept")
    }

    @Test(.requires(.xfconf))
    func `without a picture in Xfce there is one warning with the remedy`()
        throws
    {
        let scene = try DesktopScene(Self.pairs + Self.pictures, names: "XFCE")
        // A default of Debian, which no workspace shows.
        try scene.xfconf(
            set: "/usr/share/images/desktop-base/default", "xfce4-desktop",
            "/backdrop/screen0/monitor0/last-image")
        let daemon = try scene.daemon()
        try daemon.process.waitForLine(containing: "cannot set", on: .errors)
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        try scene.wait(for: "redglass") { try scene.xfconf("xsettings", "/Gtk/CursorThemeName") }
        #expect(
            daemon.log("<4>") == [
                "cannot set xfconf xfce4-desktop last-image: Xfce has no background picture to"
                    + " replace; choose one in its settings, Desktop"
            ])
    }

    /// A stand-in runs the scripts; plasmashell itself was tested manually.
    @Test func `every screen of Plasma has the picture, and its own after reset`() throws {
        let scene = try DesktopScene(
            "[desktop]\nfollow = \"auto\"\n" + Self.pictures, names: "KDE")
        let screens = scene.home.path + "/screens"
        let own = #"[["1","org.kde.slideshow",""],["7","org.kde.image","file:///mine.jpg"]]"#
        try scene.home.write(own + "\n", to: screens)
        var path = try scene.stand(
            in: "dbus-send",
            """
            for script do :; done
            case $script in
            *JSON.stringify*) echo "   $(cat \(screens))" ;;
            *desktops*)
                uri=$(expr "$script" : '.*"\\(file:[^"]*\\)"')
                echo "[[\\"1\\",\\"org.kde.image\\",\\"$uri\\"],[\\"7\\",\\"org.kde.image\\",\\"$uri\\"]]" ;;
            *) expr "$script" : '.*}\\(\\[\\[.*\\]\\])*\\)\\.forEach' ;;
            esac >\(screens).new
            case $script in
            *JSON.stringify*) cat \(screens).new ;;
            *) mv \(screens).new \(screens) ;;
            esac

            """)
        path.merge(try scene.stand(in: "plasma-apply-colorscheme", "exit 0\n")) { $1 }
        let daemon = try scene.daemon(path)
        for (mode, uri) in [("dark", "%C3%A9.jpg"), ("light", "a%20day.jpg")] {
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
            try FileWatch.wait(for: screens) {
                $0.contains(#"[["1","org.kde.image","file:///pictures/\#(uri)"],["7","#)
            }
        }
        let done = try ChildProcess.run(
            BuiltProducts.appearancectl, ["reset"],
            environment: scene.environment.merging(path) { $1 })
        #expect(done.output.contains("plasmashell"), "\(done.errors)")
        #expect(try String(contentsOfFile: screens, encoding: .utf8) == own + "\n")
    }

    @Test(.requires(.plasma))
    func `icons and the pointer follow in Plasma, and reset restores them`()
        throws
    {
        let scene = try DesktopScene(
            """
            [desktop]
            follow = "auto"
            icon_theme = { light = "Day", dark = "Ember" }
            cursor_theme = { light = "Day", dark = "Ember" }

            """, names: "KDE")
        for name in ["Day", "Ember", "Mine"] {
            let folder = scene.home.path + "/.icons/\(name)"
            try scene.home.write("[Icon Theme]\nName=\(name)\n", to: folder + "/index.theme")
            try scene.home.write("", to: folder + "/cursors/left_ptr")
            try scene.home.write(
                "[Icon Theme]\nName=\(name)\n",
                to: scene.home.dataHome + "/icons/\(name)/index.theme")
        }
        let (icons, pointer) = (
            scene.home.configHome + "/kdeglobals", scene.home.configHome + "/kcminputrc"
        )
        try scene.home.write("[Icons]\nTheme=Mine\n", to: icons)
        try scene.home.write("[Mouse]\ncursorTheme=Mine\n", to: pointer)
        var environment = Plasma.environment
        environment["QT_QPA_PLATFORM"] = nil
        let daemon = try scene.daemon(environment)
        for (mode, name) in [("dark", "Ember"), ("light", "Day")] {
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
            try FileWatch.wait(for: icons) { $0.contains("[Icons]\nTheme=\(name)\n") }
            try FileWatch.wait(for: pointer) { $0.contains("cursorTheme=\(name)\n") }
        }
        #expect(daemon.log("<4>") == [])
        let done = try ChildProcess.run(
            BuiltProducts.appearancectl, ["reset"],
            environment: scene.environment.merging(environment) { $1 })
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(try String(contentsOfFile: icons, encoding: .utf8).contains("Theme=Mine\n"))
        #expect(try String(contentsOfFile: pointer, encoding: .utf8).contains("Theme=Mine\n"))
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
