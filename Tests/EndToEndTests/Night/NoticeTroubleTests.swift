import AppearanceTestSupport
import Testing

/// Notifications that nobody shows: nothing is held back for them, and red comes all the same.
@Suite(.bounded, .requires(.bus, .busClient, .xvfb, .compiler)) struct NoticeTroubleTests {
    private static let warning = "notifications are unavailable; the screen turns red without one"

    @Test(.row("N31")) func `where nobody shows notifications it is red at once`() throws {
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

    @Test(.row("N31")) func `without a session bus it is red at once and that is logged once`()
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

    @Test(.row("N31")) func `one that is refused holds nothing back`() throws {
        let scene = try NoticeScene()
        try scene.notifications.refuse("not today")
        let filter = try scene.filter()
        try scene.feed(0.5)
        try filter.waitUntilRed(true)
        #expect(filter.process.text(on: .errors).contains("not today"))
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N31")) func `a service that hangs is not awaited long`() throws {
        let scene = try NoticeScene()
        scene.notifications.hang()
        let filter = try scene.filter()
        try scene.feed(0.5)
        try filter.waitUntilRed(true)
        #expect(filter.process.text(on: .errors).contains("was not answered within"))
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N32")) func `a service that dies meanwhile changes nothing`() throws {
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

    @Test(.row("N32")) func `a bus that dies meanwhile changes nothing`() throws {
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
