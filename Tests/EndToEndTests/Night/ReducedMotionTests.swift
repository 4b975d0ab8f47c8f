import AppearanceTestSupport
import Foundation
import Testing

/// The real xdg-desktop-portal, which requests reduced motion of every app.
@Suite(.bounded, .requires(.bus, .busClient, .portal, .xvfb, .compiler)) struct ReducedMotionTests {
    private func portal(for scene: NoticeScene) throws -> ChildProcess {
        let portals = scene.daemon.home.path + "/portals"
        try FileManager.default.createDirectory(
            atPath: portals, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Repository.root + "/config/appearanced.portal",
            toPath: portals + "/appearanced.portal")
        let environment = scene.daemon.environment.merging([
            "XDG_DESKTOP_PORTAL_DIR": portals, "XDG_CURRENT_DESKTOP": "sway",
        ]) { $1 }
        let client = try BusClient(
            environment: environment, name: "org.freedesktop.portal.Desktop",
            path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Settings")
        let frontend = try ChildProcess(Requirement.portalFrontend, [], environment: environment)
        try client.waitForOwner()
        return frontend
    }

    /// A fade of ten minutes would not be over in the time that a test waits.
    @Test(.row("N36")) func `with reduced motion the screen changes at once`() throws {
        let scene = try NoticeScene(
            notice: "0s", night: "fade = \"10m\"\n[portal]\nreduced_motion = true")
        let portal = try portal(for: scene)
        let filter = try scene.filter()
        try scene.feed(0.5)
        try filter.waitUntilRed(true)
        #expect(try scene.ramps()?.areRed == true)
        try scene.feed(200)
        try filter.waitUntilRed(false)
        #expect(try scene.ramps() == scene.before)
        #expect(try filter.process.terminate() == .exited(0))
        withExtendedLifetime(portal) {}
    }

    /// A portal with a desktop's own key: GNOME had one before there was one
    /// for all.
    @Test(
        .row("N36"),
        .requires(.fakeLogind),
        arguments: [
            "{'org.freedesktop.appearance': {'reduced-motion': dbus.UInt32(1)}}",
            "{'org.gnome.desktop.interface': {'enable-animations': dbus.Boolean(False)}}",
        ])
    func `every form of the setting is read`(_ settings: String) throws {
        let scene = try NoticeScene(notice: "0s", night: "fade = \"10m\"")
        let portal = try FakePortal(on: scene.daemon.bus, settings: settings)
        let filter = try scene.filter()
        try scene.feed(0.5)
        try filter.waitUntilRed(true)
        #expect(try scene.ramps()?.areRed == true)
        #expect(try filter.process.terminate() == .exited(0))
        withExtendedLifetime(portal) {}
    }

    /// The fade begins without the reply of the portal.
    @Test(.row("N36")) func `a portal that hangs delays nothing`() throws {
        let scene = try NoticeScene(notice: "0s", night: "fade = \"200ms\"")
        let portal = try portal(for: scene)
        portal.signal(19)
        let filter = try scene.filter()
        try scene.feed(0.5)
        try filter.waitUntilRed(true)
        #expect(try scene.ramps()?.areRed == true)
        #expect(try filter.process.terminate() == .exited(0))
    }
}
