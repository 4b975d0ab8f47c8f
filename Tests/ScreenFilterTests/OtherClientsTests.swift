import AppearanceTestSupport
import ScreenFilter
import Testing

/// Programs that read the ramps of a red screen, or set others there.
@Suite(.bounded) struct OtherClientsTests {
    private static let plain = GammaRamps.plain(count: 256)
    private static let red = ramps(1, 0, 0)
    private var others = OtherClients()

    /// Ramps with so much of each channel.
    private static func ramps(_ red: Double, _ green: Double, _ blue: Double) -> GammaRamps {
        func table(_ factor: Double) -> [UInt16] {
            plain.red.map { UInt16(Double($0) * factor) }
        }
        return GammaRamps(red: table(red), green: table(green), blue: table(blue)) ?? plain
    }

    private mutating func judge(
        _ present: GammaRamps, of crtc: UInt32 = 1, by client: UInt32 = 7
    ) -> OtherClients.Verdict {
        others.evaluate(present, of: crtc, by: client, ours: Self.red, least: 6553)
    }

    @Test mutating func `ramps that are set once become the base of the night`() {
        #expect(judge(Self.ramps(1, 0.7, 0.4)) == .base)
        #expect(judge(Self.ramps(1, 0.7, 0.4), of: 2) == .base)
        #expect(judge(Self.ramps(1, 0.6, 0.3), by: 8) == .base)
        #expect(others.keepers.isEmpty)
    }

    @Test mutating func `a client that sets ramps again keeps the output until it exits`() {
        #expect(judge(Self.ramps(1, 0.7, 0.4)) == .base)
        #expect(judge(Self.ramps(1, 0.7, 0.4)) == .kept)
        #expect(others.keepers == [1: 7])
        #expect(others.ends(8).isEmpty)
        #expect(others.ends(7) == [1])
        #expect(others.keepers.isEmpty)
        #expect(judge(Self.ramps(1, 0.7, 0.4)) == .base)
        #expect(judge(Self.ramps(1, 0.7, 0.4)) == .kept)
        others.forgetChanges()
        #expect(others.keepers.isEmpty)
        #expect(judge(Self.ramps(1, 0.7, 0.4)) == .base)
    }

    @Test mutating func `the filter's own ramps do not count as another client's`() {
        for _ in 0..<9 {
            #expect(judge(Self.red) == .fine)
            #expect(judge(Self.ramps(0.6, 0, 0)) == .fine)
            let (dark, darker) = (Self.ramps(0.1, 0, 0), Self.ramps(0.095, 0, 0))
            #expect(others.evaluate(darker, of: 1, by: 7, ours: dark, least: 6553) == .fine)
        }
    }

    /// Ramps below the minimum do not count as darkening, but as a black screen.
    @Test(.row("N21")) mutating func `ramps close to black are not kept`() {
        #expect(judge(Self.ramps(0.01, 0, 0)) == .echo)
        #expect(judge(Self.ramps(0, 0, 0), by: 8) == .echo)
    }

    @Test(.row("N41")) mutating func `almost black ramps never become the base`() {
        let dark = Self.ramps(0.04, 0.04, 0.04)
        #expect(dark.isAlmostBlack)
        // The least brightness of redshift.
        #expect(!Self.ramps(0.1, 0.1, 0.1).isAlmostBlack)
        #expect(judge(dark) == .echo)
        #expect(judge(dark) == .kept)
    }

    @Test(.row("N20")) mutating func `ramps derived from those of the night are not used as base`()
    {
        others.reads(7, [1: Self.ramps(1, 0.5, 0.5)])
        others.reads(7, [2: Self.plain])
        #expect(others.hasReaders)
        #expect(judge(Self.ramps(1, 0.4, 0.3)) == .echo)
        #expect(others.isEcho(Self.ramps(1, 0.4, 0.3), of: 1, by: 7))
        #expect(!others.isEcho(Self.plain, of: 1, by: 7))
        #expect(judge(Self.plain, by: 8) == .base)
        others.forgetChanges()
        #expect(others.hasReaders)
        _ = others.ends(7)
        #expect(!others.hasReaders)
    }
}
