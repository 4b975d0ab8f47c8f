import AppearanceTestSupport
import Testing

/// Faults of a compositor, of the daemon and of the program between them, while a change waits.
@Suite(.bounded, .requires(.bus, .varlinkClient, .sway, .fullScreenClients))
struct PresenceFaultTests {
    /// A film in the full screen of a compositor, for which a change waits.
    private struct Film {
        let compositor: Compositor
        let client: ChildProcess
        let presence: ChildProcess
        let daemon: RunningDaemon
        let watcher: VarlinkClient

        init(_ scene: PresenceScene) throws {
            compositor = try Compositor(in: scene.home)
            client = try compositor.start(fullscreen: "film")
            presence = try scene.startPresence(on: compositor.environment)
            daemon = try scene.startDaemon()
            watcher = try daemon.watch()
            try watcher.waitUntilWaiting(while: "film fills the screen")
        }

        /// Waits for the change, which came before its bound.
        func waitForRelease() throws {
            let changed = try watcher.waitUntilDark()
            #expect(changed["explanation"].string?.contains("after waiting") == false)
        }
    }

    @Test(.row("M10")) func `a compositor that dies holds nothing, and the next one is followed`()
        throws
    {
        let scene = try PresenceScene()
        let film = try Film(scene)
        try film.compositor.kill()
        try film.waitForRelease()
        let next = try Compositor(in: scene.home)
        #expect(next.environment == film.compositor.environment)
        let other = try next.start(fullscreen: "other")
        try film.daemon.waitForReport(of: "other fills the screen")
        withExtendedLifetime(other) {}
    }

    @Test(.row("M11")) func `a compositor that hangs holds nothing until it answers`() throws {
        let film = try Film(PresenceScene())
        try film.compositor.stop()
        try film.waitForRelease()
        try film.presence.waitForLine(containing: "the display does not answer", on: .errors)
        try film.daemon.waitForReport(of: "film fills the screen", isThere: false)
        film.compositor.resume()
        try film.daemon.waitForReport(of: "film fills the screen")
    }

    @Test(.row("M12")) func `a killed program releases what it held`() throws {
        let film = try Film(PresenceScene())
        film.presence.signal(9)
        try film.waitForRelease()
    }

    @Test(.row("M14")) func `a daemon that restarts goes on waiting for the same window`() throws {
        let first = try RunningDaemon.inDaylight()
        let compositor = try Compositor(in: first.home)
        let client = try compositor.start(fullscreen: "film")
        let presence = try ChildProcess(
            BuiltProducts.presence,
            environment: first.home.environment.merging(compositor.environment) { $1 })
        try first.waitForReport(of: "film fills the screen")
        try first.process.terminate()
        // As if it had stopped while a change waited.
        let state = try first.home.savedState().members.merging(["waiting": true]) { $1 }
        try first.home.write(JSON.object(state).text, to: first.home.stateFile)
        try first.home.write(configuration: TestHome.evening)
        let second = try RunningDaemon(home: first.home, bus: first.bus)
        let watcher = try second.watch()
        let waiting = try watcher.waitUntilWaiting(while: "film fills the screen")
        #expect(waiting["appearance"] == "light")
        try client.terminate()
        try watcher.waitUntilDark()
        let appearances = try watcher.replies().map { $0["status"]["appearance"].string }
        #expect(appearances.firstIndex(of: "dark") == appearances.count - 1)
        withExtendedLifetime(presence) {}
    }

    @Test(.row("M15")) func `names and windows without end are bounded`() throws {
        let scene = try PresenceScene()
        let compositor = try FakeCompositor(in: scene.home)
        let presence = try scene.startPresence(on: compositor.environment)
        try compositor.waitForClients(1)
        let daemon = try scene.startDaemon(staysBright: true)
        try compositor.show(fullscreen: ["\u{1B}[2J" + String(repeating: "x", count: 3_000)])
        try daemon.waitForReport(of: "[2Jxxxx")
        let before = try presence.privateMemoryKiB()
        try compositor.open(windows: 10_000, namedBy: 3_000)
        try daemon.waitForReport(of: "fills the screen")
        // A sanitizer has memory of its own.
        if !BuiltProducts.areSanitized {
            #expect(try presence.privateMemoryKiB() < before + 1_024)
        }
        // A message of 60 KB is more than libwayland reads: the connection ends.
        try compositor.open(windows: 1, namedBy: 60_000)
        try compositor.waitForClients(1)
        try daemon.waitForReport(of: "fills the screen", isThere: false)
        #expect(try presence.terminate() == .killed(signal: 15))
    }

    @Test(.row("M15"), arguments: ["event", "flood"])
    func `a compositor that sends nonsense is left, and followed again`(_ nonsense: String) throws {
        let scene = try PresenceScene()
        let compositor = try FakeCompositor(in: scene.home)
        let presence = try scene.startPresence(on: compositor.environment)
        let daemon = try scene.startDaemon(staysBright: true)
        try compositor.waitForClients(1)
        try compositor.show(fullscreen: ["film"])
        try daemon.waitForReport(of: "film fills the screen")
        try compositor.send(nonsense: nonsense)
        try daemon.waitForReport(of: "film fills the screen", isThere: false)
        try compositor.waitForClients(1)
        try compositor.show(fullscreen: ["other"])
        try daemon.waitForReport(of: "other fills the screen")
        withExtendedLifetime(presence) {}
    }

    @Test(.row("M16"), .requires(.weston))
    func `a compositor that shows no windows is named, and the program ends`() throws {
        let scene = try PresenceScene()
        let compositor = try PlainCompositor(in: scene.home)
        let presence = try scene.startPresence(on: PlainCompositor.environment)
        #expect(try presence.expectExit() == .exited(0))
        #expect(
            presence.text(on: .errors)
                == "<5>this display does not show full-screen windows"
                + " (wlr-foreign-toplevel-management); no change waits for it\n")
        withExtendedLifetime(compositor) {}
    }

    @Test(.row("M16")) func `without a display the program ends`() throws {
        let presence = try PresenceScene().startPresence(on: [:])
        #expect(try presence.expectExit() == .exited(0))
        #expect(presence.text(on: .errors).contains("there is no display"))
    }

    @Test func `a pause is asked for despite inhibitors, and idleness with them`() throws {
        let scene = try PresenceScene("when = \"pause\"\nquiet = \"3s\"\nhold = []")
        let compositor = try FakeCompositor(in: scene.home)
        let presence = try scene.startPresence(on: compositor.environment)
        #expect(try compositor.waitForIdleRequest() == [2, 3_000])
        let daemon = try scene.startDaemon()
        let watcher = try daemon.watch()
        try watcher.waitUntilWaiting(while: "the keyboard or the pointer is in use")
        try compositor.report(idle: true)
        try watcher.waitUntilDark()
        try scene.write("when = \"idle\"\nhold = []")
        #expect(try compositor.waitForIdleRequest() == [1, 60_000])
        try daemon.waitForReport(of: "the desktop is not idle")
        try compositor.report(idle: true)
        try daemon.waitForReport(of: "the desktop is not idle", isThere: false)
        withExtendedLifetime(presence) {}
    }
}
