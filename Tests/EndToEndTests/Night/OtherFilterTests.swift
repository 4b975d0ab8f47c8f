import AppearanceTestSupport
import Testing

/// The real redshift on the same X server, which sends no event for new ramps.
@Suite(.bounded, .requires(.xvfb, .redshift)) struct OtherFilterTests {
    private let scene: NightScene
    private let crtc: Int64
    private let before: X11Screens.Ramps

    init() throws {
        scene = try NightScene()
        crtc = try scene.onlyCRTC()
        before = try scene.setRamps(of: crtc)
    }

    private var environment: [String: String] {
        scene.home.environment.merging(scene.server.environment) { $1 }
    }

    private func ramps() throws -> X11Screens.Ramps {
        try #require(try scene.screens.ramps()[crtc])
    }

    /// Sets colours once; with `-P` it changes plain ramps, otherwise the current ones.
    private func setOnce(_ arguments: String...) throws {
        let run = try ChildProcess.run(
            "redshift", ["-m", "randr", "-O", "3000"] + arguments, environment: environment)
        #expect(run.status == .exited(0), "\(run.errors)")
    }

    /// Starts a redshift that keeps setting colours, and waits for the first.
    private func redshift(_ arguments: String...) throws -> ChildProcess {
        let process = try ChildProcess(
            "redshift", ["-v", "-m", "randr", "-l", "52:13", "-t", "4000:3000"] + arguments,
            environment: environment.merging(["LC_ALL": "C"]) { $1 })
        try process.waitForLine(containing: "Color temperature")
        return process
    }

    private func night(_ word: String) throws {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["night", word], environment: scene.home.environment)
        #expect(run.status == .exited(0), "\(run.errors)")
    }

    @Test(.row("N8")) func `ramps set before the night are its base and are restored`() throws {
        try setOnce("-P")
        let warm = try ramps()
        let filter = try scene.filter(NightScene.night)
        #expect(try ramps().areRed)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try ramps() == warm)
    }

    @Test(.row("N8")) func `ramps set once at night become its base`() throws {
        let filter = try scene.filter(NightScene.night)
        try setOnce("-P")
        let line = try filter.process.waitForLine(containing: "has set other colours", on: .errors)
        #expect(line.contains("the night filter is applied on top"))
        #expect(try ramps().areRed)
        #expect(try ramps().red != before.red)
        #expect(try filter.process.terminate() == .exited(0))
        let after = try ramps()
        #expect(after.green.last ?? 0 > 0)
        #expect(after.red.last ?? 0 > after.blue.last ?? 0)
    }

    /// Without `-P` it changes the ramps that it reads, which are red at night.
    @Test(.row("N20")) func `ramps derived from the red ones are not restored`() throws {
        let filter = try scene.filter(NightScene.night)
        try setOnce()
        try setOnce("-b", "0.5")
        #expect(try ramps().areRed)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try ramps() == before)
    }

    @Test(.row("N19")) func `a program that keeps setting ramps has the screen until it exits`()
        throws
    {
        let other = try redshift("-P")
        let filter = try scene.filter(NightScene.night)
        let status = try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        let holder = "redshift (process \(other.processIdentifier))"
        #expect(status["outputs"][0]["holder"].string == holder)
        let said = try scene.run("--status").output
        #expect(said.contains("is not red, although requested"))
        #expect(said.contains("none: \(holder) controls its colours"))
        #expect(try !ramps().areRed)
        let doctor = try Findings(
            ChildProcess.run(
                BuiltProducts.appearancectl, ["doctor", "--json"], environment: environment))
        #expect(doctor["whole screen"].status == "warning")
        #expect(doctor["whole screen"].fix == "kill \(other.processIdentifier)")
        // It restores the ramps that it found.
        #expect(try other.terminate() == .exited(0))
        try filter.waitForStatus { $0["outputs"][0]["method"] == "red channel" }
        #expect(try ramps().areRed)
        #expect(try ramps().red == before.red)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try ramps() == before)
        let warnings = filter.process.text(on: .errors).split(separator: "\n")
            .count { $0.contains("again and again") }
        #expect(warnings == 1)
    }

    @Test(.row("N19")) func `ramps of a killed program become the base of the night`() throws {
        let other = try redshift("-P")
        let filter = try scene.filter(NightScene.night)
        try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        other.signal(9)
        try other.expectExit()
        try filter.waitForStatus { $0["outputs"][0]["method"] == "red channel" }
        #expect(try ramps().areRed)
        #expect(try filter.process.terminate() == .exited(0))
        let after = try ramps()
        #expect(!after.areRed)
        #expect(after.red.last ?? 0 > after.blue.last ?? 0)
    }

    /// It has read red ramps and takes them for the screen's, for as long as it lives.
    @Test(.row("N20")) func `a program started at night does not keep the screen red by day`()
        throws
    {
        let filter = try scene.filter(NightScene.night)
        let other = try redshift()
        #expect(try ramps().areRed)
        try night("off")
        try filter.waitUntilRed(false)
        let line = try filter.process.waitForLine(
            containing: "uses the colours of the night filter", on: .errors)
        #expect(line.contains("redshift (process \(other.processIdentifier))"))
        // The last that it does is to set the red again that it has found.
        #expect(try other.terminate() == .exited(0))
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try ramps() == before)
    }

    /// The next filter knows the base of the night in this case too.
    @Test(.row("N19"))
    func `a filter that is killed while it yields does not change the screen`() throws {
        let other = try redshift("-P")
        let filter = try scene.filter(NightScene.night)
        try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        try filter.kill()
        #expect(try other.terminate() == .exited(0))
        let next = try scene.filter(NightScene.light)
        #expect(try ramps() == before)
        #expect(try next.process.terminate() == .exited(0))
    }
}
