import AppearanceTestSupport
import Testing

/// The evening by the appearance of a real daemon, whose light is reported.
@Suite(.bounded, .requires(.bus, .busClient, .xvfb, .compiler)) struct DarkEveningTests {
    private static let settings = """
        fade = "0s"
        [nightfilter.evening]
        temperature = 3400
        when = "dark"
        fade = "0s"
        """

    @Test func `the colours come with a dark room and go with a light one`() throws {
        let scene = try NoticeScene(notice: "0s", night: Self.settings)
        let filter = try scene.filter()
        try filter.waitForStatus { $0["evening"] == .null }
        #expect(try scene.ramps() == scene.before)
        try scene.feed(20)
        try filter.waitForStatus { $0["evening"]["state"] == "on" }
        let warm = try #require(try scene.ramps())
        #expect(warm.red == scene.before.red && warm.blue != scene.before.blue)
        let status = try scene.daemon.appearancectl("status")
        #expect(status.output.contains("screen       evening: 3,400 K"), "\(status.output)")
        let why = try scene.daemon.appearancectl("why")
        #expect(why.output.contains("evening: 3,400 K"), "\(why.output)")
        // Night takes over from it, and gives back to it.
        try scene.feed(0.5)
        try filter.waitUntilRed(true)
        #expect(try scene.ramps()?.areRed == true)
        try scene.feed(20)
        try filter.waitUntilRed(false)
        #expect(try scene.ramps() == warm)
        try scene.feed(200)
        try filter.waitForStatus { $0["evening"] == .null }
        #expect(try scene.ramps() == scene.before)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N9")) func `without the daemon there is no evening`() throws {
        let scene = try NoticeScene(notice: "0s", night: Self.settings)
        let filter = try scene.filter()
        try scene.feed(20)
        try filter.waitForStatus { $0["evening"]["state"] == "on" }
        #expect(try scene.daemon.process.terminate() == .exited(0))
        try filter.waitForStatus { $0["evening"] == .null }
        #expect(try scene.ramps() == scene.before)
        #expect(try filter.process.terminate() == .exited(0))
    }
}
