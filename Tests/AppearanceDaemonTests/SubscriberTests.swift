import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

@testable import AppearanceDaemon

/// The differences between two snapshots that a subscriber of the socket receives.
@Suite(.bounded) struct SubscriberTests {
    private static let snapshot: Snapshot? = {
        let now = Moment(
            boot: BootTime(microsecondsSinceBoot: 0), wall: WallTime(microsecondsSinceEpoch: 0))
        var engine = Engine(
            EngineSettings(Configuration(), place: nil, zone: .utc), saved: nil, at: now)
        _ = engine.handle(.started, at: now)
        return engine.snapshot
    }()

    private func differs(_ change: (inout Snapshot) -> Void) throws -> Bool {
        let snapshot = try #require(Self.snapshot)
        var next = snapshot
        change(&next)
        return next.differsForSubscribers(from: snapshot)
    }

    @Test func `every part of a decision is published`() throws {
        let later = WallTime(microsecondsSinceEpoch: 1)
        #expect(try differs { $0.mode = .light })
        #expect(try differs { $0.appearance = .night })
        #expect(try differs { $0.reason = .sensor })
        #expect(try differs { $0.until = later })
        #expect(try differs { $0.next = NextChange(at: later, appearance: .dark) })
        #expect(try differs { $0.sensor = .trusted })
        #expect(try differs { $0.paused = true })
        #expect(try differs { $0.configurationError = "mistake" })
    }

    @Test func `light that does not change a decision is not published`() throws {
        #expect(try !differs { $0.light = LightReading(value: 80, unit: .lux) })
        #expect(try !differs { _ in })
    }
}
