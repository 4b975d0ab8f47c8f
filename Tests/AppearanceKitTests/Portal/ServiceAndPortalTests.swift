import AppearanceKit
import AppearanceTestSupport
import Foundation
import Testing

/// Following the real daemon and a portal together, as every app does by default.
@Suite(.bounded, .requires(.bus, .busClient, .fakeLogind)) struct ServiceAndPortalTests {
    private let session: Session

    init() throws { session = try Session() }

    private static func settings(_ scheme: Int, contrast: Int = 1) -> String {
        """
        {"org.freedesktop.appearance": {"color-scheme": dbus.UInt32(\(scheme)),
            "contrast": dbus.UInt32(\(contrast)), "reduced-motion": dbus.UInt32(1),
            "accent-color": dbus.Struct((1.0, 0.5, 0.0), signature="ddd"),
            "later": dbus.Dictionary({"key": dbus.Array([1, 2], signature="x")},
                signature="sv")},
         "org.gnome.desktop.interface": {"text-scaling-factor": 1.25, "clock-format": "24h"},
         "io.github.appearanced": {"other": "word"}}
        """
    }

    private func follower() throws -> AppearanceFollower {
        try AppearanceFollower(socket: session.socket, bus: session.bus.address)
    }

    @Test func `the portal decides everything while no daemon runs`() throws {
        let portal = try FakePortal(on: session.bus, settings: Self.settings(1))
        let status = try follower().status
        #expect(status.origin == .portal)
        #expect(status.appearance == .dark)
        #expect(status.explanation == "Dark, as the desktop portal reports.")
        #expect(
            Traits(status)
                == Traits(
                    appearance: .dark, contrast: .high, reducedMotion: true,
                    accent: Color(red: 1, green: 0.5, blue: 0), textScale: 1.25))
        withExtendedLifetime(portal) {}
    }

    @Test func `an app finds the portal in a runtime directory of any name`() throws {
        let folder = session.home.path + "/it's 1,2;3%*é"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/bus", withDestinationPath: session.home.path + "/session-bus")
        let portal = try FakePortal(on: session.bus, settings: Self.settings(1))
        var environment = session.home.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = nil
        environment["XDG_RUNTIME_DIR"] = folder
        let follow = try ChildProcess(
            BuiltProducts.directory + "/example-follow", [], environment: environment)
        try follow.waitForLine(containing: "dark, high contrast (portal)")
        withExtendedLifetime(portal) {}
    }

    @Test func `the portal is read once at the start and once after a change`() throws {
        let portal = try FakePortal(on: session.bus, settings: Self.settings(1))
        let follower = try follower()
        #expect(try portal.readings() == 1)
        try portal.change(to: Self.settings(2), emitting: "color-scheme")
        try follower.waitForStatus("the change") { $0.appearance == .light }
        #expect(try portal.readings() == 2)
    }

    @Test func `the daemon decides the appearance and the portal the other traits`() throws {
        let portal = try FakePortal(on: session.bus, settings: Self.settings(2))
        try session.start()
        try session.set("night")
        let follower = try follower()
        #expect(follower.status.origin == .daemon)
        #expect(follower.status.mode == .night)
        #expect(
            Traits(follower.status)
                == Traits(
                    appearance: .night, contrast: .high, reducedMotion: true,
                    accent: Color(red: 1, green: 0.5, blue: 0), textScale: 1.25))
        try portal.change(to: Self.settings(2, contrast: 0), emitting: "contrast")
        try follower.waitForStatus("standard contrast") { $0.contrast == .standard }
        #expect(follower.status.appearance == .night)
    }

    @Test func `the portal takes over from a daemon that stops, until it returns`() throws {
        let portal = try FakePortal(on: session.bus, settings: Self.settings(1))
        try session.start()
        try session.set("night")
        let follower = try follower()
        #expect(follower.status.appearance == .night)
        try session.stop()
        let status = try follower.waitForStatus("the portal") { $0.origin == .portal }
        #expect(status.appearance == .dark)
        #expect(status.previous == .night)
        #expect(status.contrast == .high)
        try session.start()
        try follower.waitForStatus("the daemon") { $0.origin == .daemon }
        #expect(follower.status.appearance == .night)
        withExtendedLifetime(portal) {}
    }

    @Test func `a portal without a colour scheme leaves the last appearance in effect`() throws {
        let settings = #"{"org.freedesktop.appearance": {"contrast": dbus.UInt32(1)}}"#
        let portal = try FakePortal(on: session.bus, settings: settings)
        try session.start()
        try session.set("night")
        let follower = try follower()
        try session.stop()
        let status = try follower.waitForStatus("the loss") { $0.origin == .remembered }
        #expect(status.appearance == .night)
        #expect(status.contrast == .high)
        withExtendedLifetime(portal) {}
    }

    @Test func `a portal that has exited is not believed after the daemon`() throws {
        var portal: FakePortal? = try FakePortal(on: session.bus, settings: Self.settings(1))
        let follower = try follower()
        #expect(follower.status.appearance == .dark)
        withExtendedLifetime(portal) {}
        portal = nil
        try session.start()
        try session.set("light")
        try follower.waitForStatus("the daemon") { $0.mode == .light }
        try session.stop()
        let status = try follower.waitForStatus("the loss") { $0.origin != .daemon }
        #expect(status.origin == .remembered)
        #expect(status.appearance == .light)
        #expect(status.contrast == .high)
    }

    @Test func `a portal that exits leaves the last appearance until one starts`() throws {
        var portal: FakePortal? = try FakePortal(on: session.bus, settings: Self.settings(1))
        let follower = try follower()
        let before = follower.status
        withExtendedLifetime(portal) {}
        portal = nil
        let status = try follower.waitForStatus("the loss") { $0.origin != .portal }
        #expect(status.origin == .remembered)
        #expect(status.appearance == .dark)
        #expect(status.sequence == before.sequence)
        let next = try FakePortal(on: session.bus, settings: Self.settings(1))
        try follower.waitForStatus("the return") { $0.origin == .portal }
        withExtendedLifetime(next) {}
    }

    /// Any program on the bus may send a message of any size.
    @Test func `a message above the limit is skipped`() throws {
        let portal = try FakePortal(on: session.bus, settings: Self.settings(1))
        let follower = try follower()
        #expect(follower.status.appearance == .dark)
        let long = String(repeating: "x", count: 1_100_000)
        try portal.change(to: Self.settings(2), emitting: long, "color-scheme")
        try follower.waitForStatus("the change after it") { $0.appearance == .light }
    }
}
