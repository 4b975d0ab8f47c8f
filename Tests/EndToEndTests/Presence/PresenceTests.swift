import AppearanceTestSupport
import Testing

/// A change that waits for a real full-screen window of a real compositor.
@Suite(.bounded, .requires(.bus, .varlinkClient, .sway, .fullScreenClients)) struct PresenceTests {
    @Test func `a change waits while the window in use fills the screen`() throws {
        let scene = try PresenceScene()
        let compositor = try Compositor(in: scene.home)
        let film = try compositor.start(fullscreen: "film")
        let presence = try scene.startPresence(on: compositor.environment)
        let daemon = try scene.startDaemon()
        let watcher = try daemon.watch()
        let waiting = try watcher.waitUntilWaiting(while: "film fills the screen")
        #expect(waiting["appearance"] == "light")
        try film.terminate()
        let changed = try watcher.waitUntilDark()
        let before = try #require(waiting["sequence"].integer)
        #expect(changed["sequence"].integer == before + 1)
        #expect(try presence.terminate() == .killed(signal: 15))
        #expect(presence.text(on: .errors) == "")
        withExtendedLifetime(daemon) {}
    }

    @Test(.row("M7"))
    func `a full screen that lasts delays a change until its bound, which the sentence names`()
        throws
    {
        let scene = try PresenceScene("at_most = \"1m\"")
        let compositor = try Compositor(in: scene.home)
        let film = try compositor.start(fullscreen: "film")
        let presence = try scene.startPresence(on: compositor.environment)
        let daemon = try scene.startDaemon()
        let watcher = try daemon.watch()
        let waiting = try watcher.waitUntilWaiting(while: "film fills the screen")
        let changed = try watcher.waitUntilDark()
        #expect(
            changed["explanation"].string?.hasSuffix(
                "changed after waiting 1 min for the full screen of film to end.") == true)
        try daemon.waitForReport(of: "film fills the screen")
        let status = try daemon.connect().call("GetStatus")["parameters"]["status"]
        let before = try #require(waiting["sequence"].integer)
        #expect(status["sequence"].integer == before + 1)
        withExtendedLifetime((film, presence)) {}
    }

    @Test(.row("M8"))
    func `a window that leaves and fills the screen a hundred times lets one change through`()
        throws
    {
        let scene = try PresenceScene()
        let compositor = try Compositor(in: scene.home)
        let film = try compositor.start(fullscreen: "film")
        let presence = try scene.startPresence(on: compositor.environment)
        let daemon = try scene.startDaemon()
        let watcher = try daemon.watch()
        let waiting = try watcher.waitUntilWaiting(while: "film fills the screen")
        for _ in 0..<100 { try compositor.message("fullscreen toggle") }
        try daemon.waitForReport(of: "film fills the screen")
        try compositor.message("fullscreen disable")
        try daemon.waitForReport(of: "film fills the screen", isThere: false)
        let status = try daemon.connect().call("GetStatus")["parameters"]["status"]
        let before = try #require(waiting["sequence"].integer)
        #expect(status["appearance"] == "dark")
        #expect(status["sequence"].integer == before + 1)
        withExtendedLifetime((film, presence)) {}
    }

    @Test(
        .row("M13"),
        arguments: [
            ["create_output", "focus output HEADLESS-2"], ["workspace 2"],
        ])
    func `a full screen on another display or workspace than the one in use holds nothing`(
        _ commands: [String]
    ) throws {
        let scene = try PresenceScene()
        let compositor = try Compositor(in: scene.home)
        let film = try compositor.start(fullscreen: "film")
        let presence = try scene.startPresence(on: compositor.environment)
        let daemon = try scene.startDaemon()
        let watcher = try daemon.watch()
        try daemon.waitForReport(of: "film fills the screen")
        for command in commands { try compositor.message(command) }
        try daemon.waitForReport(of: "film fills the screen", isThere: false)
        try watcher.waitUntilDark()
        #expect(try !watcher.hasWaited())
        withExtendedLifetime((film, presence)) {}
    }

    @Test func `a change of the configuration decides what is looked at`() throws {
        let scene = try PresenceScene("hold = []")
        let compositor = try Compositor(in: scene.home)
        let film = try compositor.start(fullscreen: "film")
        let presence = try scene.startPresence(on: compositor.environment)
        let daemon = try scene.startDaemon(staysBright: true)
        let unused = try presence.descriptorCount
        try scene.write("hold = [\"fullscreen\"]")
        try daemon.waitForReport(of: "film fills the screen")
        try scene.write("hold = []")
        try daemon.waitForReport(of: "film fills the screen", isThere: false)
        #expect(try presence.descriptorCount <= unused + 1)
        withExtendedLifetime((film, presence)) {}
    }
}
