import AppearanceTestSupport
import Testing

/// The filter's unit as it is installed, under a real user's manager.
@Suite(.bounded, .requires(.userManager, .xvfb)) struct FilterUnitTests {
    /// If it is started before the desktop has set a display, it is skipped, and that is no
    /// failure; afterwards it works inside its sandbox.
    @Test func `the unit waits for the display's variables and works in its sandbox`() throws {
        let home = try TestHome()
        let server = try XServer(in: home)
        let screens = try X11Screens(of: server, in: home)
        let crtc = try #require(try screens.outputs().values.first).crtc
        let table = (0..<256).map { Int64($0 * 200) }
        let before = X11Screens.Ramps(red: table, green: table, blue: table)
        try screens.set(before, of: crtc)

        let manager = try SystemdInstallation.manager()
        let early = try manager.run("systemctl --user start appearance-nightfilter")
        #expect(early.status == 0, "\(early.output)")
        let waiting = try manager.run("systemctl --user is-active appearance-nightfilter")
        #expect(waiting.output == "inactive")

        try manager.run(
            "systemctl --user set-environment DISPLAY=\(server.display) APPEARANCE_FAKE=night")
        let start = try manager.run("systemctl --user start appearance-nightfilter")
        let log = try manager.run("journalctl --user --unit appearance-nightfilter --output=cat")
        #expect(start.status == 0, "\(start.output)\n\(log.output)")
        #expect(try screens.ramps()[crtc]?.areRed == true)
        let stop = try manager.run("systemctl --user stop appearance-nightfilter")
        #expect(stop.status == 0, "\(stop.output)")
        #expect(try screens.ramps()[crtc] == before)
    }

    private static let unit = "appearance-nightfilter"

    /// Makes it night for the units, on the display of a scene.
    private static func setNight(on scene: NightScene, in manager: UserManager) throws {
        try manager.succeed(
            "systemctl --user set-environment DISPLAY=\(scene.server.display) APPEARANCE_FAKE=night"
        )
    }

    private static func startAtNight(on scene: NightScene, in manager: UserManager) throws {
        try setNight(on: scene, in: manager)
        try manager.succeed("systemctl --user start \(unit)")
    }

    /// systemd gives up a filter that is killed at each start, and the X server keeps its colours; a filter
    /// that another one has refused fails too.
    @Test(.row("N38"), arguments: [false, true])
    func `the screen is restored after the unit has failed, unless another filter has it`(
        _ hasOther: Bool
    ) throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let manager = try SystemdInstallation.manager()
        let unit = Self.unit
        if hasOther {
            try Self.setNight(on: scene, in: manager)
            try manager.succeed("systemd-run --user --unit=other --property=Type=notify \(unit)")
            #expect(try manager.run("systemctl --user start \(unit)").status != 0)
        } else {
            try Self.startAtNight(on: scene, in: manager)
            try manager.succeed(
                "until systemctl --user is-failed \(unit); do"
                    + " systemctl --user kill --signal=KILL \(unit) || :; sleep 0.1; done")
        }
        try manager.succeed(
            "until [ $(systemctl --user show --property=InactiveEnterTimestampMonotonic --value"
                + " \(unit)-reset) != 0 ]; do sleep 0.1; done")
        let log = try manager.run("journalctl --user --output=cat | tail -n 40").output
        let after = try #require(try scene.screens.ramps()[crtc])
        #expect(hasOther ? after.areRed : after == before, "\(log)")
        #expect(try manager.run("systemctl --user is-failed \(unit)-reset").status != 0, "\(log)")
    }

    @Test(.row("N4")) func `reset ends a filter that hangs, and systemd does not start it again`()
        throws
    {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let manager = try SystemdInstallation.manager()
        try Self.startAtNight(on: scene, in: manager)
        #expect(try scene.screens.ramps()[crtc]?.areRed == true)
        try manager.succeed("systemctl --user kill --signal=STOP \(Self.unit)")
        try manager.succeed("DISPLAY=\(scene.server.display) \(Self.unit) --reset")
        try manager.succeed(
            "while systemctl --user is-active \(Self.unit) | grep -q deactivating; do sleep 0.1; done"
        )
        let state = try manager.run("systemctl --user is-active \(Self.unit)").output
        let log = try manager.run("journalctl --user --output=cat | tail -n 40").output
        #expect(["failed", "inactive"].contains(state), "\(log)")
        #expect(try scene.screens.ramps()[crtc] == before, "\(log)")
    }

    @Test(.row("N43")) func `the next filter restores the colours of one that hangs`() throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let before = try scene.setRamps(of: crtc)
        let manager = try SystemdInstallation.manager { home in
            try home.write(
                "[Service]\nWatchdogSec=2\n",
                to: ".config/systemd/user/appearance-nightfilter.service.d/soon.conf")
        }
        try Self.startAtNight(on: scene, in: manager)
        #expect(try scene.screens.ramps()[crtc]?.areRed == true)
        try manager.succeed("systemctl --user set-environment APPEARANCE_FAKE=light")
        try manager.succeed("systemctl --user kill --signal=STOP \(Self.unit)")
        try manager.succeed(
            "until [ $(systemctl --user show --property=NRestarts --value \(Self.unit)) = 1 ] &&"
                + " systemctl --user is-active \(Self.unit) | grep -qx active; do sleep 0.1; done")
        try manager.waitForJournal(containing: "Watchdog timeout")
        let log = try manager.run("journalctl --user --output=cat | tail -n 40").output
        #expect(try scene.screens.ramps()[crtc] == before, "\(log)")
        // One that does not hang is not killed: its keep-alives arrive for longer than the timeout.
        func shown(_ property: String) -> String {
            "systemctl --user show --property=\(property) --value \(Self.unit)"
        }
        let alive = shown("WatchdogTimestampMonotonic")
        try manager.succeed(
            "first=$(\(alive)); until [ $(\(alive)) -ge $((first + 5000000)) ]; do sleep 0.1; done")
        #expect(try manager.succeed(shown("NRestarts")) == "1")
    }

    /// systemd 257, unlike 252, starts the unit of `OnFailure=` before each restart too; here the test does.
    @Test(.row("N38")) func `the screen stays red while a killed filter is started again`() throws {
        let scene = try NightScene()
        let crtc = try scene.onlyCRTC()
        let manager = try SystemdInstallation.manager { home in
            try home.write(
                "[Service]\nRestartSec=600\n",
                to: ".config/systemd/user/appearance-nightfilter.service.d/later.conf")
        }
        try Self.startAtNight(on: scene, in: manager)
        try manager.succeed("systemctl --user kill --signal=KILL \(Self.unit)")
        try manager.succeed(
            "until systemctl --user show --property=SubState \(Self.unit) | grep -q auto-restart; do sleep 0.1; done"
        )
        try manager.succeed("systemctl --user start \(Self.unit)-reset")
        let log = try manager.run("journalctl --user --output=cat | tail -n 40").output
        #expect(try scene.screens.ramps()[crtc]?.areRed == true, "\(log)")
        // So that all these starts do not prevent the last one.
        let limit =
            "systemctl --user show --property=StartLimitIntervalUSec --value \(Self.unit)-reset"
        #expect(try manager.succeed(limit) == "0")
    }

    /// Returns the words that start a compositor of the user's own under the manager, with ramps, which it
    /// logs in a file.
    private static func sway(_ unit: String, _ log: String) -> String {
        "systemd-run --user --unit=\(unit) --setenv=LD_PRELOAD=$HOME/gamma_log.so"
            + " --setenv=GAMMA_LOG=$HOME/\(log) --setenv=WLR_BACKENDS=headless"
            + " --setenv=WLR_RENDERER=pixman --setenv=WLR_LIBINPUT_NO_DEVICES=1"
            + " sway --config $HOME/sway.conf"
    }

    private static func managerOfSway() throws -> UserManager {
        try SystemdInstallation.manager { home in
            _ = try PreloadedLibrary.compile("gamma_log", in: home)
            try home.write(
                "exec systemctl --user import-environment WAYLAND_DISPLAY\n", to: "sway.conf")
            try home.write(
                "[nightfilter]\nfade = \"0s\"\n", to: ".config/appearanced/config.toml")
        }
    }

    /// The second one cannot have the name of the first.
    @Test(.row("N39"), .requires(.sway, .compiler))
    func `the unit follows to a compositor of another name`() throws {
        let manager = try Self.managerOfSway()
        func isRed(_ log: String) -> String {
            "until tail -n 1 \(log) | grep -Eq '^[0-9]+ 256 [1-9][0-9]* 0 0 '; do sleep 0.1; done"
        }
        try manager.succeed(Self.sway("first", "gamma"))
        try manager.succeed(
            "until systemctl --user show-environment | grep -q WAYLAND_; do sleep 0.1; done")
        try manager.succeed("systemctl --user set-environment APPEARANCE_FAKE=night")
        try manager.succeed("systemctl --user start appearance-nightfilter")
        try manager.succeed(isRed("gamma"))
        try manager.succeed("systemctl --user stop first")
        try manager.waitForJournal(
            "--user --unit appearance-nightfilter", containing: "waiting for the compositor")
        try manager.succeed(
            "systemd-run --user --unit=holder flock $XDG_RUNTIME_DIR/wayland-1.lock sleep infinity")
        try manager.succeed(Self.sway("second", "other"))
        let red = try manager.run("timeout 50 sh -c \"\(isRed("other"))\"")
        let log = try manager.run("journalctl --user --output=cat | tail -n 40").output
        #expect(red.status == 0, "\(log)")
        #expect(log.contains("the display wayland-1 is gone; the session has wayland-2"), "\(log)")
    }

    @Test(.requires(.sway, .compiler, .wlsunset))
    func `the unit works on Wayland and names the filter that it yields to`() throws {
        let manager = try Self.managerOfSway()
        func run(_ command: String) throws {
            let outcome = try manager.run(command)
            let log = try manager.run("journalctl --user --output=cat | tail -n 40").output
            try #require(outcome.status == 0, "\(command): \(outcome.output)\n\(log)")
        }
        // The number of the output, the length of its ramps, and the sums of red, green and blue.
        func waitForRamps(_ condition: String) throws {
            try run(
                "until tail -n 1 gamma | awk '\(condition) { found = 1 } END { exit !found }';"
                    + " do sleep 0.1; done")
        }
        let isRed = "$2 == 256 && $3 > 0 && $4 == 0 && $5 == 0"
        try run(Self.sway("compositor", "gamma"))
        try run("until systemctl --user show-environment | grep -q WAYLAND_; do sleep 0.1; done")
        try run("systemctl --user set-environment APPEARANCE_FAKE=night")
        try run("systemctl --user start appearance-nightfilter")
        try waitForRamps(isRed)
        try run("systemd-run --user --unit=other wlsunset -l 52 -L 13")
        try manager.waitForJournal(
            "--user --unit appearance-nightfilter", containing: "wlsunset controls its colours")
        try run("systemctl --user stop other")
        try waitForRamps(isRed)
        try run("systemctl --user stop appearance-nightfilter")
        try waitForRamps("$2 == 0")
    }

    @Test func `the unit is part of the graphical session`() throws {
        let unit = try Repository.text(of: "systemd/appearance-nightfilter.service")
            .split(separator: "\n")
        #expect(unit.contains("WantedBy=graphical-session.target"))
        #expect(unit.contains("PartOf=graphical-session.target"))
        // Sessions that never reach that target start it by this; where systemd does, it does not.
        let entry = try Repository.text(of: "config/appearance-nightfilter.desktop")
            .split(separator: "\n")
        #expect(entry.contains("Exec=appearance-nightfilter"))
        #expect(entry.contains("X-systemd-skip=true"))
    }
}
