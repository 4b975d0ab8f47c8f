import AppearanceTestSupport
import Foundation
import Testing

/// The order in which themes, the preference and the portal receive a change, with the real dconf.
@Suite(.bounded, .requires(.bus, .busClient, .dconf)) struct DesktopOrderTests {
    private static let themes = """
        [desktop]
        follow = "auto"
        gtk_theme = { light = "Adwaita", dark = "Adwaita-dark" }
        icon_theme = { light = "hicolor", dark = "Adwaita" }

        """

    /// A stand-in for gsettings that writes this theme only when the gate is open.
    private func gate(_ scene: DesktopScene, _ key: String) throws -> [String: String] {
        try scene.stand(
            in: "gsettings",
            """
            if [ "$1 $3" = "set \(key)" ]; then
                until [ -e \(scene.home.path)/gate ] || [ ! -d \(scene.home.path) ]; do sleep 0.01; done
            fi
            exec \(Requirement.executable("gsettings") ?? "") "$@"

            """)
    }

    /// The colour schemes that the portal has signalled.
    private func schemes(_ portal: BusClient) throws -> [JSON] {
        try portal.lines().map { $0["arguments"] }.filter { $0[1] == "color-scheme" }.map { $0[2] }
    }

    /// The settings and signals of the bus in their order, each with its time in seconds since the epoch.
    private func events(_ monitor: ChildProcess) -> [(time: Double, name: String)] {
        var events: [(time: Double, name: String)] = []
        var time = 0.0
        for line in monitor.text().split(separator: "\n") {
            if line.hasPrefix("signal time=") {
                time = Double(line.dropFirst("signal time=".count).prefix { $0 != " " }) ?? 0
                if line.contains("member=SettingChanged") { events.append((time, "portal")) }
            } else if let key = Self.keys.first(where: { line.contains("/\($0)\"") }) {
                events.append((time, key))
            }
        }
        return events
    }

    private static let keys = ["gtk-theme", "icon-theme", "color-scheme"]

    @Test(.row("P11"), arguments: ["sway", "GNOME"])
    func `themes are written first, then the preference, then the portal`(names: String) throws {
        let scene = try DesktopScene(Self.themes, names: names)
        // The portal waits for half a second of the daemon's clock, which a busy machine exceeds: three
        // programs took more than five seconds there.
        let slowClock = try PreloadedLibrary.compile(
            "slow_clock", in: scene.home, defining: ["SLOWNESS": 100])
        let daemon = try scene.daemon(["LD_PRELOAD": slowClock])
        try scene.waitUntilNoted(names == "GNOME" ? "hicolor" : "prefer-light")
        let monitor = try ChildProcess(
            "dbus-monitor",
            [
                "--session", "type='signal',interface='ca.desrt.dconf.Writer'",
                "type='signal',interface='\(PortalBackend.interface)'",
            ], environment: scene.environment)
        try monitor.waitForLine(containing: "member=NameLost")
        let light = names == "GNOME" ? "default" : "prefer-light"
        for mode in ["dark", "light", "dark", "light"] {
            let isDark = mode == "dark"
            let start = Date().timeIntervalSince1970
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
            // A setting can be read before its signal arrives, which must not count for the next round.
            for word in ["\"\(mode)\""] + Self.keys.map({ "/\($0)\"" }) {
                try monitor.waitForLineLeavingOthers("a line with “\(word)”") { $0.contains(word) }
            }
            try scene.wait(for: isDark ? "Adwaita-dark" : "Adwaita", of: "gtk-theme")
            try scene.wait(for: isDark ? "Adwaita" : "hicolor", of: "icon-theme")
            try scene.wait(for: isDark ? "prefer-dark" : light)
            let order = events(monitor).filter { $0.time >= start }.map(\.name)
            #expect(Set(order.prefix(2)) == ["gtk-theme", "icon-theme"], "\(order)")
            #expect(order.dropFirst(2) == ["color-scheme", "portal", "portal"], "\(order)")
        }
        #expect(daemon.log("<4>") == [])
    }

    /// It takes half a second; a program has ten.
    @Test(.row("P11")) func `a program that hangs does not keep the preference and the portal`()
        throws
    {
        let scene = try DesktopScene(Self.themes)
        let daemon = try scene.daemon(try gate(scene, "gtk-theme"))
        let portal = try PortalBackend.client(scene.environment)
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try portal.waitForSignal("SettingChanged") { $0[2] == "dark" }
        try scene.wait(for: "prefer-dark")
        #expect(try scene.gsettings("gtk-theme") == "Adwaita")
        #expect(daemon.log("<4>") == [])
    }

    @Test(.row("P11")) func `a program that fails does not keep the preference and the portal`()
        throws
    {
        let scene = try DesktopScene(Self.themes)
        let path = try scene.stand(
            in: "gsettings",
            """
            [ "$1 $3" != "set gtk-theme" ] || exit 1
            exec \(Requirement.executable("gsettings") ?? "") "$@"

            """)
        let daemon = try scene.daemon(path)
        let portal = try PortalBackend.client(scene.environment)
        for (mode, value) in [
            ("dark", "prefer-dark"), ("light", "default"), ("dark", "prefer-dark"),
        ] {
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
            try portal.waitForSignal("SettingChanged") { $0[2] == .string(mode) }
            try scene.wait(for: value)
        }
    }

    /// Until the signal, a read returns the value before, and an appearance that is replaced meanwhile is
    /// never shown.
    @Test(.row("P11")) func `reads and signals agree, and the last appearance is shown everywhere`()
        throws
    {
        let scene = try DesktopScene(Self.themes)
        let daemon = try scene.daemon(try gate(scene, "gtk-theme"))
        let portal = try PortalBackend.client(scene.environment)
        let client = try daemon.busClient()
        try client.setInFlight("Mode", to: ["dark", "light", "dark"])
        var value: JSON
        repeat {
            let wasShown = try schemes(portal).contains(1)
            value = try portal.call("Read", "ss", ["org.freedesktop.appearance", "color-scheme"])
            if wasShown { #expect(value == 1) }
            // A signal that was sent before the reply has come before it.
            if value == 1 { #expect(try schemes(portal) == [1]) }
        } while value != 1
        #expect(try schemes(portal) == [1])
        try scene.home.write("", to: "gate")
        try scene.wait(for: "prefer-dark")
        try scene.wait(for: "Adwaita-dark", of: "gtk-theme")
        #expect(try client.get("Appearance") == "dark")
        #expect(try schemes(portal) == [1])
    }

    @Test(.row("P11")) func `an appearance that the daemon leaves at once is signalled`() throws {
        let scene = try DesktopScene(Self.themes)
        let daemon = try scene.daemon(try gate(scene, "gtk-theme"))
        let portal = try PortalBackend.client(scene.environment)
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        #expect(try daemon.process.terminate() == .exited(0))
        try portal.waitForNoOwner()
        #expect(try schemes(portal) == [1])
    }

    /// By default no theme follows.
    @Test(.row("P11")) func `without a theme the portal waits for nothing`() throws {
        let scene = try DesktopScene("[desktop]\nfollow = \"auto\"\n")
        let daemon = try scene.daemon(try gate(scene, "color-scheme"))
        let portal = try PortalBackend.client(scene.environment)
        let client = try daemon.busClient()
        try client.setInFlight("Mode", to: ["dark", "light", "dark"])
        try portal.waitForSignal("SettingChanged") { $0[2] == 1 }
        try portal.waitForSignal("SettingChanged") { $0[2] == 1 }
        #expect(try schemes(portal) == [1, 2, 1])
    }
}
