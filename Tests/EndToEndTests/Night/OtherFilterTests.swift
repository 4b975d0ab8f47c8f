import AppearanceTestSupport
import Testing

/// The real redshift on the same X server, which tells nobody of ramps that are set.
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

    /// Sets colours once; with `-P` plain ones are what it changes, else those that are there.
    private func setOnce(_ arguments: String...) throws {
        let run = try ChildProcess.run(
            "redshift", ["-m", "randr", "-O", "3000"] + arguments, environment: environment)
        #expect(run.status == .exited(0), "\(run.errors)")
    }

    /// One that goes on setting colours, and has already set some.
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

    @Test(.row("N8")) func `what was set before the night lies below it and comes back`() throws {
        try setOnce("-P")
        let warm = try ramps()
        let filter = try scene.filter(NightScene.night)
        #expect(try ramps().areRed)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try ramps() == warm)
    }

    @Test(.row("N8")) func `what is set once at night lies below it from then on`() throws {
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

    /// Without `-P` it changes what it reads, and at night that is red.
    @Test(.row("N20")) func `what is made of the red is not restored`() throws {
        let filter = try scene.filter(NightScene.night)
        try setOnce()
        try setOnce("-b", "0.5")
        #expect(try ramps().areRed)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try ramps() == before)
    }

    @Test(.row("N19")) func `who goes on setting has the screen until it ends`() throws {
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
        // It gives back what it has found.
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

    @Test(.row("N19")) func `what a killed one leaves lies below the night`() throws {
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
    @Test(.row("N20")) func `who was started at night does not keep the screen red by day`() throws
    {
        let filter = try scene.filter(NightScene.night)
        let other = try redshift()
        #expect(try ramps().areRed)
        try night("off")
        try filter.waitUntilRed(false)
        let line = try filter.process.waitForLine(containing: "has taken the red", on: .errors)
        #expect(line.contains("redshift (process \(other.processIdentifier))"))
        // The last that it does is to set the red again that it has found.
        #expect(try other.terminate() == .exited(0))
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try ramps() == before)
    }

    /// What the night lies on is known to the next filter even then.
    @Test(.row("N19"))
    func `a filter that is killed while the screen is another's leaves it to that`() throws {
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
