import AppearanceTestSupport
import Testing

/// `appearancectl night`: a temporary override of the night filter, in any appearance.
@Suite(.bounded, .requires(.xvfb)) struct NightOverrideTests {
    private let scene: NightScene

    init() throws { scene = try NightScene() }

    private func night(
        _ arguments: String..., clocks: SkewedClocks? = nil
    ) throws -> FinishedProcess {
        let path = scene.home.environment["PATH"] ?? "/usr/bin:/bin"
        return try ChildProcess.run(
            BuiltProducts.appearancectl, ["night"] + arguments,
            environment: scene.home.environment
                .merging(["PATH": BuiltProducts.directory + ":" + path]) { $1 }
                .merging(clocks?.environment() ?? [:]) { $1 })
    }

    private func isRed() throws -> Bool {
        try scene.screens.ramps()[scene.onlyCRTC()]?.areRed ?? false
    }

    @Test(.row("N18")) func `not tonight restores the screen, and auto turns it red again`() throws
    {
        let filter = try scene.filter(NightScene.night)
        #expect(try isRed())
        let off = try night("off", "--for", "8h")
        #expect(off.status == .exited(0), "\(off.errors)")
        #expect(off.output.contains("Back to auto: appearancectl night auto"))
        try filter.waitUntilRed(false)
        #expect(try !isRed())
        #expect(try night("auto").output == "The screen follows the appearance.\n")
        try filter.waitUntilRed(true)
        #expect(try isRed())
        #expect(try filter.process.terminate() == .exited(0))
    }

    private static let (hour, year): (Int64, Int64) = (3_600, 31_536_000)

    /// After the preview the screen is not red, since the override is in effect again.
    @Test(.row("T15"), .requires(.compiler))
    func `an override for a duration lasts that long while the clock is set ahead`() throws {
        let clocks = try SkewedClocks()
        let filter = try scene.filter(NightScene.night.merging(clocks.environment()) { $1 })
        #expect(try night("off", "--for", "8h", clocks: clocks).status == .exited(0))
        try filter.waitUntilRed(false)
        try clocks.setWallClock(ahead: 12 * Self.hour)
        #expect(try night("preview", "1s", clocks: clocks).status == .exited(0))
        try filter.process.waitForLine(containing: "turns red, as you chose", on: .errors)
        try filter.process.waitForLine(containing: "turns back to normal", on: .errors)
        try filter.waitUntilRed(false)
        try clocks.suspend(for: 9 * Self.hour)
        try filter.waitUntilRed(true)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("T15"), .requires(.compiler))
    func `an end by a clock that was a year ahead comes within a day and a half`() throws {
        let clocks = try SkewedClocks(wall: Self.year)
        let filter = try scene.filter(NightScene.night.merging(clocks.environment()) { $1 })
        #expect(try night("off", "--until", "06:00", clocks: clocks).status == .exited(0))
        try filter.waitUntilRed(false)
        try clocks.setWallClock(ahead: 0)
        try clocks.suspend(for: 36 * Self.hour)
        try filter.waitUntilRed(true)
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// Without a time it holds until the night's hours end, which are 06:30 unless configured.
    @Test func `an override without a time lasts until the end of night`() throws {
        let filter = try scene.filter(NightScene.night)
        let off = try night("off")
        #expect(off.status == .exited(0), "\(off.errors)")
        #expect(off.output.contains("06:30"))
        try filter.waitUntilRed(false)
        // The next filter reads it too.
        #expect(try filter.process.terminate() == .exited(0))
        let next = try scene.filter(NightScene.night)
        #expect(try !isRed())
        #expect(try next.process.terminate() == .exited(0))
    }

    @Test(.row("N18")) func `a preview ends by itself`() throws {
        let filter = try scene.filter(NightScene.light)
        #expect(try night("preview", "1s").output.hasPrefix("Red for 1s."))
        try filter.process.waitForLine(containing: "turns red, as you chose", on: .errors)
        try filter.process.waitForLine(
            containing: "turns back to normal, as you chose", on: .errors)
        try filter.waitUntilRed(false)
        #expect(try !isRed())
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test func `the override now turns the screen red by day`() throws {
        let filter = try scene.filter(NightScene.light)
        #expect(try night("now", "--for", "1h").status == .exited(0))
        try filter.waitUntilRed(true)
        #expect(try isRed())
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test func `a preview does not change the override`() throws {
        let filter = try scene.filter(NightScene.night)
        #expect(try night("off", "--for", "8h").status == .exited(0))
        try filter.waitUntilRed(false)
        #expect(try night("preview", "1s").status == .exited(0))
        try filter.process.waitForLine(containing: "turns red, as you chose", on: .errors)
        try filter.process.waitForLine(
            containing: "turns back to normal, as you chose", on: .errors)
        try filter.waitUntilRed(false)
        #expect(try !isRed())
        // Another look at the same file finds no more of the preview.
        #expect(try filter.process.terminate() == .exited(0))
        let next = try scene.filter(NightScene.night)
        #expect(try !isRed())
        #expect(try next.process.terminate() == .exited(0))
    }

    @Test func `reset ends the override now, and auto needs no filter`() throws {
        let filter = try scene.filter(NightScene.light)
        #expect(try night("now", "--for", "1h").status == .exited(0))
        try filter.waitUntilRed(true)
        #expect(try scene.run("--reset").status == .exited(0))
        #expect(try filter.process.expectExit() == .exited(0))
        let next = try scene.filter(NightScene.light)
        #expect(try !isRed())
        #expect(try night("off", "--for", "1h").status == .exited(0))
        #expect(try next.process.terminate() == .exited(0))
        let auto = try night("auto")
        #expect(auto.status == .exited(0))
        #expect(auto.output == "There is no override. The night filter is not running.\n")
        let last = try scene.filter(NightScene.night)
        #expect(try isRed())
        #expect(try last.process.terminate() == .exited(0))
    }

    @Test func `reset keeps an override against the night, also below a preview`() throws {
        let filter = try scene.filter(NightScene.night)
        #expect(try night("off", "--for", "8h").status == .exited(0))
        try filter.waitUntilRed(false)
        #expect(try night("preview", "1h").status == .exited(0))
        try filter.waitUntilRed(true)
        #expect(try scene.run("--reset").status == .exited(0))
        #expect(try filter.process.expectExit() == .exited(0))
        let next = try scene.filter(NightScene.night)
        #expect(try !isRed())
        #expect(try next.process.terminate() == .exited(0))
    }

    @Test(arguments: [
        (["--status", "--reset"], "--reset and --status cannot be used together"),
        (["--config", ""], "--config needs a file"),
    ])
    func `wrong options are named`(_ options: [String], _ sentence: String) throws {
        let run = try ChildProcess.run(
            BuiltProducts.nightfilter, options, environment: scene.home.environment)
        #expect(run.status == .exited(64))
        #expect(run.errors == "appearance-nightfilter: \(sentence)\n")
    }

    @Test func `an option may be repeated`() throws {
        let run = try scene.run("--status", "--status")
        #expect(run.status == .exited(75), "\(run.errors)")
    }

    @Test func `without a filter an override or a preview is refused`() throws {
        let off = try night("off")
        #expect(off.status == .exited(3))
        #expect(off.errors.contains("The night filter is not running"))
        let preview = try night("preview", "10s")
        #expect(preview.status == .exited(3))
        #expect(preview.errors.contains("The night filter is not running"))
        #expect(try night("preview", "2h").status == .exited(2))
    }
}
