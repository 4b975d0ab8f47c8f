import AppearanceModel
import AppearanceTestSupport
import ScreenFilter
import Testing

/// What is kept of a screen, as bytes that anyone may have written.
@Suite(.bounded) struct SavedScreenTests {
    private var sample: SavedScreen {
        var saved = SavedScreen(NightTransformTests.red)
        saved.ramps = [62: NightTransformTests.bent, 3: .plain(count: 2)]
        saved.matrices = [78: (0..<18).map { $0 &* 0x1357_9BDF }]
        return saved
    }

    @Test func `what is kept is read back`() throws {
        let read = try #require(SavedScreen(sample.bytes))
        #expect(read == sample)
        #expect(read.ramps[62] == NightTransformTests.bent)
        #expect(read.matrices[78] == sample.matrices[78])
        #expect(read.transform.tint == sample.transform.tint)
    }

    @Test func `a dark tint that was lifted is read back too`() {
        let night = NightTransform(
            tint: AccentColor(red: 3, green: 1, blue: 0), floor: 0.3, progress: 1)
        #expect(SavedScreen(SavedScreen(night).bytes)?.transform.tint == night.tint)
    }

    @Test(.row("N13")) func `half of it is none`() {
        let bytes = sample.bytes
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(SavedScreen(Array(bytes.prefix(count))) == nil)
        }
        #expect(SavedScreen(bytes + [0]) == nil)
    }

    @Test(.row("N13"), arguments: Seeds.chosen(1...10))
    func `bytes at random are never more than refused`(seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        for _ in 0..<30 {
            var bytes = sample.bytes
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<200, using: &dice)] = .random(in: 0...255, using: &dice)
            }
            guard let read = SavedScreen(bytes) else { continue }
            #expect(read.bytes.count == bytes.count)
        }
    }
}
