import AppearanceTestSupport
import Testing

/// The filter's unit as it is installed, under a real user's manager.
@Suite(.requires(.userManager, .xvfb)) struct FilterUnitTests {
    /// Started before the desktop has said which display there is, it is left out, and that is no
    /// failure; afterwards it works inside its sandbox.
    @Test func theUnitWaitsForTheDisplaysVariablesAndWorksInItsSandbox() throws {
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

    @Test func itBelongsToTheGraphicalSession() throws {
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
