import AppearanceTestSupport
import Foundation
import Testing

/// *Measure…* on the page *When*, with a light sensor.
@Suite(.bounded, .requires(.bus, .busClient, .sensorTestbed, .windowUser))
struct DesktopWindowCalibrationTests {
    private let scene: SensorScene
    private let sensor: String
    private let user: WindowUser

    init() throws {
        var path = ""
        scene = try SensorScene(ambient: "dark_below = 40 # dim\nlight_above = 80") {
            path = try SensorScene.plugIn(into: $0)
        }
        sensor = path
        try WindowUser.prepare(scene.daemon.home)
        try scene.showUntilTrusted(300, on: sensor)
        user = try WindowUser(in: scene.daemon.home, environment: scene.daemon.environment)
        try user.wait(until: "The room has 300 lux")
        try user.open(page: "When")
        try user.press("Measure…")
        try user.wait(until: "Step 1 of 4: Bright light")
    }

    private var configuration: String {
        get throws {
            try String(contentsOfFile: scene.daemon.home.configurationFile, encoding: .utf8)
        }
    }

    /// Shows a level to the sensor, waits until the dialog shows it, and measures it.
    private func measure(_ lux: Double, _ text: String) throws {
        try scene.show([lux], on: sensor)
        try user.wait(until: "Light now: \(text) lux")
        try user.press("Measure")
    }

    @Test func `each light is measured, the proposal is applied, and Undo restores the file`()
        throws
    {
        let before = try configuration
        let kept = try scene.status()["explanation"].string
        #expect(kept == "Light, held by Appearance (the light is measured).")
        try measure(300, "300")
        try user.wait(until: "Step 2 of 4: Dim light")
        try user.press("Measure")
        try user.wait(until: "The sensor did not see a difference: 300 lux now, and 300 lux before")
        try measure(25, "25")
        try user.wait(until: "Step 3 of 4: A dark room")
        try measure(0.5, "0.5")
        try user.wait(until: "Step 4 of 4: The screen alone")
        try measure(62.5, "62.5")
        try user.wait(until: "Suggested levels")
        try user.wait(until: "The sensor sees 62 lux of the screen itself, of which 44 lux are")
        // The middle of 25 lux and 300 lux without the 62 of the screen.
        try user.wait(until: "55 lux instead of 40 lux")
        #expect(try configuration == before)

        try user.press("Apply")
        try scene.waitForLog("ambient.dark_below 40.0 → 55.0")
        #expect(try configuration.contains("dark_below = 55.0 # dim\nlight_above = 110.0"))
        #expect(try configuration.contains("self_light.light = 44.0"))
        try user.undo()
        try scene.waitForLog("ambient.dark_below 55.0 → 40.0")
        #expect(try configuration == before)
    }

    @Test func `the light of a step is measured again, and Escape ends it without a change`() throws
    {
        let before = try configuration
        try measure(300, "300")
        try user.wait(until: "Step 2 of 4: Dim light")
        try user.press("Back")
        try user.wait(until: "Step 1 of 4: Bright light")
        let client = try scene.daemon.busClient()
        try user.press(key: "Escape")
        try user.wait(untilGone: "Step 1 of 4")
        try client.waitForChange(of: "Reason") { $0.string == "sensor" }
        #expect(try configuration == before)
    }
}
