import AppearanceTestSupport
import Testing

/// A room that turns dark, from the sensor's attribute to foreign clients of both doors.
@Suite(.bounded, .requires(.bus, .busClient, .varlinkClient, .sensorTestbed)) struct SensorFallTests
{
    @Test func `a room that turns dark is reported once on both interfaces with the reason`() throws
    {
        var path = ""
        let scene = try SensorScene(dwell: "light_to_dark = \"1s\"") {
            path = try SensorScene.plugIn(into: $0)
        }
        let client = try scene.daemon.busClient()
        let watch = try scene.daemon.varlinkClient(streaming: "Watch")
        try scene.showUntilTrusted(300, on: path)
        let bright = try watch.waitForReply { $0["status"]["sensor"] == "trusted" }["status"]
        #expect(bright["appearance"] == "light")
        #expect(bright["reason"] == "sensor")
        #expect(bright["light"].number.map { [300, 301].contains($0) } == true)

        try scene.show([20], on: path)
        #expect(try client.waitForSignal("AppearanceChanged") == ["dark", "light", "sensor"])
        let dark = try watch.waitForReply { $0["status"]["appearance"] == "dark" }["status"]
        #expect(dark["previous"] == "light")
        #expect(dark["reason"] == "sensor")
        #expect(dark["sequence"].integer == (bright["sequence"].integer ?? 0) + 1)
        for explanation in [dark["explanation"], try client.get("Explanation")] {
            let words = explanation.string ?? ""
            #expect(words.hasPrefix("Dark: 20 lux, below 40."))
            #expect(words.contains("Light above 80 lux"))
        }
        let again = try scene.daemon.appearancectl("get")
        #expect(again.output == "dark\n")

        // Two more readings would have published it again.
        try scene.show([21, 20], on: path)
        #expect(try client.get("Appearance") == "dark")
        #expect(try client.count(of: "AppearanceChanged") == 1)
        #expect(
            try watch.replies().filter { $0["status"]["appearance"] == "dark" } == [
                ["status": dark]
            ])
        #expect(scene.logged("Dark: 20 lux") == 1)
    }

    @Test(.row("S13")) func `a sensor that is covered for a short time changes nothing`() throws {
        var path = ""
        let scene = try SensorScene(dwell: "light_to_dark = \"30s\"") {
            path = try SensorScene.plugIn(into: $0)
        }
        try scene.showUntilTrusted(300, on: path)
        let before = try scene.status()["sequence"]
        try scene.show([20, 20, 21, 20, 300, 301, 300, 301, 300], on: path)
        let status = try scene.status()
        #expect(status["sequence"] == before)
        #expect(status["appearance"] == "light")
        let tree = try JSON(parsing: scene.daemon.appearancectl("why", "--json").output)
        #expect(tree["dwell"] == .null)
    }

    @Test func `the explanation names a dwell time that is running`() throws {
        var path = ""
        let scene = try SensorScene(dwell: "light_to_dark = \"30s\"") {
            path = try SensorScene.plugIn(into: $0)
        }
        try scene.showUntilTrusted(300, on: path)
        try scene.show([20, 20, 21, 20, 21, 20], on: path)
        let tree = try JSON(parsing: scene.daemon.appearancectl("why", "--json").output)
        #expect(tree["appearance"] == "light")
        #expect(tree["dwell"]["target"] == "dark")
        #expect(tree["dwell"]["needed_seconds"].number == 30)
        #expect(tree["light"]["filtered"].number.map { $0 > 19 && $0 < 23 } == true)
        #expect(tree["light"]["thresholds"]["dark_below"].number == 40)
    }
}
