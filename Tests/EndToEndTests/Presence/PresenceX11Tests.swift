import AppearanceTestSupport
import Testing

/// A change that waits for a real full-screen window, and for the input, of a real X server.
@Suite(.bounded, .requires(.bus, .varlinkClient, .xvfb, .fullScreenClients))
struct PresenceX11Tests {
    /// A server with a window manager.
    private struct Screen {
        let server: XServer
        private let manager: ChildProcess
        private let home: TestHome

        init(in scene: PresenceScene) throws {
            home = scene.home
            server = try XServer(in: home)
            manager = try ChildProcess(
                "openbox", ["--startup", "echo ready"],
                environment: home.environment.merging(server.environment) { $1 })
            try manager.waitForLine(containing: "ready")
        }

        /// Starts a program on the display.
        func start(_ program: String, _ arguments: String...) throws -> ChildProcess {
            try ChildProcess(
                program, arguments,
                environment: home.environment.merging(server.environment) { $1 })
        }

        /// Starts a film, and waits until it fills the screen.
        func startFilm() throws -> ChildProcess {
            let film = try start(
                "mpv", "--no-config", "--fs", "--vo=x11", "--loop-file=inf",
                "av://lavfi:color=c=gray:s=64x64:r=5")
            let search = try start("xdotool", "search", "--sync", "--onlyvisible", "--class", "mpv")
            try #require(try search.expectExit() == .exited(0))
            return film
        }

        /// Sets the time without input after which the screen saver is on.
        func setScreenSaver(afterSeconds seconds: Int) throws {
            let run = try ChildProcess.run(
                Python.system,
                [
                    "-c",
                    "import Xlib.display as d; d = d.Display();"
                        + " d.set_screen_saver(\(seconds), 0, 1, 1); d.sync()",
                ], environment: home.environment.merging(server.environment) { $1 })
            try #require(run.status == .exited(0), "\(run.errors)")
        }
    }

    @Test(.row("M7")) func `a change waits for a film on X11, until its bound`() throws {
        let scene = try PresenceScene("at_most = \"1m\"")
        let screen = try Screen(in: scene)
        let presence = try scene.startPresence(on: screen.server.environment)
        let film = try screen.startFilm()
        let daemon = try scene.startDaemon()
        let watcher = try daemon.watch()
        try watcher.waitUntilWaiting(while: "mpv fills the screen")
        let changed = try watcher.waitUntilDark()
        #expect(
            changed["explanation"].string?.hasSuffix(
                "changed after waiting 1 min for the full screen of mpv to end.") == true)
        withExtendedLifetime((film, presence, daemon)) {}
    }

    @Test func `the end of a film on X11 releases the change`() throws {
        let scene = try PresenceScene()
        let screen = try Screen(in: scene)
        let presence = try scene.startPresence(on: screen.server.environment)
        let film = try screen.startFilm()
        let daemon = try scene.startDaemon()
        let watcher = try daemon.watch()
        try watcher.waitUntilWaiting(while: "mpv fills the screen")
        film.signal(9)
        try watcher.waitUntilDark()
        #expect(try presence.terminate() == .killed(signal: 15))
        #expect(presence.text(on: .errors) == "")
        withExtendedLifetime(daemon) {}
    }

    @Test func `a window that leaves the full screen, or another in use, releases the change`()
        throws
    {
        let scene = try PresenceScene()
        let screen = try Screen(in: scene)
        let presence = try scene.startPresence(on: screen.server.environment)
        let film = try screen.startFilm()
        let daemon = try scene.startDaemon(staysBright: true)
        try daemon.waitForReport(of: "mpv fills the screen")
        for isFull in [false, true] {
            try #require(try screen.start("xdotool", "key", "f").expectExit() == .exited(0))
            try daemon.waitForReport(of: "mpv fills the screen", isThere: isFull)
        }
        let other = try screen.start("xterm", "-e", "sleep", "1000")
        try daemon.waitForReport(of: "mpv fills the screen", isThere: false)
        other.signal(9)
        try daemon.waitForReport(of: "mpv fills the screen")
        withExtendedLifetime((film, presence)) {}
    }

    @Test(.row("M11"), .row("M10"))
    func `an X server that hangs or dies holds nothing`() throws {
        let scene = try PresenceScene()
        let screen = try Screen(in: scene)
        let presence = try scene.startPresence(on: screen.server.environment)
        let film = try screen.startFilm()
        let daemon = try scene.startDaemon()
        let watcher = try daemon.watch()
        try watcher.waitUntilWaiting(while: "mpv fills the screen")
        try screen.server.stop()
        let changed = try watcher.waitUntilDark()
        #expect(changed["explanation"].string?.contains("after waiting") == false)
        screen.server.resume()
        try daemon.waitForReport(of: "mpv fills the screen")
        try screen.server.end()
        try daemon.waitForReport(of: "mpv fills the screen", isThere: false)
        withExtendedLifetime((film, presence)) {}
    }

    @Test func `a change waits for a pause of the input on X11`() throws {
        let scene = try PresenceScene("when = \"pause\"\nquiet = \"2s\"\nhold = []")
        let screen = try Screen(in: scene)
        let presence = try scene.startPresence(on: screen.server.environment)
        let hand = try screen.start(
            "sh", "-c", "while xdotool mousemove_relative 1 1 sleep 0.2; do echo moved; done")
        try hand.waitForLine(containing: "moved")
        let daemon = try scene.startDaemon()
        let watcher = try daemon.watch()
        try watcher.waitUntilWaiting(while: "the keyboard or the pointer is in use")
        hand.signalGroup(9)
        try watcher.waitUntilDark()
        withExtendedLifetime((presence, daemon)) {}
    }

    @Test func `a change waits for an idle desktop on X11`() throws {
        let scene = try PresenceScene("when = \"idle\"\nhold = []")
        let screen = try Screen(in: scene)
        try screen.setScreenSaver(afterSeconds: 600)
        let presence = try scene.startPresence(on: screen.server.environment)
        let daemon = try scene.startDaemon()
        let watcher = try daemon.watch()
        try watcher.waitUntilWaiting(while: "the desktop is not idle")
        try screen.setScreenSaver(afterSeconds: 1)
        try watcher.waitUntilDark()
        withExtendedLifetime((presence, daemon)) {}
    }

    @Test(.row("M9"))
    func `a desktop that a film keeps from being idle delays a change until its bound`() throws {
        let scene = try PresenceScene("when = \"idle\"\nhold = []\nat_most = \"3m\"")
        let screen = try Screen(in: scene)
        try screen.setScreenSaver(afterSeconds: 2)
        let film = try screen.startFilm()
        let presence = try scene.startPresence(on: screen.server.environment)
        let daemon = try scene.startDaemon()
        let watcher = try daemon.watch()
        try watcher.waitUntilWaiting(while: "the desktop is not idle")
        let changed = try watcher.waitUntilDark()
        #expect(
            changed["explanation"].string?.hasSuffix(
                "changed after waiting 3 min for the desktop to be idle.") == true)
        // Without the film the desktop is idle.
        film.signal(9)
        try daemon.waitForReport(of: "the desktop is not idle", isThere: false)
        withExtendedLifetime(presence) {}
    }
}
