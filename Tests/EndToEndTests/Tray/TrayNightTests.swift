import AppearanceTestSupport
import Testing

/// The icon's menu beside a real night filter.
@Suite(.bounded, .requires(.bus, .busClient, .xvfb)) struct TrayNightTests {
    @Test func `Not tonight keeps the screen from being red, and a second click lets it`() throws {
        let home = try TestHome()
        try home.write(configuration: TestHome.dayByClock + "[nightfilter]\nfade = \"0s\"\n")
        let daemon = try RunningDaemon(home: home)
        let panel = try FakePanel(on: daemon.bus)
        let server = try XServer(in: home)
        let tray = try ChildProcess(BuiltProducts.tray, [], environment: daemon.environment)
        try panel.waitForIcon()
        func labels() throws -> [String] { try panel.menu().compactMap { $0["label"].string } }
        try panel.click("Night")
        try panel.waitUntil { try $0.item()["tooltip"].string == "Night" }
        // No filter runs, which could be turned off.
        #expect(try !labels().contains("Not tonight"))
        let filter = try RunningFilter(
            on: server.environment, in: home, environment: daemon.bus.environment)
        try filter.waitUntilRed(true)
        func chosen() throws -> [String] {
            try panel.menu().filter { $0["toggle-state"].number == 1 }
                .compactMap { $0["label"].string }
        }
        // A panel asks for the menu of the moment when it opens it.
        try panel.click("Not tonight")
        try filter.waitUntilRed(false)
        try panel.waitUntil { _ in try chosen().contains("Not tonight") }
        try panel.click("Not tonight")
        try filter.waitUntilRed(true)
        try panel.waitUntil { _ in try !chosen().contains("Not tonight") }
        // By day there is nothing to turn off.
        try panel.click("Light")
        try panel.waitUntil { try $0.item()["tooltip"].string == "Light" }
        #expect(try !labels().contains("Not tonight"))
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try tray.terminate() == .exited(0))
    }
}
