import AppearanceTestSupport
import Foundation
import Testing

/// The ramps of a real compositor, which a library that is preloaded into it writes down.
@Suite(.bounded, .requires(.sway, .compiler)) struct WaylandTests {
    static let loss = "the connection to the compositor has ended; waiting for the compositor"

    private let home: TestHome

    init() throws {
        home = try TestHome()
        try home.write(configuration: "[nightfilter]\nfade = \"0s\"\n")
    }

    private func filter(
        on compositor: Compositor, _ environment: [String: String] = NightScene.night
    ) throws -> RunningFilter {
        try RunningFilter(on: compositor.environment, in: home, environment: environment)
    }

    @Test(.row("N15"))
    func `at night only red is sent, and after it the original ramps`() throws {
        let compositor = try Compositor(in: home, withRamps: true)
        let filter = try filter(on: compositor)
        let night = try compositor.waitForRamps { $0.last?.areRed == true }
        #expect(night.last?.size == 256)
        #expect(night.last?.white == [65535, 0, 0])
        let status = try filter.waitForStatus { $0["night"].bool == true }
        #expect(status["outputs"].items.map { $0["method"] } == ["red channel"])
        #expect(try filter.process.terminate() == .exited(0))
        try compositor.waitForRamps { $0.last?.size == 0 }
    }

    @Test(.row("N48"))
    func `in the evening white is warm on Wayland too, and after it original`() throws {
        try home.write(configuration: "[nightfilter]\n" + EveningSettings.text())
        let compositor = try Compositor(in: home, withRamps: true)
        let filter = try filter(on: compositor, NightScene.light)
        try filter.waitForStatus { $0["evening"]["state"] == "on" }
        let white = try #require(compositor.waitForRamps { $0.last?.size == 256 }.last?.white)
        #expect(white[0] == 65535)
        #expect(abs(Double(white[1]) / 65535 - EveningSettings.halogen.green) < 0.004)
        #expect(abs(Double(white[2]) / 65535 - EveningSettings.halogen.blue) < 0.004)
        try night("now", "--for", "1h")
        try compositor.waitForRamps { $0.last?.areRed == true }
        try night("auto")
        try compositor.waitForRamps { $0.last?.white == white }
        // The ramps never were the original ones in between.
        #expect(!compositor.ramps().contains { $0.size == 0 })
        #expect(try filter.process.terminate() == .exited(0))
        try compositor.waitForRamps { $0.last?.size == 0 }
    }

    @Test(.row("N51"), .requires(.gammastep))
    func `an output that gammastep takes in the evening is warm again when that exits`() throws {
        try home.write(configuration: "[nightfilter]\n" + EveningSettings.text())
        let compositor = try Compositor(in: home, withRamps: true)
        let filter = try filter(on: compositor, NightScene.light)
        let white = try #require(compositor.waitForRamps { $0.last?.size == 256 }.last?.white)
        let other = try gammastep(on: compositor)
        try filter.process.waitForLine(containing: "is unchanged: ", on: .errors)
        let count = compositor.ramps().count
        other.signal(9)
        try other.expectExit()
        try compositor.waitForRamps { $0.count > count && $0.last?.white == white }
        try filter.waitForStatus { $0["outputs"][0]["method"] == "red channel" }
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N15")) func `a killed filter leaves no ramps`() throws {
        let compositor = try Compositor(in: home, withRamps: true)
        let filter = try filter(on: compositor)
        try compositor.waitForRamps { $0.last?.areRed == true }
        try filter.kill()
        try compositor.waitForRamps { $0.last?.size == 0 }
    }

    @Test func `by day the filter controls no ramps`() throws {
        let compositor = try Compositor(in: home, withRamps: true)
        let filter = try filter(on: compositor, NightScene.light)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(compositor.ramps().isEmpty)
    }

    @Test(.row("N11")) func `a screen that is plugged in at night turns red on Wayland too`() throws
    {
        let compositor = try Compositor(in: home, withRamps: true)
        let filter = try filter(on: compositor)
        try compositor.waitForRamps { $0.last?.areRed == true }
        try compositor.addOutput()
        try compositor.waitForRamps { $0.last?.output == 1 && $0.last?.areRed == true }
        try filter.waitForStatus { $0["outputs"].items.count == 2 }
        #expect(try filter.process.terminate() == .exited(0))
        let last = try compositor.waitForRamps { $0.suffix(2).allSatisfy { $0.size == 0 } }
        #expect(Set(last.suffix(2).map(\.output)) == [0, 1])
    }

    @Test(.row("N16")) func `outputs that refuse are logged once, and the others are filtered`()
        throws
    {
        let compositor = try Compositor(in: home, withRamps: false)
        let filter = try filter(on: compositor)
        let status = try filter.waitForStatus { $0["night"].bool == true }
        #expect(status["outputs"][0]["method"] == "none")
        let line = try filter.process.waitForLine(containing: "is unchanged: ", on: .errors)
        #expect(line.contains("HEADLESS-1"))
        #expect(line.contains("retrying with growing pauses"))
        #expect(try filter.process.terminate() == .exited(0))
        let warnings = filter.process.text(on: .errors).split(separator: "\n")
            .count { $0.contains("is unchanged: ") }
        #expect(warnings == 1)
    }

    @Test(.row("N42"), arguments: [1, 65_537, 1_000_000, 4_294_967_295])
    func `an output with ramps of an impossible size counts as one without`(_ size: Int) throws {
        let compositor = try Compositor(in: home, withRamps: true, ofSize: size)
        let filter = try filter(on: compositor)
        let status = try filter.waitForStatus { $0["night"].bool == true }
        #expect(status["outputs"][0]["method"] == "none")
        #expect(status["outputs"][0]["loses"].string?.contains("\(size) entries") == true)
        let line = try filter.process.waitForLine(containing: "is unchanged: ", on: .errors)
        #expect(line.contains("reports ramps of \(size) entries"))
        #expect(try filter.process.peakMemoryKiB() < 100_000)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(compositor.ramps().allSatisfy { $0.size == 0 })
    }

    @Test(.row("N16")) func `ramps that cannot be sent are reported and sent again`() throws {
        let compositor = try Compositor(in: home, withRamps: true)
        let obstacle = try home.write("", to: "no-memory")
        let filter = try filter(
            on: compositor,
            NightScene.night.merging([
                "LD_PRELOAD": try PreloadedLibrary.compile("no_memory_file", in: home),
                "NO_MEMORY_FILE": obstacle,
            ]) { $1 })
        let line = try filter.process.waitForLine(containing: "is unchanged: ", on: .errors)
        #expect(line.contains("its colours cannot be set: Too many open files; retrying"))
        let status = try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        #expect(status["outputs"][0]["loses"] == "its colours cannot be set: Too many open files")
        #expect(compositor.ramps().isEmpty)
        try FileManager.default.removeItem(atPath: obstacle)
        try compositor.waitForRamps { $0.last?.areRed == true }
        try filter.waitForStatus { $0["outputs"][0]["method"] == "red channel" }
        #expect(try filter.process.terminate() == .exited(0))
    }

    private func gammastep(on compositor: Compositor) throws -> ChildProcess {
        try ChildProcess(
            "gammastep", ["-m", "wayland", "-O", "3000"],
            environment: home.environment.merging(compositor.environment) { $1 })
    }

    /// Whether a compositor takes the ramps from their owner or refuses who asks, red they are at
    /// last.
    @Test(.row("N16"), .requires(.gammastep))
    func `the filter controls the screen when the other owner exits`() throws {
        let compositor = try Compositor(in: home, withRamps: true)
        let other = try gammastep(on: compositor)
        try compositor.waitForRamps { $0.last.map { $0.size > 0 && !$0.areRed } ?? false }
        let filter = try filter(on: compositor)
        other.signal(9)
        try other.expectExit()
        try compositor.waitForRamps { $0.last?.areRed == true }
        try filter.waitForStatus { $0["outputs"][0]["method"] == "red channel" }
        #expect(try filter.process.terminate() == .exited(0))
        try compositor.waitForRamps { $0.last?.size == 0 }
    }

    /// wlroots 0.15 takes the ramps from their owner on another request, which may fail.
    @Test(.row("N16"), .requires(.gammastep))
    func `an output taken by another filter is filtered when that exits`() throws {
        let compositor = try Compositor(in: home, withRamps: true)
        let filter = try filter(on: compositor)
        try compositor.waitForRamps { $0.last?.areRed == true }
        let other = try gammastep(on: compositor)
        try filter.process.waitForLine(containing: "is unchanged: ", on: .errors)
        let count = compositor.ramps().count
        other.signal(9)
        try other.expectExit()
        try compositor.waitForRamps { $0.count > count && $0.last?.areRed == true }
        try filter.waitForStatus { $0["outputs"][0]["method"] == "red channel" }
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// It requests the ramps and continues in any case; the filter does not compete with it.
    @Test(.row("N16"), .requires(.wlsunset))
    func `the program that may control the colours is named until it exits`() throws {
        let compositor = try Compositor(in: home, withRamps: true)
        let filter = try filter(on: compositor)
        try compositor.waitForRamps { $0.last?.areRed == true }
        let other = try ChildProcess(
            "wlsunset", ["-l", "52", "-L", "13"],
            environment: home.environment.merging(compositor.environment) { $1 })
        let line = try filter.process.waitForLine(containing: "is unchanged: ", on: .errors)
        #expect(line.contains("wlsunset controls its colours; stop it"))
        let status = try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        #expect(status["outputs"][0]["holder"] == "wlsunset")
        #expect(status["outputs"][0]["loses"] == "wlsunset controls its colours")
        let count = compositor.ramps().count
        #expect(other.isRunning)
        other.signal(9)
        try other.expectExit()
        try compositor.waitForRamps { $0.count > count && $0.last?.areRed == true }
        try filter.waitForStatus { $0["outputs"][0]["method"] == "red channel" }
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N17")) func `the filter waits for a compositor that crashed`() throws {
        let compositor = try Compositor(in: home, withRamps: true)
        let filter = try filter(on: compositor)
        try compositor.waitForRamps { $0.last?.areRed == true }
        try compositor.kill()
        try filter.process.waitForLine(containing: Self.loss, on: .errors)
        let count = compositor.ramps().count
        let next = try Compositor(in: home, withRamps: true)
        #expect(next.environment == compositor.environment)
        try next.waitForRamps { $0.count > count && $0.last?.areRed == true }
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// The fade continues without a compositor, and the next one receives the current step.
    @Test(.row("N17")) func `the screen is red after a compositor crashed during the fade`() throws
    {
        try home.write(configuration: "[nightfilter]\nfade = \"3s\"\n")
        let compositor = try Compositor(in: home, withRamps: true)
        let filter = try filter(on: compositor, NightScene.light)
        try night("now", "--for", "1h")
        try compositor.waitForRamps { $0.last.map { $0.size > 0 && !$0.areRed } ?? false }
        try compositor.kill()
        try filter.process.waitForLine(containing: Self.loss, on: .errors)
        let count = compositor.ramps().count
        let next = try Compositor(in: home, withRamps: true)
        try next.waitForRamps { $0.count > count && $0.last?.areRed == true }
        #expect(try filter.process.terminate() == .exited(0))
        try next.waitForRamps { $0.last?.size == 0 }
    }

    @Test(.row("N17")) func `the filter works on while the next compositor does not answer`() throws
    {
        let compositor = try Compositor(in: home, withRamps: true)
        let filter = try filter(on: compositor)
        try compositor.waitForRamps { $0.last?.areRed == true }
        let path = try #require(compositor.environment["WAYLAND_DISPLAY"])
        try compositor.kill()
        try filter.process.waitForLine(containing: Self.loss, on: .errors)
        let silent = try StreamListener(at: path)
        let connected = home.path + "/connected"
        silent.accept { connection in
            close(creat(connected, 0o600))
            var byte: UInt8 = 0
            while read(connection, &byte, 1) > 0 {}
            unlink(connected)
            close(connection)
        }
        try FileWatch.wait(for: connected)
        try night("off")
        try filter.waitUntilRed(false)
        #expect(FileManager.default.fileExists(atPath: connected))
        try night("auto")
        silent.stop()
        let count = compositor.ramps().count
        let next = try Compositor(in: home, withRamps: true)
        #expect(next.environment == compositor.environment)
        try next.waitForRamps { $0.count > count && $0.last?.areRed == true }
        #expect(try filter.process.terminate() == .exited(0))
    }

    private func night(_ words: String...) throws {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["night"] + words, environment: home.environment)
        try #require(run.status == .exited(0), "\(run.errors)")
    }

    @Test func `a missing display is named`() throws {
        let run = try ChildProcess.run(
            BuiltProducts.nightfilter, [],
            environment: home.environment.merging(["WAYLAND_DISPLAY": "wayland-9"]) { $1 })
        #expect(run.status == .exited(69))
        #expect(run.errors.contains("wayland-9"))
    }
}
