import AppearanceTestSupport
import Testing

/// The effect of the settings in GNOME's own daemon.
@Suite(.bounded, .requires(.bus, .busClient, .weston, .nightLight, .settingsDaemon))
struct SettingsDaemonTests {
    @Test func `the screen's temperature goes to the minimum and back`() throws {
        let scene = try NightLightScene(.gnome)
        let daemon = try SettingsDaemon(in: scene.home, environment: scene.environment)
        #expect(try daemon.get("Temperature") == 6500)
        let filter = try scene.filterAtNight()
        try daemon.waitForTemperature(within: 1000...1010)
        #expect(try daemon.get("NightLightActive") == true)
        #expect(try filter.process.terminate() == .exited(0))
        try daemon.waitForTemperature(within: 6490...6500)
        #expect(try daemon.get("NightLightActive") == false)
    }

    /// It is kept, and reported.
    @Test(.row("G6")) func `a night light that is disabled until tomorrow stays disabled`() throws {
        let scene = try NightLightScene(.gnome)
        let daemon = try SettingsDaemon(in: scene.home, environment: scene.environment)
        let filter = try scene.filterAtNight()
        try daemon.waitForTemperature(within: 1000...1010)
        try daemon.client.set("DisabledUntilTomorrow", to: ["variant": ["b", true]])
        let status = try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        #expect(status["outputs"][0]["loses"].string?.contains("until tomorrow") == true)
        try daemon.waitForTemperature(within: 6490...6500)
        #expect(try filter.process.terminate() == .exited(0))
    }
}
