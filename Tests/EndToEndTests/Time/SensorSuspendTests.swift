import AppearanceTestSupport
import Foundation
import Testing

/// Trust in a light sensor after a suspend.
@Suite(
    .bounded, .requires(.bus, .busClient, .fakeLogind, .compiler, .sensorTestbed, .varlinkClient))
struct SensorSuspendTests {
    private let clocks: SkewedClocks
    private let logind: FakeLogind
    private let scene: SensorScene
    private let device: String

    /// A lit room while the schedule decides for dark.
    init() throws {
        let clocks = try SkewedClocks()
        let logind = try FakeLogind()
        var device = ""
        scene = try SensorScene(
            by: .dark,
            environment: logind.environment.merging(
                clocks.environment(preloading: SensorTestbed.preload)
            ) { $1 }
        ) { device = try SensorScene.plugIn(into: $0) }
        self.clocks = clocks
        self.logind = logind
        self.device = device
        try scene.daemon.waitForLogind()
        try scene.showUntilTrusted(300, on: device)
    }

    @Test(.row("T5")) func `a sensor that reads zero after a suspend causes no dark flash`() throws
    {
        let client = try scene.daemon.busClient()
        #expect(try client.get("Appearance") == "light")
        try logind.prepareForSleep(true)
        try clocks.suspend(for: 3600, isTold: false)
        try logind.prepareForSleep(false)
        try client.waitForChange(of: "SensorState") { $0 == "warming" }
        let words = try client.get("Explanation").string ?? ""
        #expect(words.hasPrefix("Light, as before the suspend, until the light sensor"))
        try scene.show([0, 0, 0, 0], on: device)
        try scene.show([400, 401, 400, 401, 400, 401], on: device)
        try client.waitForChange(of: "SensorState") { $0 == "trusted" }
        #expect(try client.get("Appearance") == "light")
        #expect(try client.count(of: "AppearanceChanged") == 0)
    }

    @Test(.row("T7")) func `a suspend without an announced end is ended by the clocks`() throws {
        let client = try scene.daemon.busClient()
        try logind.prepareForSleep(true)
        // The signals of one sender are ordered: after the lock, the suspend has been received.
        try logind.lockSession(true)
        try client.waitForChange(of: "Explanation") {
            $0.string?.contains("until the session is unlocked") == true
        }
        try logind.lockSession(false)
        try clocks.suspend(for: 3600)
        try client.waitForChange(of: "SensorState") { $0 == "warming" }
        try scene.show([400, 401, 400, 401, 400, 401], on: device)
        try client.waitForChange(of: "SensorState") { $0 == "trusted" }
    }

    @Test func `the history has no light during a suspend`() throws {
        let client = try scene.daemon.busClient()
        try clocks.suspend(for: 3600)
        try client.waitForChange(of: "SensorState") { $0 == "warming" }
        try scene.show([400, 401, 400, 401, 400, 401], on: device)
        try client.waitForChange(of: "SensorState") { $0 == "trusted" }
        scene.daemon.process.signal(SIGTERM)
        try scene.daemon.process.expectExit()
        let file = scene.daemon.home.stateHome + "/appearanced/history.jsonl"
        // docs/record-format.md
        let levels = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            .map { try JSON(parsing: String($0)) }
            .flatMap { line in
                let minute = (line["at"].number ?? 0) / 60e6
                return line["levels"].items.map { level in
                    (minute: minute + (level[0].number ?? 0), light: level[1].number)
                }
            }
        let gap = try #require(levels.firstIndex { $0.light == nil })
        try #require(gap + 1 < levels.count)
        #expect(levels[gap + 1].light != nil)
        #expect(levels[gap + 1].minute - levels[gap].minute >= 59)
    }
}
