import AppearanceTestSupport
import Foundation
import Testing

/// The effects in the programs that draw a whole desktop: whom they serve, and how their colours return.
@Suite(.bounded, .requires(.bus, .busClient, .shellEffects)) struct ShellEffectTests {
    private static let shells = [FakeShellEffect.Shell.gnome, .kwin]

    /// A client of the bus of a shell.
    private func client(
        of shell: FakeShellEffect.Shell, in environment: [String: String]
    ) throws -> BusClient {
        try BusClient(
            environment: environment, name: shell.name, path: shell.path,
            interface: FakeShellEffect.interface)
    }

    private func show(_ progress: Double, _ tint: [JSON] = [1.0, 0.0, 0.0], by client: BusClient)
        throws
    {
        try client.call("Show", "d(ddd)u", [.number(progress), .array(tint), 0])
    }

    /// Makes KWin load the effect; GNOME Shell has its extension.
    private func load(_ shell: FakeShellEffect.Shell, by client: BusClient) throws {
        guard shell == .kwin else { return }
        let isLoaded = try client.call(
            "loadEffect", "s", ["appearance_nightfilter"], interface: "org.kde.kwin.Effects",
            at: "/Effects", to: "org.kde.KWin")
        #expect(isLoaded == true)
    }

    @Test(.row("G18"), arguments: shells)
    func `an effect serves only the owner of the filter's name`(_ shell: FakeShellEffect.Shell)
        throws
    {
        let home = try TestHome()
        let bus = try PrivateBus(in: home)
        let environment = home.environment.merging(bus.environment) { $1 }
        let effect = try FakeShellEffect(shell, environment: environment)
        let owner = try client(of: shell, in: environment)
        let stranger = try client(of: shell, in: environment)
        try load(shell, by: stranger)
        func expectRefusal() {
            let error = #expect(throws: BusClient.RemoteError.self) { try show(1, by: stranger) }
            #expect(error?.name == "org.freedesktop.DBus.Error.AccessDenied")
        }
        expectRefusal()
        try owner.own(FakeShellEffect.filterName)
        expectRefusal()
        #expect(!effect.progress.contains(1))
        // A black tint, and one below the floor of the configuration.
        try show(1, [0.0, 0.0, 0.0], by: owner)
        #expect(try effect.waitForProgress(1)["tint"].items.compactMap(\.number) == [0.05, 0, 0])
        try show(0.5, [0.02, 0.01, 0.0], by: owner)
        let raised = try effect.waitForProgress(0.5)["tint"].items.compactMap(\.number)
        #expect(zip(raised, [0.05, 0.025, 0]).allSatisfy { abs($0 - $1) < 1e-6 }, "\(raised)")
        try owner.release(FakeShellEffect.filterName)
        try effect.waitForProgress(0)
        expectRefusal()
    }

    @Test(.row("G12", "G15"), .requires(.weston, .nightLight), arguments: shells)
    func `an effect that is busy while the filter is killed shows nothing of it`(
        _ shell: FakeShellEffect.Shell
    ) throws {
        let scene = try NightLightScene(shell == .gnome ? .gnome : .kde)
        try scene.choose("auto")
        let effect = try FakeShellEffect(shell, environment: scene.environment)
        try scene.filter(NightScene.night).process.signal(9)
        let monitor = try scene.monitor(
            "type='method_call',interface='\(FakeShellEffect.interface)'")
        let client = try client(of: shell, in: scene.environment)
        try load(shell, by: client)
        try effect.setBusy(true)
        let killed = try scene.filter(NightScene.night)
        try monitor.waitForLine(containing: "double 1")
        try killed.kill()
        let before = effect.progress
        try effect.setBusy(false)
        // Requests are handled in their order.
        try client.own(FakeShellEffect.filterName)
        try show(0.25, by: client)
        try effect.waitForProgress(0.25)
        #expect(!effect.progress.dropFirst(before.count).contains(1), "\(effect.progress)")
    }

    @Test(.row("G3"), .requires(.xvfb), arguments: shells)
    func `a filter's start and reset restore an effect, whatever the method is`(
        _ shell: FakeShellEffect.Shell
    ) throws {
        let scene = try NightScene()
        let bus = try PrivateBus(in: scene.home)
        let environment = scene.home.environment.merging(bus.environment) { $1 }
        let effect = try FakeShellEffect(shell, environment: environment)
        try load(shell, by: try client(of: shell, in: environment))
        let monitor = try ChildProcess(
            "dbus-monitor", ["--session", "type='method_call',member='Show'"],
            environment: environment)
        try monitor.waitForLine(containing: "member=NameLost")
        func expectRestored() throws {
            try monitor.waitForLine(containing: "destination=\(shell.name) ")
            try monitor.waitForLine(containing: "double 0")
            try effect.waitForProgress(0)
        }
        let filter = try RunningFilter(
            on: scene.server.environment, in: scene.home,
            environment: bus.environment.merging(NightScene.light) { $1 })
        try expectRestored()
        #expect(try filter.process.terminate() == .exited(0))
        let reset = try ChildProcess.run(
            BuiltProducts.nightfilter, ["--reset"],
            environment: environment.merging(scene.server.environment) { $1 })
        #expect(reset.status == .exited(0), "\(reset.errors)")
        try expectRestored()
        // From a text console.
        let blind = try ChildProcess.run(
            BuiltProducts.nightfilter, ["--reset"], environment: environment)
        #expect(blind.status == .exited(0), "\(blind.errors)")
        try expectRestored()
    }

    @Test(.row("G3"), .requires(.xvfb))
    func `a reset names a shell that does not answer`() throws {
        let scene = try NightScene()
        let bus = try PrivateBus(in: scene.home)
        let environment = scene.home.environment.merging(bus.environment) { $1 }
        let effect = try FakeShellEffect(.gnome, environment: environment)
        try effect.setBusy(true)
        let reset = try ChildProcess.run(
            BuiltProducts.nightfilter, ["--reset"],
            environment: environment.merging(scene.server.environment) { $1 })
        #expect(reset.status == .exited(71))
        #expect(reset.errors.contains("GNOME Shell does not answer"), "\(reset.errors)")
        #expect(!reset.output.contains("restored"))
        try effect.setBusy(false)
    }

    @Test(.row("G3"), .requires(.xvfb))
    func `a reset reports a bus that refuses the name of the filter`() throws {
        let scene = try NightScene()
        let bus = try PrivateBus(in: scene.home, refusing: FakeShellEffect.filterName)
        let environment = scene.home.environment.merging(bus.environment) { $1 }
        let reset = try ChildProcess.run(
            BuiltProducts.nightfilter, ["--reset"],
            environment: environment.merging(scene.server.environment) { $1 })
        #expect(reset.status == .exited(71))
        #expect(
            reset.errors.contains("the effects are not restored: the session bus"),
            "\(reset.errors)")
        #expect(!reset.output.contains("restored"))
    }

    @Test(.row("G19"), .requires(.weston, .nightLight))
    func `the second filter of a bus waits until the first one exits`() throws {
        let scene = try NightLightScene(.gnome)
        try scene.choose("auto")
        let effect = try FakeShellEffect(.gnome, environment: scene.environment)
        let first = try scene.filter(NightScene.night)
        try effect.waitForProgress(1)
        let display = ["WAYLAND_DISPLAY": "wayland-other"]
        try FileManager.default.createSymbolicLink(
            atPath: scene.home.runtimeDirectory + "/wayland-other",
            withDestinationPath: "wayland-plain")
        let second = try RunningFilter(
            on: display, in: scene.home,
            environment: scene.environment.merging(NightScene.night) { $1 }
                .merging(display) { $1 })
        let status = try second.waitForStatus {
            $0["outputs"][0]["loses"].string?.contains("owns the bus name") == true
        }
        #expect(status["outputs"][0]["method"] == "none")
        #expect(
            status["outputs"][0]["loses"].string?.contains(
                "process \(first.process.processIdentifier)") == true)
        #expect(try scene.settings() == "")
        #expect(try first.process.terminate() == .exited(0))
        try effect.waitForProgress(1)
        try second.waitForStatus { $0["outputs"][0]["method"] == "luminance" }
        #expect(try second.process.terminate() == .exited(0))
    }
}
