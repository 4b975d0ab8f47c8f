import AppearanceTestSupport
import Foundation
import Testing

/// The night by the clock, on clocks that a test sets.
@Suite(.bounded, .requires(.bus, .busClient, .xvfb, .compiler)) struct ForeseenNightTests {
    @Test(.row("N28")) func `a scheduled night is announced with its time and begins then`() throws
    {
        let home = try TestHome()
        let boundary = (Int64(Date().timeIntervalSince1970) / 60 + 120) * 60
        let night = TestHome.clock(at: boundary * 1_000_000)
        try home.write(
            configuration: """
                [ambient]
                night_needs = "schedule"
                [sensor]
                source = "none"
                [schedule]
                light = "\(TestHome.clock(hoursFromNow: 12))"
                dark = "\(TestHome.clock(hoursFromNow: -1))"
                night = "\(night)"
                night_end = "\(TestHome.clock(hoursFromNow: 11))"
                [notify]
                changes = "never"
                [nightfilter]
                fade = "0s"
                notice = "30m"
                """)
        // Ten minutes before it, for the service and for the filter.
        let ahead = boundary - 600 - Int64(Date().timeIntervalSince1970)
        let clocks = try SkewedClocks(wall: ahead)
        let filterClocks = try SkewedClocks(wall: ahead)
        let daemon = try RunningDaemon(home: home, environment: clocks.environment())
        let notifications = try FakeNotifications(on: daemon.bus)
        let server = try XServer(in: home)
        let screens = try X11Screens(of: server, in: home)
        let crtc = try #require(try screens.outputs().values.first).crtc
        let filter = try RunningFilter(
            on: server.environment, in: home,
            environment: daemon.bus.environment.merging(filterClocks.environment()) { $1 })
        let shown = try notifications.waitForNotification()
        // The boundary may be after midnight.
        let summary = try #require(shown["summary"].string)
        #expect(summary.hasPrefix("The screen turns red at \(night)"))
        let body = try #require(shown["body"].string)
        #expect(body.hasPrefix("Night begins then. ") && body.contains("night at \(night)"))
        #expect(try screens.ramps()[crtc]?.areRed == false)

        try filterClocks.setWallClock(ahead: ahead + 700)
        try clocks.setWallClock(ahead: ahead + 700)
        try filter.waitUntilRed(true)
        #expect(try screens.ramps()[crtc]?.areRed == true)
        try notifications.waitForClose(of: shown)
        #expect(notifications.count == 1)
        #expect(try filter.process.terminate() == .exited(0))
    }
}
