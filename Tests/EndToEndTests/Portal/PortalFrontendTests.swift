import AppearanceTestSupport
import Foundation
import Testing

/// The real xdg-desktop-portal with the backend file that is installed.
@Suite(.bounded, .requires(.bus, .busClient, .portal)) struct PortalFrontendTests {
    private let daemon: RunningDaemon
    private let frontend: ChildProcess
    private let client: BusClient

    init() throws {
        daemon = try RunningDaemon.inDaylight()
        let portals = daemon.home.path + "/portals"
        try FileManager.default.createDirectory(
            atPath: portals, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Repository.root + "/config/appearanced.portal",
            toPath: portals + "/appearanced.portal")
        let environment = daemon.environment.merging([
            "XDG_DESKTOP_PORTAL_DIR": portals, "XDG_CURRENT_DESKTOP": "sway",
        ]) { $1 }
        client = try BusClient(
            environment: environment, name: "org.freedesktop.portal.Desktop",
            path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Settings")
        frontend = try ChildProcess(Requirement.portalFrontend, [], environment: environment)
        try client.waitForOwner()
    }

    private func read(_ namespace: String, _ key: String) throws -> JSON {
        try client.call("Read", "ss", [.string(namespace), .string(key)])
    }

    @Test func `apps read the appearance and receive its changes`() throws {
        #expect(try read("org.freedesktop.appearance", "color-scheme") == 2)
        #expect(try read("io.github.appearanced", "appearance") == "light")
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        #expect(
            try client.waitForSignal("SettingChanged")
                == ["org.freedesktop.appearance", "color-scheme", 1])
        #expect(
            try client.waitForSignal("SettingChanged")
                == ["io.github.appearanced", "appearance", "night"])
        #expect(try read("org.freedesktop.appearance", "color-scheme") == 1)
        #expect(
            try client.call("ReadAll", "as", [["org.freedesktop.*"]])["org.freedesktop.appearance"]
                == ["color-scheme": 1])
    }

    @Test func `a restarted daemon updates apps`() throws {
        daemon.process.signal(9)
        _ = try daemon.process.expectExit()
        try daemon.home.write(
            configuration: TestHome.daylight + "[portal]\ncontrast = \"higher\"\n")
        let next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
        #expect(
            try client.waitForSignal("SettingChanged")
                == ["org.freedesktop.appearance", "color-scheme", 2])
        #expect(try read("org.freedesktop.appearance", "contrast") == 1)
        withExtendedLifetime(next) {}
    }

    /// On a desktop without a portals.conf, with the files that `portal install` writes.
    @Test func `the portal uses the backend with the installed files`() throws {
        try frontend.terminate()
        try client.waitForNoOwner()
        let install = try ChildProcess.run(
            BuiltProducts.appearancectl, ["portal", "install"],
            environment: daemon.environment.merging([
                "XDG_CURRENT_DESKTOP": "i3", "XDG_DATA_DIRS": daemon.home.path + "/share",
            ]) { $1 })
        #expect(install.status == .exited(0), "\(install.errors)")
        let environment = daemon.environment.merging([
            "XDG_DESKTOP_PORTAL_DIR": daemon.home.dataHome + "/xdg-desktop-portal/portals",
            "XDG_CURRENT_DESKTOP": "i3",
        ]) { $1 }
        let next = try ChildProcess(Requirement.portalFrontend, [], environment: environment)
        try client.waitForOwner()
        #expect(try read("io.github.appearanced", "appearance") == "light")
        withExtendedLifetime(next) {}
    }

    @Test func `an unknown key is an error of the frontend`() throws {
        let error = try #require(throws: BusClient.RemoteError.self) {
            try read("org.freedesktop.appearance", "colour")
        }
        #expect(error.name == "org.freedesktop.portal.Error.NotFound")
    }
}
