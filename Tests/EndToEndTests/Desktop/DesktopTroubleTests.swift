import AppearanceTestSupport
import Foundation
import Testing

/// Programs of the desktop's that are missing, failing or stuck, and a service that ends in between.
@Suite(.bounded, .requires(.bus, .busClient, .dconf)) struct DesktopTroubleTests {
    private static let following = "[desktop]\nfollow = \"gsettings\"\n"
    private static let setting = "gsettings org.gnome.desktop.interface color-scheme"

    private func change(_ daemon: RunningDaemon, times: Int) throws {
        for turn in 0..<times {
            let mode = turn.isMultiple(of: 2) ? "dark" : "light"
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
        }
    }

    @Test(.row("D18")) func `a missing program causes one warning with its package`() throws {
        let themes = ["gtk_theme", "icon_theme", "cursor_theme"]
            .map { "\($0) = { light = \"Day\", dark = \"Dusk\" }\n" }.joined()
        let scene = try DesktopScene(Self.following + themes)
        let daemon = try scene.daemon(["PATH": scene.home.path])
        try change(daemon, times: 6)
        #expect(
            daemon.log("<4>") == [
                "cannot set \(Self.setting): `gsettings` is missing; install it: sudo apt"
                    + " install libglib2.0-bin gsettings-desktop-schemas dconf-gsettings-backend"
            ])
    }

    @Test(.row("D18")) func `a failing program is reported once with its error output`() throws {
        let scene = try DesktopScene(Self.following)
        let path = try scene.stand(
            in: "gsettings", "echo 'No such schema' >&2; echo 'and more' >&2; exit 1\n")
        let daemon = try scene.daemon(path)
        try daemon.process.waitForLine(containing: "cannot set", on: .errors)
        try change(daemon, times: 6)
        try daemon.leaveDesktop()
        #expect(
            daemon.log("<4>") == [
                "cannot set \(Self.setting): `gsettings get org.gnome.desktop.interface"
                    + " color-scheme` failed with code 1: No such schema; install it: sudo apt"
                    + " install libglib2.0-bin gsettings-desktop-schemas dconf-gsettings-backend"
            ])
        #expect(!isThere(scene.ledger))
    }

    @Test(.row("D18")) func `a program that only claims success is detected`() throws {
        let scene = try DesktopScene(Self.following)
        let path = try scene.stand(
            in: "gsettings", "[ \"$1\" = set ] || echo \"'prefer-dark'\"\n")
        let daemon = try scene.daemon(path)
        try daemon.process.waitForLine(
            containing: "had no effect; check that the program", on: .errors)
        #expect(try daemon.status()["mode"] == "auto")
    }

    /// It delays nothing, is stopped, and the next run has the newest value.
    @Test(.row("D19")) func `a program that hangs delays nothing and is reported once`() throws {
        let scene = try DesktopScene(Self.following)
        let path = try scene.stand(in: "gsettings", scene.hanging)
        let daemon = try scene.daemon(path)
        try change(daemon, times: 6)
        #expect(try daemon.status()["appearance"] == "light")
        try daemon.process.waitForLine(
            containing: "did not end and was stopped", on: .errors, within: .seconds(60))
        try change(daemon, times: 1)
        #expect(daemon.log("<4>").count == 1)
    }

    /// Without systemd no other program would end it.
    @Test func `a running program ends with the service`() throws {
        let scene = try DesktopScene(Self.following)
        let begun = scene.home.path + "/begun"
        let path = try scene.stand(
            in: "gsettings", "trap '' TERM; echo $$ >\(begun); \(scene.hanging)")
        let daemon = try scene.daemon(path)
        let process = try #require(
            Int32(try FileWatch.wait(for: begun) { $0.hasSuffix("\n") }.dropLast()))
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(kill(process, 0) == -1)
    }

    @Test(.row("D20")) func `only the newest value is written`() throws {
        let scene = try DesktopScene(Self.following)
        let log = scene.home.path + "/set.log"
        let gate = scene.home.path + "/gate"
        let path = try scene.stand(
            in: "gsettings",
            """
            if [ "$1" = set ]; then
                echo "$4" >>\(log)
                until [ -e \(gate) ] || [ ! -d \(scene.home.path) ]; do sleep 0.01; done
            fi
            exec \(Requirement.executable("gsettings") ?? "") "$@"

            """)
        let daemon = try scene.daemon(path)
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try FileWatch.wait(for: log)
        // Within seconds, in which a busy machine starts few processes: a program that hangs is stopped.
        let connection = try daemon.connect()
        for _ in 0..<5 {
            _ = try connection.call("SetMode", ["mode": "dark"])
            _ = try connection.call("SetMode", ["mode": "light"])
        }
        try scene.home.write("", to: gate)
        try scene.waitUntilNoted("default")
        #expect(try scene.gsettings() == "default")
        #expect(
            try String(contentsOfFile: log, encoding: .utf8) == "'prefer-dark'\n'default'\n")
    }

    @Test func `the original value survives restarts`() throws {
        let scene = try DesktopScene(Self.following)
        try scene.gsettings(set: "prefer-light")
        for mode in ["dark", "light", "dark"] {
            let daemon = try scene.daemon()
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
            try scene.waitUntilNoted(mode == "dark" ? "prefer-dark" : "default")
            #expect(try daemon.process.terminate() == .exited(0))
        }
        #expect(try scene.original("gsettings") == "prefer-light")
    }

    /// Killed while the program runs: the original is known, and a partial write is not the user's.
    @Test(.row("D22")) func `the original is restored after a kill during a change`() throws {
        let scene = try DesktopScene(Self.following)
        try scene.gsettings(set: "prefer-dark")
        let begun = scene.home.path + "/begun"
        let path = try scene.stand(
            in: "gsettings",
            """
            \(Requirement.executable("gsettings") ?? "") "$@" || exit 1
            [ "$1" = get ] && exit 0
            echo begun >\(begun)
            \(scene.hanging)
            """)
        let daemon = try scene.daemon(path)
        try FileWatch.wait(for: begun)
        daemon.process.signal(SIGKILL)
        try daemon.process.expectExit()
        #expect(try scene.gsettings() == "default")
        #expect(try scene.original("gsettings") == "prefer-dark")

        // The schedule decides for dark when it restarts.
        try scene.home.write(configuration: TestHome.evening + Self.following)
        let next = try scene.daemon()
        try scene.wait(for: "prefer-dark")
        #expect(try next.status()["mode"] == "auto")
        #expect(try scene.original("gsettings") == "prefer-dark")
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `a change by the user while the daemon is stopped is adopted`(signal: Int32) throws {
        let scene = try DesktopScene(Self.following)
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.waitUntilNoted("prefer-dark")
        #expect(try daemon.appearancectl("set", "auto").status == .exited(0))
        try scene.waitUntilNoted("default")
        daemon.process.signal(signal)
        try daemon.process.expectExit()
        try scene.gsettings(set: "prefer-dark")

        let next = try scene.daemon()
        let client = try next.busClient()
        let deadline = ContinuousClock.now + ChildProcess.timeout
        while try client.get("Mode") != "dark", .now < deadline {}
        #expect(try client.get("Mode") == "dark")
        try next.leaveDesktop()
        #expect(try scene.gsettings() == "prefer-dark")
    }

    @Test(.row("D23")) func `without a writable journal the desktop is not changed`() throws {
        let scene = try DesktopScene(Self.following)
        try scene.gsettings(set: "prefer-dark")
        try FileManager.default.createDirectory(
            atPath: scene.ledger + "/full", withIntermediateDirectories: true)
        let daemon = try scene.daemon()
        try daemon.process.waitForLine(containing: "cannot be saved", on: .errors)
        #expect(try scene.gsettings() == "prefer-dark")
    }

    /// The value that the user sets while the disk is full is the one to restore.
    @Test(.row("D23"))
    func `a value that could not be saved is not the original of a later change`() throws {
        let scene = try DesktopScene(
            Self.following + "gtk_theme = { light = \"Day\", dark = \"Dusk-dark\" }\n")
        try scene.gsettings(set: "Mine", of: "gtk-theme")
        try FileManager.default.createDirectory(
            atPath: scene.ledger + "/full", withIntermediateDirectories: true)
        let log = scene.home.path + "/gsettings.log"
        let path = try scene.stand(
            in: "gsettings",
            "echo \"$*\" >>\(log); exec \(Requirement.executable("gsettings") ?? "") \"$@\"\n")
        let daemon = try scene.daemon(path)
        try daemon.process.waitForLine(containing: "cannot be saved", on: .errors)
        let reading = "get org.gnome.desktop.interface gtk-theme\n"
        try FileWatch.wait(for: log) { $0.components(separatedBy: reading).count == 2 }
        try scene.gsettings(set: "Yours", of: "gtk-theme")
        try FileWatch.wait(for: log) { $0.components(separatedBy: reading).count > 2 }
        try FileManager.default.removeItem(atPath: scene.ledger)
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.waitUntilNoted("Dusk-dark")
        #expect(
            try scene.original("gsettings org.gnome.desktop.interface gtk-theme") == "Yours")
    }

    @Test(.row("D23"))
    func `a value too long for the journal is left unchanged, and the others follow`() throws {
        let scene = try DesktopScene(
            Self.following + "gtk_theme = { light = \"Day\", dark = \"Dusk\" }\n")
        let theme = String(repeating: "x", count: 70_000)
        try scene.gsettings(set: theme, of: "gtk-theme")
        try scene.gsettings(set: "prefer-dark")
        let daemon = try scene.daemon()
        try daemon.process.waitForLine(
            containing: "gtk-theme: its original value cannot be saved, so it is left unchanged: a"
                + " value has 70000 bytes, more than 32768", on: .errors)
        try scene.waitUntilNoted("default")
        #expect(try scene.gsettings("gtk-theme") == theme)
        #expect(try daemon.process.terminate() == .exited(0))
        let next = try scene.daemon()
        try next.process.waitForLine(containing: "cannot be saved", on: .errors)
        #expect(next.log("<4>").count == 1)
        #expect(try scene.original("gsettings") == "prefer-dark")
    }

    @Test func `the desktop is followed again after the bus restarts`() throws {
        let scene = try DesktopScene(Self.following)
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.waitUntilNoted("prefer-dark")
        try scene.bus.kill()
        try daemon.process.waitForLine(containing: "the session bus is gone", on: .errors)
        try scene.bus.restart()
        try daemon.process.waitForLine(containing: "the session bus is back", on: .errors)
        try scene.gsettings(set: "default")
        let client = try daemon.busClient()
        let deadline = ContinuousClock.now + ChildProcess.timeout
        while try client.get("Mode") != "auto", .now < deadline {}
        #expect(try client.get("Mode") == "auto")
    }
}
