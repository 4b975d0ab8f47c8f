import AppearanceTestSupport
import Testing

/// The tile of GNOME's quick settings, with the real daemon, and without the shell that draws it.
@Suite(.bounded, .requires(.bus, .busClient, .gdbus, .shellEffects)) struct GnomeTileTests {
    private let home: TestHome
    private let daemon: RunningDaemon
    /// The next change of the schedule.
    private let end = TestHome.clock(hoursFromNow: 4)

    init() throws {
        home = try TestHome()
        try home.write(configuration: TestHome.dayByClock)
        daemon = try RunningDaemon(home: home)
    }

    private func enableTile() throws -> GnomeTile {
        let tile = try GnomeTile(environment: daemon.environment)
        let content = try tile.waitFor("Light", "By the sun and the clock; dark at \(end)")
        #expect(content["isAutomatic"].bool == true)
        #expect(content.labelsOn == ["Automatic"])
        return tile
    }

    /// Disables the tile and stops the daemon, after which the tile has complained about nothing.
    private func end(_ tile: GnomeTile) throws {
        try tile.disable()
        if daemon.process.isRunning {
            #expect(try daemon.process.terminate() == .exited(0))
        }
        #expect(try tile.exit() == "")
    }

    @Test func `a row of the tile chooses an appearance until the next change`() throws {
        let tile = try enableTile()
        try tile.choose("Night")
        let content = try tile.waitFor("Night", "You chose it; automatic again at \(end)")
        #expect(content["isAutomatic"].bool == false)
        #expect(content.labelsOn.withoutDay == ["Night", "Until \(end)"])
        try tile.choose("Until I change it")
        #expect(
            try tile.waitFor("Night", "You chose it, until you change it.").labelsOn
                == ["Night", "Until I change it"])
        try tile.choose("Automatic")
        try tile.waitFor("Light", "By the sun and the clock")
        try end(tile)
    }

    @Test func `a click on the tile turns automatic changes off and on`() throws {
        let tile = try enableTile()
        try tile.click()
        #expect(
            try tile.waitFor("Light", "automatic again at \(end)").labelsOn.withoutDay
                == ["Light", "Until \(end)"])
        try tile.click()
        try tile.waitFor("Light", "By the sun and the clock")
        try tile.choose("Pause changes")
        let paused = try tile.waitFor("Light", "Paused until you turn the pause off.")
        #expect(paused["isAutomatic"].bool == false)
        #expect(paused.labelsOn == ["Automatic", "Pause changes"])
        try tile.click()
        try tile.waitFor("Light", "By the sun and the clock")
        try end(tile)
    }

    /// A bus that activates the name would start a daemon that has just been stopped.
    @Test(.row("V30")) func `the tile says that the daemon has stopped, and follows the next one`()
        throws
    {
        let tile = try enableTile()
        #expect(try daemon.process.terminate() == .exited(0))
        let gone = try tile.waitFor("Not running", "The service is not running.")
        #expect(gone["isAutomatic"].bool == false)
        #expect(gone["rows"].items.last?["label"].string == "Start the service")
        let next = try RunningDaemon(home: home, bus: daemon.bus)
        try tile.waitFor("Light", "By the sun and the clock")
        #expect(try next.process.terminate() == .exited(0))
        try tile.waitFor("Not running", "The service is not running.")
        try end(tile)
    }

    @Test(.row("V31")) func `a tile that is disabled during a call ignores its failure`() throws {
        let tile = try enableTile()
        let changes = tile.changes
        try daemon.process.stop()
        try tile.choose("Dark")
        try tile.disable()
        daemon.process.signal(9)
        try daemon.process.expectExit()
        #expect(try tile.exit() == "")
        #expect(tile.changes == changes)
    }

    @Test func `light that moves changes nothing in the tile`() throws {
        let tile = try enableTile()
        #expect(try daemon.appearancectl("feed", "300", "--source", "lamp").status == .exited(0))
        try tile.waitFor("Light", "The light in the room decides.")
        let changes = tile.changes
        let client = try daemon.busClient()
        #expect(try daemon.appearancectl("feed", "900", "--source", "lamp").status == .exited(0))
        try client.waitForChange(of: "LightLevel") { $0.number == 900 }
        // A tile that had followed the level would have reported it before this change.
        try tile.choose("Dark")
        try tile.waitFor("Dark", "You chose it")
        #expect(tile.changes == changes + 1)
        try end(tile)
    }
}

extension [String] {
    /// The labels without the day of their times, which depends on the hour of the test.
    fileprivate var withoutDay: [String] { map { $0.replacing(" tomorrow", with: "") } }
}
