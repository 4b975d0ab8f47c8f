import AppearanceTestSupport
import Testing

/// `doctor` and `setup` with a real user manager; each fix is run as it is printed.
@Suite(.bounded, .requires(.userManager)) struct SystemdDoctorTests {
    /// Returns the current finding of a check.
    private func finding(_ check: String, in manager: UserManager) throws -> JSON {
        let items = try JSON(parsing: manager.run("appearancectl doctor --json").output).items
        return try #require(items.first { $0["check"].string == check })
    }

    /// Runs the fix of a failed check, and returns the new finding.
    private func fixed(_ check: String, in manager: UserManager) throws -> JSON {
        let before = try finding(check, in: manager)
        #expect(["broken", "warning"].contains(before["status"].string))
        let fix = try #require(before["fix"].string)
        let outcome = try manager.run(fix)
        #expect(outcome.status == 0, "\(fix): \(outcome.output)")
        return try finding(check, in: manager)
    }

    @Test func `a service that was never enabled runs after its fix`() throws {
        let manager = try SystemdInstallation.manager()
        #expect(try fixed("service", in: manager)["status"] == "ok")
        #expect(try finding("socket", in: manager)["status"] == "ok")
        #expect(try finding("bus names", in: manager)["status"] == "ok")
    }

    @Test func `a service that was stopped runs after its fix`() throws {
        let manager = try SystemdInstallation.manager()
        #expect(try manager.run("systemctl --user enable appearanced").status == 0)
        #expect(try fixed("service", in: manager)["status"] == "ok")
    }

    @Test func `a service that was only started is enabled by its fix`() throws {
        let manager = try SystemdInstallation.manager()
        #expect(try manager.run("systemctl --user start appearanced").status == 0)
        #expect(try fixed("service", in: manager)["status"] == "ok")
    }

    @Test func `a masked service runs after its fix`() throws {
        let manager = try SystemdInstallation.manager()
        #expect(try manager.run("systemctl --user mask appearanced").status == 0)
        #expect(try fixed("service", in: manager)["status"] == "ok")
    }

    @Test func `a service whose name is taken runs after its fix`() throws {
        let manager = try SystemdInstallation.manager()
        let other = "systemd-run --user --unit=other --service-type=notify appearanced"
        #expect(try manager.run(other).status == 0)
        // It runs, but not by the unit, so it would not start at the next login.
        #expect(try fixed("service", in: manager)["status"] != "broken")
    }

    @Test func `the fix imports the variables of the session`() throws {
        let manager = try SystemdInstallation.manager()
        try manager.run("export XDG_CURRENT_DESKTOP=sway:wlroots WAYLAND_DISPLAY=wayland-1")
        #expect(try fixed("session variables", in: manager)["status"] == "ok")
    }

    /// As after su.
    @Test(arguments: [
        ("unset XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS", "session bus"),
        ("mkdir elsewhere && export XDG_RUNTIME_DIR=$PWD/elsewhere", "socket"),
    ])
    func `the fix of a missing or wrong runtime directory reaches the service`(
        change: String, check: String
    ) throws {
        let manager = try SystemdInstallation.manager()
        #expect(try manager.run("systemctl --user enable --now appearanced").status == 0)
        try manager.run(change)
        #expect(try finding("service", in: manager)["status"] == "skipped")
        #expect(try fixed(check, in: manager)["status"] == "ok")
        #expect(try finding("service", in: manager)["status"] == "ok")
    }

    @Test func `doctor does not start a socket-activated service`() throws {
        let manager = try SystemdInstallation.manager()
        #expect(try manager.run("systemctl --user start appearanced.socket").status == 0)
        #expect(try finding("socket", in: manager)["status"] == "skipped")
        let state = try manager.run("systemctl --user show -P ActiveState appearanced.service")
        #expect(state.output == "inactive")
    }

    /// Plain window managers never reach the target that the filter starts with.
    @Test(.requires(.xvfb)) func `a filter that its session does not start runs after its fix`()
        throws
    {
        let server = try XServer(in: TestHome())
        let manager = try SystemdInstallation.manager()
        #expect(try finding("whole screen", in: manager)["status"] == "skipped")
        try manager.run("systemctl --user enable appearance-nightfilter")
        try manager.run("export DISPLAY=\(server.display)")
        let fixed = try fixed("whole screen", in: manager)
        #expect(fixed["status"] == "ok")
        #expect(fixed["finding"].string?.contains("screen by red channel") == true)
    }

    @Test func `setup makes every change once`() throws {
        let manager = try SystemdInstallation.manager()
        // Where a distribution puts the backend's file, the portal looks by itself.
        try manager.run(
            "export XDG_CURRENT_DESKTOP=sway"
                + " XDG_DESKTOP_PORTAL_DIR=/usr/local/share/xdg-desktop-portal/portals")
        let refused = try manager.run("appearancectl setup")
        #expect(refused.status == 2)
        #expect(try manager.run("systemctl --user is-enabled -q appearanced").status != 0)
        let done = try manager.run("appearancectl setup --yes")
        #expect(done.status == 0, "\(done.output)")
        #expect(try finding("service", in: manager)["status"] == "ok")
        #expect(try manager.run("appearancectl config check").status == 0)
        let again = try manager.run("appearancectl setup")
        #expect(again.status == 0)
        // An old portal needs root once, which setup reports and does not do.
        let isOld = again.output.contains("Not by setup: xdg-desktop-portal 1.1")
        let end =
            isOld ? "Setup has nothing left to do." : "Everything is set up; nothing to do."
        #expect(again.output.contains(end), "\(again.output)")
        #expect(try manager.run("appearancectl portal install").output.contains("already"))
    }
}
