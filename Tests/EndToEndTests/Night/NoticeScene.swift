import AppearanceTestSupport
import Foundation

/// A screen, a real daemon that reported light turns to night and back at once, and a service for
/// notifications.
struct NoticeScene {
    let daemon: RunningDaemon
    let notifications: FakeNotifications
    let server: XServer
    let screens: X11Screens
    let crtc: Int64
    /// The ramps of the screen before the test.
    let before: X11Screens.Ramps
    /// The name of the source that reports the light.
    private let lamp: String
    /// The filter's.
    private let clocks: SkewedClocks

    /// Begins in light, within the hours of the night; no test waits for so long a notice to pass.
    init(
        notice: String = "20m", night: String = "fade = \"0s\"", lamp: String = "lamp",
        hasWindow: Bool = false
    ) throws {
        self.lamp = lamp
        let home = try TestHome()
        if hasWindow { try FakeWindow.install(in: home) }
        try home.write(
            configuration: """
                [ambient]
                reversal_gap = "0s"
                [ambient.dwell]
                light_to_dark = "0s"
                dark_to_light = "0s"
                dark_to_night = "0s"
                night_to_dark = "0s"
                [sensor]
                source = "none"
                [fed]
                hold = "2h"
                [schedule]
                light = "\(TestHome.clock(hoursFromNow: 10))"
                dark = "\(TestHome.clock(hoursFromNow: 22))"
                night = "\(TestHome.clock(hoursFromNow: 23))"
                night_end = "\(TestHome.clock(hoursFromNow: 9))"
                [notify]
                changes = "never"
                [nightfilter]
                notice = "\(notice)"
                \(night)
                """)
        clocks = try SkewedClocks()
        daemon = try RunningDaemon(home: home)
        notifications = try FakeNotifications(on: daemon.bus)
        server = try XServer(in: home)
        screens = try X11Screens(of: server, in: home)
        guard let crtc = try screens.outputs().values.first?.crtc else {
            throw HarnessFailure("no output is in use")
        }
        self.crtc = crtc
        let table = (0..<256).map { Int64($0 * $0) }
        before = X11Screens.Ramps(red: table, green: table.map { $0 / 2 }, blue: table)
        try screens.set(before, of: crtc)
        try feed(200)
    }

    /// The filter, which follows the service and is on its bus.
    func filter(_ environment: [String: String] = [:]) throws -> RunningFilter {
        try RunningFilter(
            on: server.environment, in: daemon.home,
            environment: daemon.bus.environment.merging(clocks.environment()) { $1 }
                .merging(environment) { $1 })
    }

    /// Lets the time between a notice and the red screen pass, for the filter alone.
    func passNotice() throws { try passMinutes(20) }

    /// Lets it be so many minutes later than it is, for the filter alone.
    func passMinutes(_ minutes: Int64) throws { try clocks.setWallClock(ahead: minutes * 60) }

    /// Lets the room be so bright: below 3 lux it is night, at 200 it is light.
    func feed(_ lux: Double) throws {
        let feed = try daemon.appearancectl("feed", "\(lux)", "--source", lamp)
        guard feed.status == .exited(0) else { throw HarnessFailure(feed.errors) }
    }

    /// The configuration that service and filter go by.
    func configuration() throws -> String {
        try String(contentsOfFile: daemon.home.configurationFile, encoding: .utf8)
    }

    /// Returns the current ramps of the screen.
    func ramps() throws -> X11Screens.Ramps? { try screens.ramps()[crtc] }

    /// Runs `appearancectl night`.
    func night(_ arguments: String...) throws {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["night"] + arguments, environment: daemon.environment)
        guard run.status == .exited(0) else { throw HarnessFailure(run.errors) }
    }

    /// Waits for the override of the filters of this session.
    func waitForOverride() throws -> (word: String, end: Date) {
        let path = daemon.home.runtimeDirectory + "/appearance-nightfilter/wish"
        let words = try FileWatch.wait(for: path).split(whereSeparator: \.isWhitespace)
        guard words.count == 3, let end = Double(words[1]) else {
            throw HarnessFailure("the override is \(words)")
        }
        return (String(words[0]), Date(timeIntervalSince1970: end / 1_000_000))
    }
}
