import AppearanceTestSupport
import Testing

/// Notifications that are not shown: night is not delayed for them.
@Suite(.bounded, .requires(.bus, .busClient, .xvfb, .compiler)) struct NoticeTroubleTests {
    private static let warning = "notifications are unavailable; the screen turns red without one"

    @Test(.row("N31")) func `without a notification service the screen is red at once`() throws {
        let scene = try NoticeScene()
        try scene.notifications.die()
        let filter = try scene.filter()
        try scene.feed(0.5)
        try filter.waitUntilRed(true)
        #expect(try scene.ramps()?.areRed == true)
        #expect(filter.process.text(on: .errors).contains(Self.warning))
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.ramps() == scene.before)
    }

    @Test(.row("N31")) func `without a session bus the screen is red at once, with one warning`()
        throws
    {
        let scene = try NoticeScene()
        let nowhere = scene.daemon.home.path + "/no-session-bus"
        let filter = try scene.filter(["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(nowhere)"])
        for _ in 0..<2 {
            try scene.feed(0.5)
            try filter.waitUntilRed(true)
            try scene.feed(200)
            try filter.waitUntilRed(false)
        }
        #expect(try filter.process.terminate() == .exited(0))
        let lines = filter.process.text(on: .errors).split(separator: "\n")
        #expect(lines.count { $0.contains(Self.warning) } == 1)
    }

    @Test(.row("N31")) func `a refused notification does not delay night`() throws {
        let scene = try NoticeScene()
        try scene.notifications.refuse("not today")
        let filter = try scene.filter()
        try scene.feed(0.5)
        try filter.waitUntilRed(true)
        #expect(filter.process.text(on: .errors).contains("not today"))
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N31")) func `a notification service that hangs delays night only until a timeout`()
        throws
    {
        let scene = try NoticeScene()
        scene.notifications.hang()
        let filter = try scene.filter()
        try scene.feed(0.5)
        try filter.waitUntilRed(true)
        #expect(filter.process.text(on: .errors).contains("was not answered within"))
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N32")) func `a notification service that dies changes nothing`() throws {
        let scene = try NoticeScene()
        let filter = try scene.filter()
        try scene.feed(0.5)
        _ = try scene.notifications.waitForNotification()
        try scene.notifications.die()
        try scene.passNotice()
        try filter.waitUntilRed(true)
        #expect(try scene.ramps()?.areRed == true)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N32")) func `a bus that dies during a notice changes nothing`() throws {
        let scene = try NoticeScene()
        let filter = try scene.filter()
        try scene.feed(0.5)
        _ = try scene.notifications.waitForNotification()
        try scene.daemon.bus.kill()
        try scene.passNotice()
        try filter.waitUntilRed(true)
        #expect(try filter.process.terminate() == .exited(0))
    }
}
