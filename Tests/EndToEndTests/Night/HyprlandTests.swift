import AppearanceTestSupport
import Testing

/// The colour matrices of Hyprland, whose protocol a stand-in serves: the real one requires a
/// graphics device.
@Suite(.bounded) struct HyprlandTests {
    private let home: TestHome

    init() throws {
        home = try TestHome()
        try home.write(configuration: "[nightfilter]\nfade = \"0s\"\ntint = \"#ff0000\"\n")
    }

    private func filter(on server: FakeHyprland) throws -> RunningFilter {
        try RunningFilter(on: server.environment, in: home, environment: NightScene.night)
    }

    @Test(.row("N15"), arguments: [15, 9])
    func `every output shows its luminance in red until the filter exits`(_ signal: Int32) throws {
        let server = try FakeHyprland(in: home, outputs: 2)
        let filter = try filter(on: server)
        let matrices = try server.waitForMatrices()
        #expect(matrices.keys.sorted() == ["DP-1", "DP-2"])
        for matrix in matrices.values {
            #expect(matrix.count == 9 && matrix.dropFirst(3).allSatisfy { $0 == 0 })
            let weights = matrix.prefix(3)
            #expect(weights.allSatisfy { $0 > 0 } && weights.reduce(0, +) <= 1)
        }
        let status = try filter.waitForStatus { $0["night"] == true }
        #expect(status["outputs"].items.map { $0["method"] } == ["luminance", "luminance"])
        filter.process.signal(signal)
        try server.waitForReset()
        try filter.process.expectExit()
    }

    @Test(.row("N48")) func `the evening scales red, green and blue alone`() throws {
        try home.write(configuration: "[nightfilter]\n" + EveningSettings.text())
        let server = try FakeHyprland(in: home, outputs: 2)
        let filter = try RunningFilter(
            on: server.environment, in: home, environment: NightScene.light)
        for matrix in try server.waitForMatrices().values {
            #expect(matrix[0] == 1)
            #expect(abs(matrix[4] - EveningSettings.halogen.green) < 0.006)
            #expect(abs(matrix[8] - EveningSettings.halogen.blue) < 0.006)
            #expect([1, 2, 3, 5, 6, 7].allSatisfy { matrix[$0] == 0 })
        }
        #expect(try filter.process.terminate() == .exited(0))
        try server.waitForReset()
    }

    @Test(.row("N11")) func `an output that is unplugged is released`() throws {
        let server = try FakeHyprland(in: home, outputs: 2)
        let filter = try filter(on: server)
        #expect(try server.waitForMatrices().count == 2)
        try server.unplug()
        #expect(try server.waitForMatrices().keys.sorted() == ["DP-1"])
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// Hyprland forgets the matrices of a screen that was off, or whose resolution has changed, and reports both
    /// as a screen that is on.
    @Test(.row("N46"), arguments: [true, false])
    func `screens that come on again at night are red again`(wereOff: Bool) throws {
        let server = try FakeHyprland(in: home, outputs: 2)
        let filter = try filter(on: server)
        let before = try server.waitForMatrices()
        if wereOff { try server.switchScreens(on: false) }
        try server.switchScreens(on: true)
        #expect(try server.waitForMatrices() == before)
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// As on a compositor with gamma ramps that forgets them.
    @Test(.row("N46")) func `a screen that comes on again at night receives its ramps again`()
        throws
    {
        let server = try FakeHyprland(in: home, hasRamps: true)
        let filter = try filter(on: server)
        #expect(try server.waitForRamps() == "DP-1")
        try server.switchScreens(on: false)
        try server.switchScreens(on: true)
        #expect(try server.waitForRamps() == "DP-1")
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// Its socket stays the same.
    @Test(.row("N17")) func `the filter connects again to a compositor that closes the connection`()
        throws
    {
        let server = try FakeHyprland(in: home)
        let filter = try filter(on: server)
        _ = try server.waitForMatrices()
        try server.hangUp()
        // It still runs, so the log must not say that it has exited.
        try filter.process.waitForLine(containing: WaylandTests.loss, on: .errors)
        try filter.process.waitForLine(containing: "connected to the compositor again", on: .errors)
        try server.waitForReset()
        #expect(try server.waitForMatrices().count == 1)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test func `a compositor that is named by its path has its filter already`() throws {
        let server = try FakeHyprland(in: home)
        let filter = try filter(on: server)
        let path = home.runtimeDirectory + "/wayland-hyprland"
        let second = try ChildProcess.run(
            BuiltProducts.nightfilter, [],
            environment: home.environment.merging(["WAYLAND_DISPLAY": path]) { $1 })
        #expect(second.status == .exited(75))
        #expect(second.errors.contains("a filter already runs on the display \(path)"))
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N16")) func `matrices that another program controls are not changed`() throws {
        let server = try FakeHyprland(in: home, isBlocked: true)
        let filter = try filter(on: server)
        let status = try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        #expect(status["outputs"][0]["name"] == "DP-1")
        try filter.process.waitForLine(containing: "DP-1 is unchanged", on: .errors)
        #expect(try filter.process.terminate() == .exited(0))
    }
}
