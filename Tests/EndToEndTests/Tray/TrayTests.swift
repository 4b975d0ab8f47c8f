import AppearanceTestSupport
import Foundation
import Testing

/// The icon in a panel, by the real program, the real daemon and a stand-in for the panel.
@Suite(.bounded, .requires(.bus, .busClient, .gdbus)) struct TrayTests {
    private let home: TestHome
    private let daemon: RunningDaemon
    private let panel: FakePanel

    init() throws {
        home = try TestHome()
        try home.write(configuration: TestHome.dayByClock)
        daemon = try RunningDaemon(home: home)
        panel = try FakePanel(on: daemon.bus)
    }

    private func startTray() throws -> ChildProcess {
        let tray = try ChildProcess(
            BuiltProducts.tray, [],
            environment: daemon.environment)
        try panel.waitForIcon()
        return tray
    }

    private func labels() throws -> [String] { try panel.menu().compactMap { $0["label"].string } }

    /// The label of the mode, or the end, that is chosen among others.
    private func chosen() throws -> [String] {
        try panel.menu().filter { $0["toggle-state"].number == 1 }
            .compactMap { $0["label"].string }
    }

    @Test func `an item of the menu chooses an appearance until the next change`() throws {
        let tray = try startTray()
        try panel.waitUntil { try $0.item()["tooltip"].string == "Light" }
        #expect(try panel.item()["IconName"].string == "io.github.appearanced-light")
        #expect(try chosen() == ["Automatic"])
        try panel.click("Dark")
        try panel.waitUntil { try $0.item()["tooltip"].string == "Dark" }
        #expect(try panel.item()["IconName"].string == "io.github.appearanced-dark")
        let end =
            TestHome.clock(hoursFromNow: 4)
            + (TestHome.isTomorrow(hoursFromNow: 4) ? " tomorrow" : "")
        #expect(try chosen() == ["Dark", "Until \(end)"])
        #expect(try labels().first == "You chose it; automatic again at \(end).")
        try panel.click("Until I change it")
        try panel.waitUntil {
            try $0.menu().first?["label"].string == "You chose it, until you change it."
        }
        try panel.click("Automatic")
        try panel.waitUntil { try $0.item()["tooltip"].string == "Light" }
        #expect(try chosen() == ["Automatic"])
        #expect(tray.isRunning)
        #expect(try tray.terminate() == .exited(0))
    }

    @Test func `the times are those of the zone in the configuration`() throws {
        let home = try TestHome()
        let dark = TestHome.clock(hoursFromNow: 13)
        // Tokyo is nine hours ahead of the zone of the test.
        try home.write(
            configuration: """
                [sensor]
                source = "none"
                [location]
                time_zone = "Asia/Tokyo"
                [schedule]
                light = "\(TestHome.clock(hoursFromNow: 7))"
                dark = "\(dark)"
                night = ""
                """)
        let daemon = try RunningDaemon(home: home)
        let panel = try FakePanel(on: daemon.bus)
        let tray = try ChildProcess(BuiltProducts.tray, [], environment: daemon.environment)
        try panel.waitForIcon()
        try panel.click("Dark")
        try panel.waitUntil { try $0.item()["tooltip"].string == "Dark" }
        let labels = try panel.menu().compactMap { $0["label"].string }
        #expect(labels.contains { $0.hasPrefix("Until \(dark)") }, "\(labels)")
        #expect(try tray.terminate() == .exited(0))
    }

    @Test func `a middle click swaps light and dark, and a second one is the undo`() throws {
        let tray = try startTray()
        try panel.waitUntil { try $0.item()["tooltip"].string == "Light" }
        try panel.middleClick()
        try panel.waitUntil { try $0.item()["tooltip"].string == "Dark" }
        try panel.middleClick()
        try panel.waitUntil { try $0.item()["tooltip"].string == "Light" }
        #expect(try chosen() == ["Automatic"])
        #expect(try tray.terminate() == .exited(0))
    }

    @Test func `the pause is an item that is checked`() throws {
        let tray = try startTray()
        try panel.waitUntil { try $0.item()["tooltip"].string == "Light" }
        try panel.click("Pause changes")
        try panel.waitUntil {
            try $0.menu().first?["label"].string == "Paused until you turn the pause off."
        }
        #expect(try chosen() == ["Automatic", "Pause changes"])
        try panel.click("Pause changes")
        try panel.waitUntil {
            try $0.menu().first?["label"].string?.hasPrefix("By the sun") ?? false
        }
        #expect(try tray.terminate() == .exited(0))
    }

    @Test(.row("I1")) func `a panel that restarts has the icon again`() throws {
        let tray = try startTray()
        try panel.leave()
        try panel.comeBack()
        try panel.waitForIcon()
        try panel.click("Night")
        try panel.waitUntil { try $0.item()["tooltip"].string == "Night" }
        #expect(try panel.item()["IconName"].string == "io.github.appearanced-night")
        #expect(try tray.terminate() == .exited(0))
    }

    @Test(.row("I2")) func `the menu says that the daemon has stopped, and follows the next one`()
        throws
    {
        let tray = try startTray()
        try panel.waitUntil { try $0.item()["tooltip"].string == "Light" }
        #expect(try daemon.process.terminate() == .exited(0))
        try panel.waitUntil { try $0.item()["tooltip"].string == "Not running" }
        #expect(try labels() == ["The service is not running.", "Start the service"])
        let next = try RunningDaemon(home: home, bus: daemon.bus)
        try panel.waitUntil { try $0.item()["tooltip"].string == "Light" }
        #expect(try next.process.terminate() == .exited(0))
        #expect(try tray.terminate() == .exited(0))
    }

    /// A panel reads the whole menu again at each change of it.
    @Test func `light that moves changes neither icon nor menu`() throws {
        let tray = try startTray()
        try panel.waitUntil { try $0.item()["tooltip"].string == "Light" }
        _ = try panel.menu()
        let before = (panel.count(of: "LayoutUpdated"), panel.count(of: "NewToolTip"))
        for lux in [300, 500, 900] {
            #expect(
                try daemon.appearancectl("feed", "\(lux)", "--source", "lamp").status == .exited(0))
        }
        #expect(try daemon.appearancectl("feed", "--end", "--source", "lamp").status == .exited(0))
        // An icon that had followed the levels would have signalled before this change.
        try panel.click("Dark")
        try panel.waitUntil { try $0.item()["tooltip"].string == "Dark" }
        #expect(panel.count(of: "LayoutUpdated") - before.0 <= 3)
        #expect(panel.count(of: "NewToolTip") - before.1 <= 3)
        #expect(try tray.terminate() == .exited(0))
    }

    @Test(.row("I3")) func `calls that no panel makes get an error, and the icon stays`() throws {
        let tray = try startTray()
        let menu = try #require(try panel.item()["Menu"].string)
        let name = "com.canonical.dbusmenu"
        for call in [
            ["GetLayout", "77", "-1", "@as []"], ["GetProperty", "1", "nothing"],
            ["Event", "77", "clicked", "<''>", "0"], ["GetLayout", "text"],
        ] {
            let run = try ChildProcess.run(
                "gdbus",
                [
                    "call", "--session", "--dest", "io.github.appearanced.Tray", "--object-path",
                    menu, "--method", "\(name).\(call[0])",
                ] + call.dropFirst(),
                environment: daemon.environment)
            #expect(run.status == .exited(1), "\(call) \(run.output)")
        }
        #expect(try labels().count > 5)
        #expect(try tray.terminate() == .exited(0))
    }

    /// libdbusmenu, and Waybar with it, asks for the properties of the menu itself.
    @Test func `the menu has properties by its number too`() throws {
        let tray = try startTray()
        let menu = try #require(try panel.item()["Menu"].string)
        let run = try ChildProcess.run(
            "gdbus",
            [
                "call", "--session", "--dest", "io.github.appearanced.Tray", "--object-path", menu,
                "--method", "com.canonical.dbusmenu.GetGroupProperties", "[0]", "@as []",
            ], environment: daemon.environment)
        #expect(run.output == "([(0, {'children-display': <'submenu'>})],)\n")
        #expect(try tray.terminate() == .exited(0))
    }

    @Test func `a second icon and a session without a bus are refused`() throws {
        let tray = try startTray()
        let environment = daemon.environment
        let second = try ChildProcess.run(BuiltProducts.tray, [], environment: environment)
        #expect(second.status == .exited(75))
        #expect(second.errors.contains("an icon is shown already"))
        let lost = environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]) {
            $1
        }
        let run = try ChildProcess.run(BuiltProducts.tray, [], environment: lost)
        #expect(run.status == .exited(69))
        #expect(run.errors.contains("the session bus cannot be used"))
        let wrong = try ChildProcess.run(BuiltProducts.tray, ["--icon"], environment: environment)
        #expect(wrong.status == .exited(64))
        #expect(try tray.terminate() == .exited(0))
    }

    /// From the last change of an evening to the first one of a morning, the daemon sends nothing.
    @Test(.requires(.compiler)) func `the words for a day change at midnight`() throws {
        let now = Int64(Date().timeIntervalSince1970)
        let midnight = (now / 86_400 + 1) * 86_400
        let clocks = try SkewedClocks(wall: midnight - 10 - now)
        let tray = try ChildProcess(
            BuiltProducts.tray, [],
            environment: daemon.environment.merging(clocks.environment()) { $1 })
        try panel.waitForIcon()
        try panel.waitUntil { try $0.item()["text"].string?.contains("yesterday") == true }
        #expect(try tray.terminate() == .exited(0))
    }
}
