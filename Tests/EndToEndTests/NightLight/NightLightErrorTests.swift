import AppearanceTestSupport
import Foundation
import Testing

/// Programs of the desktop that are missing, fail or hang: no original value is lost.
@Suite(.bounded, .requires(.bus, .busClient, .weston, .nightLight, .kwriteconfig))
struct NightLightErrorTests {
    @Test(
        .row("G7"),
        arguments: [
            (
                NightLightScene.DesktopKind.gnome,
                "`gsettings` is missing; install it: sudo apt install libglib2.0"
            ),
            (
                .kde,
                "`kwriteconfig6` and `kwriteconfig5` are missing; install one: sudo apt install"
            ),
        ])
    func `a missing program causes one warning with its package`(
        _ kind: NightLightScene.DesktopKind, _ words: String
    ) throws {
        let scene = try NightLightScene(kind)
        let filter = try scene.filter(NightScene.night, ["PATH": scene.home.path])
        let line = try filter.process.waitForLine(containing: "cannot set", on: .errors)
        #expect(line.contains(words), "\(line)")
        let status = try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        #expect(status["night"] == true)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == "")
        let warnings = filter.process.text(on: .errors).split(separator: "\n")
            .count { $0.contains("cannot set") }
        #expect(warnings == 1)
    }

    @Test(.row("G7")) func `a reset that cannot restore the settings says so`() throws {
        let scene = try NightLightScene(.gnome)
        try scene.filterAtNight().kill()
        let reset = try ChildProcess.run(
            BuiltProducts.nightfilter, ["--reset"],
            environment: scene.environment.merging(["PATH": scene.home.path]) { $1 })
        #expect(reset.status == .exited(71))
        #expect(reset.output == "")
        #expect(reset.errors.contains("the settings of the desktop are not restored yet"))
        #expect(scene.hasLedger)
    }

    /// A later version, or a disk, may have written it.
    @Test func `an invalid journal is kept`() throws {
        let scene = try NightLightScene(.gnome)
        let journal = #"{"version":2,"settings":{"night-light-temperature":"uint32 3700"}}"#
        try scene.home.write(journal, to: scene.ledger)
        let filter = try scene.filterAtNight()
        #expect(try String(contentsOfFile: scene.ledger + ".invalid", encoding: .utf8) == journal)
        #expect(
            filter.process.text(on: .errors).contains(
                "is invalid and is kept as \(scene.ledger).invalid; restore the settings in it"))
        #expect(try filter.process.terminate() == .exited(0))
        let reset = try scene.filterOnce("--reset")
        #expect(reset.status == .exited(71))
        #expect(reset.errors.contains("remove the file: rm \(scene.ledger).invalid"), "\(reset)")
        try FileManager.default.removeItem(atPath: scene.ledger + ".invalid")
        #expect(try scene.filterOnce("--reset").status == .exited(0))
    }

    @Test(.row("G3")) func `a reset without a compositor restores the settings`() throws {
        let scene = try NightLightScene(.gnome)
        try scene.setSome()
        let before = try scene.settings()
        try scene.filterAtNight().kill()
        let reset = try ChildProcess.run(
            BuiltProducts.nightfilter, ["--reset"],
            environment: scene.environment.merging(["WAYLAND_DISPLAY": "wayland-gone"]) { $1 })
        #expect(reset.status == .exited(69))
        #expect(reset.errors.contains("no compositor answers at wayland-gone"))
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
    }

    /// `su` keeps root's `PATH`, with folders that the new user may not enter.
    @Test func `an unreadable folder in PATH does not hide the other program`() throws {
        let scene = try NightLightScene(.kde)
        let locked = scene.home.path + "/locked"
        let programs = scene.home.path + "/bin"
        for folder in [locked, programs] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
        }
        // Plasma 6 is not installed in either folder, only Plasma 5.
        try FileManager.default.createSymbolicLink(
            atPath: programs + "/kwriteconfig5",
            withDestinationPath: try #require(Requirement.executable("kwriteconfig5")))
        try #require(chmod(locked, 0) == 0)
        defer { chmod(locked, 0o700) }
        let filter = try scene.filter(
            NightScene.night, ["PATH": "\(locked):\(programs)"],
            wrapper: FilePermissions.enforced)
        try filter.waitUntilHeld(true)
        #expect(try scene.isNight())
        #expect(filter.process.text(on: .errors).contains("Permission denied") == false)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("G7")) func `the error output of a failing program is logged`() throws {
        let scene = try NightLightScene(.gnome)
        let stand = try scene.stand(
            in: "gsettings", "echo 'No such schema “x”' >&2\nexit 1\n")
        let filter = try scene.filter(NightScene.night, stand)
        let line = try filter.process.waitForLine(containing: "cannot set", on: .errors)
        #expect(line.contains("failed with code 1: No such schema"))
        #expect(line.contains("install it: sudo apt install"))
        #expect(try filter.process.terminate() == .exited(0))
        #expect(!scene.hasLedger)
    }

    /// As where GSettings has nowhere to write to.
    @Test(.row("G8")) func `a program that only claims success is detected`() throws {
        let scene = try NightLightScene(.gnome)
        let filter = try scene.filter(NightScene.night, ["GSETTINGS_BACKEND": "memory"])
        let line = try filter.process.waitForLine(containing: "cannot set", on: .errors)
        #expect(line.contains("reported success, but did not change"), "\(line)")
        #expect(try filter.process.terminate() == .exited(0))
        #expect(!scene.hasLedger)
    }

    @Test func `a value too long for the journal is left unchanged`() throws {
        let scene = try NightLightScene(.kde)
        let quotes = String(repeating: "\"", count: 3 << 20)
        let before = "[NightColor]\nNightTemperature=\(quotes)\n"
        try scene.home.write(before, to: scene.home.configHome + "/kwinrc")
        let filter = try scene.filter(NightScene.night)
        try filter.process.waitForLine(containing: "cannot be saved", on: .errors)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
    }

    @Test func `a long value is restored by the next filter`() throws {
        let scene = try NightLightScene(.kde)
        let value = String(repeating: "1", count: 70_000)
        try scene.home.write(
            "[NightColor]\nNightTemperature=\(value)\n", to: scene.home.configHome + "/kwinrc")
        try scene.filterAtNight().kill()
        let next = try scene.filter(NightScene.light)
        try next.waitUntilHeld(false)
        #expect(try scene.settings().contains("NightTemperature=\(value)\n"))
        #expect(try next.process.terminate() == .exited(0))
    }

    /// The exit is delayed only shortly, and the next filter continues where this one stopped.
    @Test(.row("G9")) func `a program that hangs at the exit leaves the journal`() throws {
        let scene = try NightLightScene(.gnome)
        try scene.setSome()
        let before = try scene.settings()
        let gate = scene.home.path + "/gate"
        let stand = try scene.stand(
            in: "gsettings",
            """
            while [ -e \(gate) ] && [ -d \(scene.home.path) ]; do sleep 0.1; done
            exec \(Requirement.executable("gsettings") ?? "gsettings") "$@"

            """)
        let filter = try scene.filter(NightScene.night, stand)
        try filter.waitUntilHeld(true)
        try scene.home.write("", to: gate)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(scene.hasLedger)
        #expect(try scene.isNight())
        let next = try scene.filter(NightScene.light)
        try next.waitUntilHeld(false)
        #expect(try next.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
    }

    /// As when the filter is stopped together with its child processes.
    @Test(.row("G11")) func `a program that is killed at the exit is run again`() throws {
        let scene = try NightLightScene(.gnome)
        try scene.setSome()
        let before = try scene.settings()
        let gate = scene.home.path + "/gate"
        let stand = try scene.stand(
            in: "gsettings",
            """
            if [ -e \(gate) ]; then
                rm \(gate)
                kill $$
            fi
            exec \(Requirement.executable("gsettings") ?? "gsettings") "$@"

            """)
        let filter = try scene.filter(NightScene.night, stand)
        try filter.waitUntilHeld(true)
        try scene.home.write("", to: gate)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(filter.process.text(on: .errors).contains("was ended by signal 15"))
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
    }

    /// Killed between two of its writes, it is known which of them were done.
    @Test(.row("G2"), arguments: [NightLightScene.DesktopKind.gnome, .magnifier], 1...5)
    func `the next filter restores every setting of a killed one`(
        _ kind: NightLightScene.DesktopKind, _ count: Int
    ) throws {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        let before = try scene.settings()
        let log = scene.home.path + "/sets"
        let stand = try scene.stand(
            in: "gsettings",
            """
            if [ "$1" = set ]; then
                echo set >>\(log)
                if [ $(wc -l <\(log)) -ge \(count) ]; then
                    echo gone >\(log).gone
                    while [ -d \(scene.home.path) ]; do sleep 0.1; done
                fi
            fi
            exec \(Requirement.executable("gsettings") ?? "gsettings") "$@"

            """)
        let filter = try scene.filter(NightScene.night, stand)
        try FileWatch.wait(for: log + ".gone")
        try filter.kill()
        let next = try scene.filter(NightScene.light)
        try next.waitUntilHeld(false)
        #expect(try next.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
    }

    /// Runs `appearancectl reset` as from a text console.
    private func reset(_ scene: NightLightScene) throws -> FinishedProcess {
        let programs = BuiltProducts.nightfilter.split(separator: "/").dropLast()
        return try ChildProcess.run(
            BuiltProducts.appearancectl, ["reset"],
            environment: scene.environment.merging([
                "WAYLAND_DISPLAY": "",
                "PATH": "/\(programs.joined(separator: "/")):\(scene.environment["PATH"] ?? "")",
            ]) { $1 })
    }

    @Test(.row("G3"), arguments: NightLightScene.DesktopKind.allCases)
    func `appearancectl reset restores the settings without a display`(
        _ kind: NightLightScene.DesktopKind
    ) throws {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        let before = try scene.settings()
        try scene.filterAtNight().kill()
        let reset = try reset(scene)
        #expect(reset.status == .exited(0), "\(reset.errors)")
        #expect(reset.output.contains("night filter: stopped"))
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
    }

    @Test func `appearancectl reset names an invalid journal of the night filter at once`() throws {
        let scene = try NightLightScene(.gnome)
        try scene.home.write("{", to: scene.ledger)
        let reset = try reset(scene)
        #expect(reset.status == .exited(1))
        #expect(reset.errors.contains("remove the file: rm \(scene.ledger).invalid"), "\(reset)")
        #expect(try String(contentsOfFile: scene.ledger + ".invalid", encoding: .utf8) == "{")
    }

    /// Returns the environment of a session of the same user on another display.
    private func environment(of scene: NightLightScene, on server: XServer) -> [String: String] {
        scene.environment.merging(server.environment) { $1 }.merging(["WAYLAND_DISPLAY": ""]) { $1 }
    }

    private func filterByDay(
        on server: XServer, in scene: NightLightScene
    ) throws -> RunningFilter {
        try RunningFilter(
            on: server.environment, in: scene.home,
            environment: environment(of: scene, on: server).merging(NightScene.light) { $1 })
    }

    /// A filter in another session restores the settings that one left in GNOME.
    @Test(.row("G4"), .requires(.xvfb))
    func `a session of another desktop restores the settings too`() throws {
        let scene = try NightLightScene(.gnome)
        try scene.setSome()
        let before = try scene.settings()
        try scene.filterAtNight().kill()
        let server = try XServer(in: scene.home)
        let filter = try filterByDay(on: server, in: scene)
        #expect(try scene.settings() == before)
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// The journal belongs to the filter that runs.
    @Test(.row("G4"), .requires(.xvfb))
    func `a filter or a reset on another display leaves the settings of a running one`() throws {
        let scene = try NightLightScene(.gnome)
        try scene.setSome()
        let before = try scene.settings()
        let filter = try scene.filterAtNight()
        let server = try XServer(in: scene.home)
        let environment = environment(of: scene, on: server)
        let other = try filterByDay(on: server, in: scene)
        #expect(try scene.isNight())
        let reset = try ChildProcess.run(
            BuiltProducts.nightfilter, ["--reset"], environment: environment)
        #expect(reset.status == .exited(0))
        #expect(reset.errors.contains("stay as they are: a filter on another display, process"))
        #expect(try other.process.expectExit() == .exited(0))
        #expect(try scene.isNight())
        #expect(scene.hasLedger)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
    }

    @Test(.row("G3")) func `a reset without a display stops the filter that holds the settings`()
        throws
    {
        let scene = try NightLightScene(.gnome)
        try scene.setSome()
        let before = try scene.settings()
        let filter = try scene.filterAtNight()
        #expect(try reset(scene).status == .exited(0))
        #expect(try filter.process.expectExit() == .exited(0))
        #expect(try scene.settings() == before)
    }

    /// The session has ended without its services: the next one restores the settings.
    @Test(.row("G4"), .requires(.compiler), arguments: [false, true])
    func `the filter exits with its bus, and the next session restores the settings`(
        endsSlowly: Bool
    ) throws {
        let scene = try NightLightScene(.gnome, endsSlowly: endsSlowly)
        try scene.setSome()
        let before = try scene.settings()
        let filter = try scene.filterAtNight()
        if endsSlowly { try scene.bus.end() } else { try scene.bus.kill() }
        #expect(try filter.process.expectExit() == .exited(69))
        #expect(filter.process.text(on: .errors).contains("the next filter restores"))
        #expect(!filter.process.text(on: .errors).contains("cannot set"))
        try scene.bus.restart()
        let next = try scene.filter(NightScene.light)
        try next.waitUntilHeld(false)
        #expect(try next.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
    }

    @Test func `a signal in the name of KWin from another program is ignored`() throws {
        let scene = try NightLightScene(.kde)
        let (kwin, forger) = (
            try BusClient(environment: scene.environment),
            try BusClient(environment: scene.environment)
        )
        try kwin.own("org.kde.KWin.NightLight")
        let monitor = try scene.monitor("type='method_call',member='Get'")
        let filter = try scene.filterAtNight()
        try monitor.waitForLine(containing: "path=/org/kde/KWin/NightLight")
        func emit(_ property: String, _ value: Bool, by client: BusClient) throws {
            try client.emit(
                "PropertiesChanged", "sa{sv}as",
                ["org.kde.KWin.NightLight", [property: ["variant": ["b", .bool(value)]]], []],
                from: "/org/kde/KWin/NightLight", interface: "org.freedesktop.DBus.Properties")
        }
        try emit("inhibited", true, by: forger)
        // The bus has passed it on before it answers.
        _ = try forger.everybody()
        try emit("available", false, by: kwin)
        let status = try filter.waitForStatus { $0["outputs"][0]["method"] == "none" }
        #expect(status["outputs"][0]["loses"].string?.contains("driver") == true)
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// The user has disabled it in the desktop's own menu, which the status reports.
    @Test(.row("G6")) func `the reason for an ineffective night light is reported`() throws {
        let scene = try NightLightScene(.kde)
        let kwin = try BusClient(environment: scene.environment)
        try kwin.own("org.kde.KWin.NightLight")
        let monitor = try scene.monitor("type='method_call',member='Get'")
        let filter = try scene.filterAtNight()
        // It calls after it has subscribed; the bus handles both in order.
        try monitor.waitForLine(containing: "path=/org/kde/KWin/NightLight")
        for isInhibited in [true, false] {
            try kwin.emit(
                "PropertiesChanged", "sa{sv}as",
                [
                    "org.kde.KWin.NightLight",
                    ["inhibited": ["variant": ["b", .bool(isInhibited)]]], [],
                ], from: "/org/kde/KWin/NightLight", interface: "org.freedesktop.DBus.Properties")
            let status = try filter.waitForStatus {
                $0["outputs"][0]["method"] == (isInhibited ? "none" : "night light")
            }
            let loss = status["outputs"][0]["loses"].string ?? ""
            #expect(loss.contains("suspended in Plasma") == isInhibited)
        }
        #expect(try filter.process.terminate() == .exited(0))
    }
}
