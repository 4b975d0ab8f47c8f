import AppearanceTestSupport
import Foundation
import Testing

/// Ways of being left with a black screen, or a red one, that begin in the middle of something.
@Suite(.bounded, .requires(.xvfb)) struct BlackScreenTests {
    private static let slow = "fade = \"60s\""

    /// The end of a filter during a fade, and the next step.
    enum Fate: CaseIterable {
        case toldToStop, killedAndByDay, killedAndByNight, stoppedAndReset
    }

    /// A filter that fades to night by day, as requested by an override, and has completed a part of
    /// it.
    private func filterHalfWay(_ scene: NightScene, _ crtc: Int64) throws -> RunningFilter {
        let before = try scene.screens.ramps()[crtc]
        let filter = try scene.filter(NightScene.light)
        try scene.night("now", "--for", "1h")
        try scene.waitForRamps(of: crtc) { $0 != before }
        #expect(try scene.screens.ramps()[crtc]?.areRed == false)
        return filter
    }

    @Test(.row("N3"), arguments: Fate.allCases)
    func `the screen is restored after any end of a fade`(_ fate: Fate) throws {
        let scene = try NightScene(settings: Self.slow)
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try filterHalfWay(scene, crtc)
        switch fate {
        case .toldToStop: #expect(try filter.process.terminate() == .exited(0))
        case .stoppedAndReset:
            filter.process.signal(19)
            #expect(try scene.run("--reset").status == .exited(0))
            #expect(try filter.process.expectExit() == .killed(signal: 9))
        case .killedAndByDay, .killedAndByNight:
            try filter.kill()
            if fate == .killedAndByDay { try scene.forgetWishes() }
            let next = try scene.filter(NightScene.light)
            if fate == .killedAndByNight {
                // The colours at a start are set without a fade.
                #expect(try scene.screens.ramps()[crtc]?.areRed == true)
            }
            #expect(try next.process.terminate() == .exited(0))
        }
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    /// The whole minute of the fade passes while the filter is stopped, so the rest of it is not
    /// made up step by step: that would take longer than the wait for red.
    @Test(.row("N22"), .requires(.compiler)) func `a delayed fade is completed`()
        throws
    {
        let clocks = try SkewedClocks()
        let scene = try NightScene(settings: Self.slow)
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.light.merging(clocks.environment()) { $1 })
        try scene.night("now", "--for", "1h")
        try scene.waitForRamps(of: crtc) { $0 != before }
        try filter.process.stop()
        #expect(try scene.screens.ramps()[crtc]?.areRed == false)
        try clocks.pass(60)
        filter.process.signal(SIGCONT)
        try filter.waitUntilRed(true)
        #expect(try scene.screens.ramps()[crtc]?.areRed == true)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    /// The way back is kept before the first change reaches the server, so a filter that dies right
    /// after that change leaves it behind.
    @Test(.requires(.compiler), arguments: ["ramps", "matrix"])
    func `a filter killed at its first change can be restored`(_ change: String) throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let output = try #require(try scene.screens.outputs().values.first).number
        let before = try scene.setRamps(of: crtc)
        let matrix = ColorMatrixPropertyTests.words
        if change == "matrix" { try scene.screens.setMatrix(matrix, of: output) }
        let library = try PreloadedLibrary.compile("killed_colors", in: scene.home)
        let filter = try ChildProcess(
            BuiltProducts.nightfilter,
            environment: scene.home.environment.merging(scene.server.environment) { $1 }
                .merging(NightScene.night) { $1 }
                .merging(["LD_PRELOAD": library, "KILLED_AT": change]) { $1 })
        #expect(try filter.expectExit() == .killed(signal: SIGKILL))
        switch change {
        case "ramps": #expect(try scene.screens.ramps()[crtc] != before)
        default: #expect(try scene.screens.matrix(of: output) != matrix)
        }
        let next = try scene.filter(NightScene.light)
        #expect(try scene.screens.ramps()[crtc] == before)
        if change == "matrix" { #expect(try scene.screens.matrix(of: output) == matrix) }
        #expect(try next.process.terminate() == .exited(0))
    }

    @Test(.row("N23")) func `the preview of a killed filter ends with the next one`() throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.light)
        try scene.night("preview", "3s")
        try scene.waitForRamps(of: crtc) { $0.areRed }
        try filter.kill()
        let next = try scene.filter(NightScene.light)
        try next.waitUntilRed(false)
        #expect(try scene.screens.ramps()[crtc] == before)
        #expect(try next.process.terminate() == .exited(0))
    }

    /// A session that ends may take its folder away before its programs.
    @Test(.row("N24")) func `the filter restores the screen after its folder is removed`() throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.night)
        try FileManager.default.removeItem(atPath: scene.home.runtimeDirectory)
        #expect(try scene.screens.ramps()[crtc]?.areRed == true)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    @Test(.row("N25")) func `reset restores one display and not the other`() throws {
        let first = try NightScene()
        let other = try NightScene(in: first.home)
        let crtc = try first.onlyCRTC()
        let before = try first.setRamps(of: crtc)
        let otherCRTC = try other.onlyCRTC()
        let otherBefore = try other.setRamps(of: otherCRTC, seed: 9)
        let filter = try first.filter(NightScene.night)
        let otherFilter = try other.filter(NightScene.night)
        try filter.kill()
        #expect(try first.run("--reset").status == .exited(0))
        #expect(try first.screens.ramps()[crtc] == before)
        #expect(try other.screens.ramps()[otherCRTC]?.areRed == true)
        #expect(otherFilter.process.isRunning)
        #expect(try otherFilter.process.terminate() == .exited(0))
        #expect(try other.screens.ramps()[otherCRTC] == otherBefore)
    }

    @Test(.row("N27")) func `an intensity of 0 changes nothing`() throws {
        let scene = try NightScene(settings: "intensity = 0.0\nfade = \"0s\"")
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.night)
        #expect(try scene.screens.ramps()[crtc] == before)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    /// A server that resets with its last client has its own ramps and keeps nothing.
    @Test(.row("N26")) func `the next filter after a reset of the X server leaves it plain`() throws
    {
        let home = try TestHome()
        let server = try XServer(resettingIn: home)
        try home.write(configuration: "[nightfilter]\nfade = \"0s\"\n")
        let filter = try RunningFilter(
            on: server.environment, in: home, environment: NightScene.night)
        try filter.kill()
        // While it resets it accepts no client.
        let screens = try X11Screens.whenReady(by: server, in: home)
        let next = try RunningFilter(
            on: server.environment, in: home, environment: NightScene.light)
        for ramps in try screens.ramps().values { #expect(!ramps.areRed) }
        #expect(try next.process.terminate() == .exited(0))
    }

    /// It is the last client, and a server that resets accepts no client for a moment.
    @Test(.row("N26"), arguments: 1...4)
    func `reset works if the filter was the only client`(
        attempt: Int
    ) throws {
        let home = try TestHome()
        let server = try XServer(resettingIn: home)
        try home.write(configuration: "[nightfilter]\nfade = \"0s\"\n")
        let filter = try RunningFilter(
            on: server.environment, in: home, environment: NightScene.night)
        let reset = try ChildProcess.run(
            BuiltProducts.nightfilter, ["--reset"],
            environment: home.environment.merging(server.environment) { $1 })
        #expect(reset.status == .exited(0), "\(reset.errors)")
        #expect(try filter.process.expectExit() == .exited(0))
    }
}

extension NightScene {
    /// Writes an override for the filters of the session.
    func night(_ arguments: String...) throws {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["night"] + arguments, environment: home.environment)
        guard run.status == .exited(0) else { throw HarnessFailure(run.errors) }
    }

    /// Removes the override, which is not read while no filter runs.
    func forgetWishes() throws {
        try FileManager.default.removeItem(
            atPath: "\(home.runtimeDirectory)/appearance-nightfilter/wish")
    }

    /// Reads the ramps until they satisfy a condition; there is no event for them.
    @discardableResult
    func waitForRamps(
        of crtc: Int64, where matches: (X11Screens.Ramps) -> Bool
    ) throws -> X11Screens.Ramps {
        let deadline = Date(timeIntervalSinceNow: 20)
        while Date() < deadline {
            if let ramps = try screens.ramps()[crtc], matches(ramps) { return ramps }
        }
        throw HarnessFailure("the ramps are not the expected ones")
    }
}
