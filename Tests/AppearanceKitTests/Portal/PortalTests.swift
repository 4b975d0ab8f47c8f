import AppearanceKit
import AppearanceTestSupport
import DaemonClient
import Foundation
import Testing

/// Following the real xdg-desktop-portal alone, with the real daemon as its backend.
@Suite(.bounded, .requires(.bus, .busClient, .portal)) struct PortalTests {
    private let session: Session
    private let frontend: PortalFrontend

    init() throws {
        session = try Session("dark")
        frontend = try PortalFrontend(in: session)
    }

    @Test func `the portal alone reports every appearance`() throws {
        let follower = try AppearanceFollower(socket: nil, bus: session.bus.address)
        try follower.waitForStatus("the first answer") { $0.origin == .portal }
        #expect(follower.status.appearance == .dark)
        for mode in ["night", "light", "night", "dark"] {
            let before = follower.status
            try session.set(mode)
            let status = try follower.waitForStatus(mode) { $0.appearance.rawValue == mode }
            #expect(status.previous == before.appearance)
            #expect(status.sequence == before.sequence + 1)
        }
    }

    @Test func `an app follows the portal as it follows the daemon`() throws {
        let app = try AppAppearance(
            id: "org.example.Reader",
            following: AppearanceFollower(socket: nil, bus: session.bus.address),
            configurationHome: session.home.configHome)
        let window = app.root.child()
        try session.set("night")
        let deadline = ContinuousClock.now + ChildProcess.timeout
        while window.traits.appearance != .night {
            try #require(try isReadable(app.fileDescriptor, until: deadline))
            app.process()
        }
        #expect(window.traits.differentiateWithoutColor)
    }

    @Test func `the portal reports contrast and reduced motion`() throws {
        try session.stop()
        try session.home.write(
            configuration: """
                [sensor]
                source = "none"
                [portal]
                contrast = "higher"
                reduced_motion = true
                """)
        try session.start()
        let follower = try AppearanceFollower(socket: nil, bus: session.bus.address)
        try follower.waitForStatus("more contrast") { $0.contrast == .high }
        #expect(follower.status.reducedMotion)
    }

    @Test func `a portal that is killed is followed again`() throws {
        let follower = try AppearanceFollower(socket: nil, bus: session.bus.address)
        try follower.waitForStatus("the first answer") { $0.origin == .portal }
        try frontend.kill()
        try session.set("night")
        let next = try PortalFrontend(in: session)
        try follower.waitForStatus("night") { $0.appearance == .night }
        withExtendedLifetime(next) {}
    }

    @Test func `a bus that restarts is followed again`() throws {
        let follower = try AppearanceFollower(socket: nil, bus: session.bus.address)
        try follower.waitForStatus("the first answer") { $0.origin == .portal }
        try session.bus.kill()
        let status = try follower.waitForStatus("the loss") { $0.origin == .remembered }
        #expect(status.appearance == .dark)
        try session.bus.restart()
        try session.stop()
        try session.start()
        let next = try PortalFrontend(in: session)
        try follower.waitForStatus("the portal") { $0.origin == .portal }
        withExtendedLifetime(next) {}
    }

    @Test func `changes of the portal arrive as a sequence`() async throws {
        let address = session.bus.address
        var changes = AppearanceChanges(socket: nil, bus: address).makeAsyncIterator()
        try session.set("night")
        let deadline = Deadline()
        while let status = await changes.next(), status.appearance != .night {
            try deadline.check("night")
        }
        try session.set("light")
        #expect(await changes.next()?.appearance == .light)
    }
}

/// Without a portal.
@Suite(.bounded, .requires(.bus)) struct NoPortalTests {
    @Test func `the appearance is light without a bus`() throws {
        for address in [
            nil, "unix:path=/nonexistent/bus", "nonsense", "", "unix:", "unix:path=%2",
            "tcp:host=x",
            "unix:path=" + String(repeating: "x", count: 200),
        ] {
            let follower = try AppearanceFollower(socket: nil, bus: address)
            #expect(follower.status.origin == .fallback)
            #expect(follower.status.appearance == .light)
        }
    }

    @Test(.requires(.portal)) func `a bus without a portal is light until one starts`() throws {
        let session = try Session("dark")
        let follower = try AppearanceFollower(socket: nil, bus: session.bus.address)
        #expect(follower.status.origin == .fallback)
        let frontend = try PortalFrontend(in: session)
        let status = try follower.waitForStatus("the portal") { $0.origin == .portal }
        #expect(status.appearance == .dark)
        withExtendedLifetime(frontend) {}
    }

    @Test func `a bus that hangs delays a program by its timeout at most`() throws {
        let session = try Session()
        session.bus.stop()
        let follower = try AppearanceFollower(socket: nil, bus: session.bus.address)
        #expect(follower.status.origin == .fallback)
        #expect(follower.process() == nil)
        session.bus.resume()
    }
}
