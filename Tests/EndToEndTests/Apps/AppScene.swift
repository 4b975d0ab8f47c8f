import AppearanceTestSupport
import Foundation

/// A desktop without a settings daemon and a light sensor: the
/// daemon, the real portal that calls it, and one program with a window.
///
/// The daemon decides without delay, so that a test waits only for its own subject. A scene serves
/// all tests of a suite, as browsers are slow to start: each test sets its state first.
final class AppScene: Sendable {
    /// Started last, in a room that had become dark.
    let app: any FollowingApp
    /// A client of the daemon.
    let service: BusClient
    private let room: SensorScene
    private let frontend: ChildProcess
    private let environment: [String: String]
    private static let sensor = SensorScene.hub + "/iio:device0"

    typealias Start = @Sendable (TestHome, [String: String]) throws -> any FollowingApp

    init(starting start: Start) throws {
        room = try SensorScene(
            ambient: "reversal_gap = \"0s\"", dwell: Self.noDwell,
            sensor: "poll_steady = \"500ms\"\n[portal.night]\ncontrast = \"higher\"\n"
                + "[safety]\nflash_guard = false",
            prepare: { try SensorScene.plugIn(lux: 300, into: $0) })
        service = try room.daemon.busClient()
        environment = try Self.environment(before: room.daemon)
        try room.showUntilTrusted(300, on: Self.sensor)
        let client = try Self.portal(environment)
        frontend = try ChildProcess(Requirement.portalFrontend, environment: environment)
        try client.waitForOwner()
        try room.light(5, on: Self.sensor)
        try service.wait(untilAppearance: "dark")
        app = try start(room.daemon.home, environment)
        // Chromium may call the portal after its page is loaded.
        try app.waitUntil(itShows: .dark)
    }

    private static let noDwell = """
        light_to_dark = "0s"
        dark_to_light = "0s"
        dark_to_night = "0s"
        night_to_dark = "0s"
        """

    /// Sway's, with the installed backend file, and a portals.conf that our own command has written.
    ///
    /// Chromium ignores a portal without a FileChooser, so one is configured that is never opened.
    private static func environment(before daemon: RunningDaemon) throws -> [String: String] {
        let home = daemon.home
        try home.write(
            Repository.text(of: "config/appearanced.portal"), to: "portals/appearanced.portal")
        try home.write(
            """
            [portal]
            DBusName=org.freedesktop.impl.portal.desktop.chooser
            Interfaces=org.freedesktop.impl.portal.FileChooser
            UseIn=sway

            """, to: "portals/chooser.portal")
        try home.write(
            "[preferred]\ndefault=chooser\n",
            to: home.configHome + "/xdg-desktop-portal/sway-portals.conf")
        let environment = daemon.environment.merging([
            "XDG_DESKTOP_PORTAL_DIR": home.path + "/portals", "XDG_CURRENT_DESKTOP": "sway",
        ]) { $1 }
        let install = try ChildProcess.run(
            BuiltProducts.appearancectl, ["portal", "install"], environment: environment)
        guard install.status == .exited(0) else { throw HarnessFailure(install.errors) }
        return environment
    }

    /// A new client of the portal's frontend, as programs are.
    func portal() throws -> BusClient { try Self.portal(environment) }

    private static func portal(_ environment: [String: String]) throws -> BusClient {
        try BusClient(
            environment: environment, name: "org.freedesktop.portal.Desktop",
            path: "/org/freedesktop/portal/desktop", interface: "org.freedesktop.portal.Settings")
    }

    /// Gives the choice back to the sensor, and has the room be so bright.
    func letTheRoomDecide(lux: Double) throws {
        try service.set("Mode", to: "auto")
        try room.light(lux, on: Self.sensor)
    }

    /// Makes a choice, and waits until the program shows its result.
    func choose(_ mode: String) throws {
        try service.set("Mode", to: .string(mode))
        try app.waitUntil(itShows: mode == "light" ? .light : .dark)
    }
}

extension SensorScene {
    /// Has a sensor show light from the next reading on.
    fileprivate func light(_ lux: Double, on sensor: String) throws {
        try testbed.set(sensor, Self.attribute, to: "\(Int(lux * 1000))\n")
    }
}

extension BusClient {
    /// Waits until the daemon has this appearance; reads it again after each change.
    func wait(untilAppearance appearance: JSON) throws {
        let deadline = Deadline()
        while try get("Appearance") != appearance {
            try waitForSignal("AppearanceChanged", within: deadline.left)
        }
    }
}
