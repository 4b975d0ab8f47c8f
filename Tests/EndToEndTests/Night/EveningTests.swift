import AppearanceTestSupport
import Foundation
import Testing

/// An evening by the schedule, for a filter whose appearance is light.
enum EveningSettings {
    /// The encoded green and blue of white at 3400 K, as redshift sets them.
    static let halogen = (green: 0.76887, blue: 0.52426)

    /// Returns the settings of an evening around now, or between two times of the clock; with no fade by
    /// default.
    static func text(
        _ temperature: Int = 3400, fade: String = "0s", night: String = "fade = \"0s\"",
        dark: String = TestHome.clock(hoursFromNow: -1),
        light: String = TestHome.clock(hoursFromNow: 11)
    ) -> String {
        """
        \(night)
        [nightfilter.evening]
        temperature = \(temperature)
        fade = "\(fade)"
        [schedule]
        dark = "\(dark)"
        light = "\(light)"
        night = ""
        """
    }
}

/// Warm colours in the evening on a real X server, read by a foreign client.
@Suite(.bounded, .requires(.xvfb)) struct EveningTests {
    private func white(_ ramps: X11Screens.Ramps) -> [Int64] {
        [ramps.red.last ?? 0, ramps.green.last ?? 0, ramps.blue.last ?? 0]
    }

    /// Whether ramps are those of the evening over others.
    private func areWarm(_ ramps: X11Screens.Ramps?, over before: X11Screens.Ramps) -> Bool {
        guard let ramps, ramps.red == before.red else { return false }
        func scaled(_ table: [Int64], _ before: [Int64], _ share: Double) -> Bool {
            zip(table, before).allSatisfy { abs(Double($0) - Double($1) * share) <= 65535 * 0.004 }
        }
        return scaled(ramps.green, before.green, EveningSettings.halogen.green)
            && scaled(ramps.blue, before.blue, EveningSettings.halogen.blue)
    }

    @Test(.row("N48")) func `in the evening white is warm, and after it every byte is restored`()
        throws
    {
        let scene = try NightScene(settings: EveningSettings.text())
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.light)
        #expect(areWarm(try scene.screens.ramps()[crtc], over: before))
        let status = try filter.waitForStatus { $0["evening"]["state"] == "on" }
        #expect(status["night"] == false)
        #expect(status["evening"]["temperature"].integer == 3400)
        #expect(status["evening"]["temperature_now"].integer == 3400)
        let end = try #require(status["evening"]["until"].integer)
        let hours = (Double(end) / 1e6 - Date().timeIntervalSince1970) / 3600
        #expect(hours > 9.9 && hours <= 11)
        #expect(try scene.run("--status").output.contains("is warm, at 3400 K."))
        let clock = TestHome.clock(at: end)
        for words in [["night"], ["night", "status"]] {
            let run = try ChildProcess.run(
                BuiltProducts.appearancectl, words, environment: scene.home.environment)
            #expect(run.status == .exited(0), "\(run.errors)")
            #expect(run.output.hasPrefix("Evening: 3,400 K until "), "\(run.output)")
            #expect(run.output.contains(clock), "\(run.output)")
        }
        let json = try JSON(
            parsing: ChildProcess.run(
                BuiltProducts.appearancectl, ["night", "--json"],
                environment: scene.home.environment
            ).output)
        #expect(json["displays"][0]["evening"]["until"].integer == end)
        #expect(json["displays"][0]["evening"]["until_iso"].string?.isEmpty == false)
        #expect(json["override"] == .null)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    @Test(.row("N48")) func `by day nothing is changed`() throws {
        let scene = try NightScene(
            settings: EveningSettings.text(
                dark: TestHome.clock(hoursFromNow: 6), light: TestHome.clock(hoursFromNow: -6)))
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.light)
        #expect(try scene.screens.ramps()[crtc] == before)
        try filter.waitForStatus { $0["evening"] == .null }
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// A kill leaves the saved original, and the ramps before or after it.
    @Test(
        .row("N48"), .requires(.compiler),
        arguments: [
            ("property", 1), ("property", 2), ("property", 30), ("ramps", 1), ("ramps", 2),
            ("ramps", 17), ("ramps", 30),
        ])
    func `a filter killed at any step of a fade can be restored`(_ change: String, _ count: Int)
        throws
    {
        let scene = try NightScene(settings: EveningSettings.text(fade: "10s"))
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let environment = NightScene.light.merging([
            "LD_PRELOAD": try PreloadedLibrary.compile("killed_colors", in: scene.home),
            "KILLED_AT": change, "KILLED_COUNT": "\(count)",
        ]) { $1 }
        let process: ChildProcess
        if count == 1 {
            process = try ChildProcess(
                BuiltProducts.nightfilter,
                environment: scene.home.environment.merging(scene.server.environment) { $1 }
                    .merging(environment) { $1 })
        } else {
            // The first change is at the start; the others are a fade of three seconds.
            let filter = try scene.filter(environment)
            try filter.waitForStatus { $0["evening"]["state"] == "on" }
            try scene.night("off")
            process = filter.process
        }
        #expect(try process.expectExit() == .killed(signal: SIGKILL))
        if change == "ramps" { #expect(try scene.screens.ramps()[crtc] != before) }
        try? scene.forgetWishes()
        try scene.home.write(configuration: "[nightfilter.evening]\ntemperature = 0\n")
        let next = try scene.filter(NightScene.light)
        #expect(try scene.screens.ramps()[crtc] == before)
        #expect(try next.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    @Test(.row("N50"), .requires(.compiler))
    func `a filter that starts again in the evening does not flash`() throws {
        let scene = try NightScene(settings: EveningSettings.text())
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        try scene.filter(NightScene.light).kill()
        #expect(areWarm(try scene.screens.ramps()[crtc], over: before))
        let log = try ColorLog(in: scene.home)
        let next = try scene.filter(NightScene.light.merging(log.environment) { $1 })
        #expect(areWarm(try scene.screens.ramps()[crtc], over: before))
        // Green of the evening is below three quarters of that before.
        let green = Double(before.green.last ?? 0) * 0.8
        #expect(log.whites.allSatisfy { Double($0[1]) < green })
        #expect(try next.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    @Test(.row("N49"), .requires(.compiler))
    func `red takes over from the evening, and gives back to it, without a flash`() throws {
        let scene = try NightScene(settings: EveningSettings.text(night: "fade = \"1s\""))
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let log = try ColorLog(in: scene.home)
        let filter = try scene.filter(NightScene.light.merging(log.environment) { $1 })
        let evening = try #require(try scene.screens.ramps()[crtc])
        try scene.night("now", "--for", "1h")
        try filter.waitForStatus { $0["night"] == true && $0["evening"] == .null }
        #expect(try scene.screens.ramps()[crtc]?.areRed == true)
        try scene.night("auto")
        try filter.waitForStatus { $0["night"] == false && $0["evening"]["state"] == "on" }
        #expect(try scene.screens.ramps()[crtc] == evening)
        let whites = log.whites
        #expect(whites.count > 20)
        #expect(whites.allSatisfy { $0[1] <= white(evening)[1] && $0[2] <= white(evening)[2] })
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    @Test(.row("N54")) func `not tonight is for the evening too, and a preview shows it by day`()
        throws
    {
        let scene = try NightScene(settings: EveningSettings.text())
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.light)
        try scene.night("off", "--for", "1h")
        try filter.waitForStatus { $0["evening"] == .null }
        #expect(try scene.screens.ramps()[crtc] == before)
        try scene.night("preview", "5m", "--evening")
        try filter.waitForStatus { $0["evening"]["state"] == "on" }
        #expect(areWarm(try scene.screens.ramps()[crtc], over: before))
        let text = try ChildProcess.run(
            BuiltProducts.appearancectl, ["night"], environment: scene.home.environment)
        #expect(text.output.hasPrefix("Evening: 3,400 K, until "), "\(text.output)")
        #expect(text.output.contains("as you chose; undo: appearancectl night auto"))
        #expect(try scene.run("--reset").status == .exited(0))
        #expect(try filter.process.expectExit() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    @Test func `a preview without a temperature names the setting`() throws {
        let scene = try NightScene()
        let filter = try scene.filter(NightScene.light)
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["night", "preview", "10s", "--evening"],
            environment: scene.home.environment)
        #expect(run.status == .exited(2))
        #expect(
            run.errors.contains("appearancectl config set nightfilter.evening.temperature 3400"),
            "\(run.errors)")
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N52"), .requires(.compiler))
    func `an evening that begins in a suspend is there after three seconds`() throws {
        let boundary = (Int64(Date().timeIntervalSince1970) / 60 + 120) * 60
        let scene = try NightScene(
            settings: EveningSettings.text(
                fade: "30m", dark: TestHome.clock(at: boundary * 1_000_000),
                light: TestHome.clock(at: (boundary + 36_000) * 1_000_000)))
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let ahead = boundary - 3600 - Int64(Date().timeIntervalSince1970)
        let clocks = try SkewedClocks(wall: ahead)
        let log = try ColorLog(in: scene.home)
        let filter = try scene.filter(
            NightScene.light.merging(
                clocks.environment(preloading: log.library)
                    .merging(["COLOR_LOG": log.path]) { $1 }
            ) { $1 })
        #expect(try scene.screens.ramps()[crtc] == before)
        try clocks.suspend(for: ahead + 7200)
        try filter.waitForStatus { $0["evening"]["state"] == "on" }
        #expect(areWarm(try scene.screens.ramps()[crtc], over: before))
        // A fade, and a short one.
        #expect(log.whites.count > 10)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    /// The steps that are set, on a clock that is just before the boundary.
    ///
    /// How large they are is tested without a clock, as those of a busy machine are late.
    @Test(.row("N55"), .requires(.compiler))
    func `a fade by the schedule has small steps, and each is set once`() throws {
        let boundary = (Int64(Date().timeIntervalSince1970) / 60 + 120) * 60
        let scene = try NightScene(
            settings: EveningSettings.text(
                fade: "20s", dark: TestHome.clock(at: boundary * 1_000_000),
                light: TestHome.clock(at: (boundary + 36_000) * 1_000_000)))
        let log = try ColorLog(in: scene.home)
        let clocks = try SkewedClocks()
        try clocks.setWallClock(ahead: boundary - 12 - Int64(Date().timeIntervalSince1970))
        let filter = try scene.filter(
            NightScene.light.merging(
                clocks.environment(preloading: log.library)
                    .merging(["COLOR_LOG": log.path]) { $1 }
            ) { $1 })
        try filter.waitForStatus {
            $0["evening"]["temperature_now"].integer.map { 3500 < $0 && $0 < 6000 } ?? false
        }
        try filter.waitForStatus { $0["evening"]["state"] == "on" }
        let whites = log.whites
        #expect(whites.count >= 20 && whites.count <= 200)
        for (one, next) in zip(whites, whites.dropFirst()) {
            #expect(next[0] == one[0] && next[1] <= one[1] && next[2] < one[2])
        }
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// Each step that is shown below red would save its colours with the server.
    @Test(.row("N49", "N55"), .requires(.compiler))
    func `while red covers the evening, its steps are skipped`() throws {
        let boundary = (Int64(Date().timeIntervalSince1970) / 60 + 120) * 60
        let scene = try NightScene(
            settings: EveningSettings.text(
                fade: "6s", dark: TestHome.clock(at: boundary * 1_000_000),
                light: TestHome.clock(at: (boundary + 36_000) * 1_000_000)))
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let log = try ColorLog(in: scene.home)
        let clocks = try SkewedClocks()
        try clocks.setWallClock(ahead: boundary - 4 - Int64(Date().timeIntervalSince1970))
        let filter = try scene.filter(
            NightScene.light.merging(
                clocks.environment(preloading: log.library)
                    .merging(["COLOR_LOG": log.path, "SAVE_LOG": log.path + "-saved"]) { $1 }
            ) { $1 })
        // Until the fade is over.
        try scene.night("now", "--for", "8s")
        try filter.waitUntilRed(true)
        let (colors, saved) = (log.whites.count, log.saved)
        try filter.waitForStatus { $0["evening"]["state"] == "on" }
        #expect(areWarm(try scene.screens.ramps()[crtc], over: before))
        // The steps of the fade would be about a hundred.
        #expect(log.saved - saved < 10, "\(log.saved) after \(saved)")
        #expect(log.whites.count - colors < 10)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    @Test(.row("N53"), .requires(.bus, .busClient, .fakeLogind, .compiler))
    func `with reduced motion the evening begins in one step`() throws {
        let scene = try NightScene(settings: EveningSettings.text(fade: "30m"))
        let bus = try PrivateBus(in: scene.home)
        let portal = try FakePortal(
            on: bus,
            settings: "{'org.freedesktop.appearance': {'reduced-motion': dbus.UInt32(1)}}")
        let log = try ColorLog(in: scene.home)
        let filter = try scene.filter(
            NightScene.light.merging(log.environment) { $1 }.merging(bus.environment) { $1 })
        try scene.night("off", "--for", "1h")
        try filter.waitForStatus { $0["evening"] == .null }
        let count = log.whites.count
        try scene.night("auto")
        try filter.waitForStatus { $0["evening"]["state"] == "on" }
        #expect(log.whites.count == count + 1)
        #expect(try filter.process.terminate() == .exited(0))
        withExtendedLifetime(portal) {}
    }

    @Test(.row("N51"), .requires(.redshift))
    func `a program that keeps setting ramps in the evening has the screen until it exits`() throws
    {
        let scene = try NightScene(settings: EveningSettings.text())
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.light)
        let other = try ChildProcess(
            "redshift", ["-v", "-m", "randr", "-l", "52:13", "-t", "4000:3000", "-P"],
            environment: scene.home.environment.merging(scene.server.environment) { $1 }
                .merging(["LC_ALL": "C"]) { $1 })
        let status = try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        #expect(
            status["outputs"][0]["holder"].string
                == "redshift (process \(other.processIdentifier))")
        let text = try ChildProcess.run(
            BuiltProducts.appearancectl, ["night"], environment: scene.home.environment)
        #expect(text.output.hasPrefix("Not at 3,400 K: redshift (process"), "\(text.output)")
        #expect(try other.terminate() == .exited(0))
        try filter.waitForStatus { $0["outputs"][0]["method"] == "red channel" }
        #expect(areWarm(try scene.screens.ramps()[crtc], over: before))
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.screens.ramps()[crtc] == before)
    }

    @Test(.row("N51"), .requires(.gammastep), arguments: ["4500", "1900"])
    func `ramps that gammastep sets once in the evening are below it, or replaced`(
        _ temperature: String
    ) throws {
        let scene = try NightScene(settings: EveningSettings.text())
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.light)
        let run = try ChildProcess.run(
            "gammastep", ["-m", "randr", "-P", "-O", temperature],
            environment: scene.home.environment.merging(scene.server.environment) { $1 })
        #expect(run.status == .exited(0), "\(run.errors)")
        // Random ramps have less of blue than its own, so those are another original.
        try filter.process.waitForLine(containing: "has set other colours", on: .errors)
        let warm = try #require(try scene.screens.ramps()[crtc])
        #expect(warm.red != before.red)
        #expect(Double(warm.blue.last ?? 0) < Double(warm.green.last ?? 0))
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N59")) func `another temperature is shown at once, and 0 restores the screen`()
        throws
    {
        let scene = try NightScene(settings: EveningSettings.text())
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let filter = try scene.filter(NightScene.light)
        try scene.home.write(configuration: "[nightfilter]\n" + EveningSettings.text(2000))
        try filter.waitForStatus { $0["evening"]["temperature"].integer == 2000 }
        let warm = try scene.waitForRamps(of: crtc) {
            Double($0.blue.last ?? 0) < 0.1 * Double(before.blue.last ?? 0)
        }
        #expect(warm.red == before.red)
        try scene.home.write(configuration: "[nightfilter]\n" + EveningSettings.text(0))
        try filter.waitForStatus { $0["evening"] == .null }
        #expect(try scene.screens.ramps()[crtc] == before)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test func `the matrix of an evening mixes no channels and is restored exactly`() throws {
        let scene = try NightScene(settings: EveningSettings.text())
        let output = try #require(try scene.screens.outputs().values.first).number
        try scene.screens.setMatrix(ColorMatrixPropertyTests.plain, of: output)
        try scene.filter(NightScene.light).kill()
        let left = try scene.screens.matrix(of: output)
        #expect(left[0] == 0 && left[1] == 1)
        let parts = [8, 16].map { Double(left[$0]) / 4_294_967_296 }
        #expect(abs(parts[0] - EveningSettings.halogen.green) < 0.004)
        #expect(abs(parts[1] - EveningSettings.halogen.blue) < 0.004)
        #expect([2, 4, 6, 10, 12, 14].allSatisfy { left[$0] == 0 })
        let next = try scene.filter(NightScene.light)
        #expect(try scene.screens.matrix(of: output) == left)
        #expect(try next.process.terminate() == .exited(0))
        #expect(try scene.screens.matrix(of: output) == ColorMatrixPropertyTests.plain)
    }
}

/// The last entries of all ramps that a filter sets.
private struct ColorLog {
    let library: String
    let path: String

    init(in home: TestHome) throws {
        library = try PreloadedLibrary.compile("killed_colors", in: home)
        path = home.path + "/colors"
    }

    var environment: [String: String] { ["LD_PRELOAD": library, "COLOR_LOG": path] }

    /// The number of times that the originals were saved.
    var saved: Int {
        let text = (try? String(contentsOfFile: path + "-saved", encoding: .utf8)) ?? ""
        return text.count { $0 == "\n" }
    }

    var whites: [[Int]] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { line in
            line.split(separator: " ").compactMap { Int($0) }
        }
    }
}
