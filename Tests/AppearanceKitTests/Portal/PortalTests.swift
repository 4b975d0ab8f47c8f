import AppearanceKit
import AppearanceKitPortal
import AppearanceTestSupport
import Foundation
import Testing

/// Following by the real xdg-desktop-portal, with the real service behind it.
@Suite(.bounded, .requires(.bus, .busClient, .portal)) struct PortalTests {
    private let session: Session
    private let frontend: PortalFrontend

    init() throws {
        session = try Session("dark")
        frontend = try PortalFrontend(in: session)
    }

    @Test func everyAppearanceIsTold() throws {
        let follower = try PortalFollower(address: session.bus.address)
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

    @Test func anAppFollowsAsItFollowsTheService() throws {
        let app = try AppAppearance(
            id: "org.example.Reader", following: PortalFollower(address: session.bus.address),
            configurationHome: session.home.configHome)
        let window = app.root.child()
        try session.set("night")
        let deadline = ContinuousClock.now + ChildProcess.patience
        while window.traits.appearance != .night {
            try #require(try isReadable(app.fileDescriptor, until: deadline))
            app.process()
        }
        #expect(window.traits.differentiateWithoutColor)
    }

    @Test func contrastAndMotionAreTold() throws {
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
        let follower = try PortalFollower(address: session.bus.address)
        try follower.waitForStatus("more contrast") { $0.contrast == .high }
        #expect(follower.status.reducedMotion)
    }

    @Test func aPortalThatIsKilledIsFollowedAgain() throws {
        let follower = try PortalFollower(address: session.bus.address)
        try follower.waitForStatus("the first answer") { $0.origin == .portal }
        try frontend.kill()
        try session.set("night")
        let next = try PortalFrontend(in: session)
        try follower.waitForStatus("night") { $0.appearance == .night }
        withExtendedLifetime(next) {}
    }

    @Test func aBusThatIsLostIsLookedForAgain() throws {
        let follower = try PortalFollower(address: session.bus.address)
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

    @Test func changesComeAsASequence() async throws {
        let address = session.bus.address
        var changes = AppearanceChanges { try PortalFollower(address: address) }
            .makeAsyncIterator()
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
    @Test func withoutABusItIsLight() throws {
        for address in [nil, "unix:path=/nonexistent/bus", "nonsense", ""] {
            let follower = try PortalFollower(address: address)
            #expect(follower.status.origin == .fallback)
            #expect(follower.status.appearance == .light)
        }
    }

    @Test(.requires(.portal)) func aBusWithoutAPortalIsLightUntilOneComes() throws {
        let session = try Session("dark")
        let follower = try PortalFollower(address: session.bus.address)
        #expect(follower.status.origin == .fallback)
        let frontend = try PortalFrontend(in: session)
        let status = try follower.waitForStatus("the portal") { $0.origin == .portal }
        #expect(status.appearance == .dark)
        withExtendedLifetime(frontend) {}
    }

    @Test func aBusThatHangsKeepsNobodyWaiting() throws {
        let session = try Session()
        session.bus.stop()
        let follower = try PortalFollower(address: session.bus.address)
        #expect(follower.status.origin == .fallback)
        #expect(follower.process() == nil)
        session.bus.resume()
    }
}
