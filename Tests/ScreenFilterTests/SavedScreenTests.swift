import AppearanceModel
import AppearanceTestSupport
import ScreenFilter
import Testing

/// The saved state of a screen, encoded in bytes that may be invalid.
@Suite(.bounded) struct SavedScreenTests {
    private var sample: SavedScreen {
        var saved = SavedScreen(NightTransformTests.red)
        saved.ramps = [62: NightTransformTests.bent, 3: .plain(count: 2)]
        saved.matrices = [78: (0..<18).map { $0 &* 0x1357_9BDF }]
        return saved
    }

    @Test func `a saved state is read back unchanged`() throws {
        let read = try #require(SavedScreen(sample.bytes))
        #expect(read == sample)
        #expect(read.ramps[62] == NightTransformTests.bent)
        #expect(read.matrices[78] == sample.matrices[78])
        #expect(read.transform.tint == sample.transform.tint)
    }

    @Test func `a tint that was raised to the minimum is read back`() {
        let night = NightTransform(
            tint: AccentColor(red: 3, green: 1, blue: 0), floor: 0.3, progress: 1)
        #expect(SavedScreen(SavedScreen(night).bytes)?.transform.tint == night.tint)
    }

    @Test func `a state of a version without evenings is read`() throws {
        let old = Array("1FNA".utf8) + sample.bytes[4..<36] + sample.bytes[(36 + 48)...]
        let read = try #require(SavedScreen(old))
        #expect(read == sample)
        #expect(read.transform.evening == .none)
    }

    private static func evening(_ progress: Double) -> NightTransform {
        NightTransformTests.red.over(
            EveningColors(ColorTemperature(kelvin: 2700), progress: progress))
    }

    /// The filter saves each step before it sets the ramps, and may be killed in between.
    @Test(.row("N48"), .scaledAtNight, arguments: [0.0, 0.3, 1.0])
    func `the colours of the evening are recognized before and after a step`(_ night: Double) throws
    {
        let base = NightTransformTests.bent
        var saved = SavedScreen(NightTransformTests.red)
        saved.ramps = [62: base]
        let steps = Nightly.count(40, byDay: 12)
        for step in 1...steps {
            saved.advance(to: Self.evening(Double(step) / Double(steps)))
            let read = try #require(SavedScreen(saved.bytes))
            for shown in [step - 1, step] {
                let ramps = Self.evening(Double(shown) / Double(steps)).at(night).ramps(over: base)
                let found = try #require(read.progress(of: 62, showing: ramps))
                #expect(abs(found - night) < 0.05)
            }
        }
        // Those of another program are not.
        let others = Self.evening(0.4).at(0).ramps(over: base)
        #expect(saved.progress(of: 62, showing: others) == nil)
    }

    /// A size of ramps has 16 bits, and any client may write the state.
    @Test(.row("N13")) func `ramps longer than the server has them are refused`() {
        var saved = SavedScreen(NightTransformTests.red)
        saved.ramps = [62: .plain(count: 65_535)]
        #expect(SavedScreen(saved.bytes) == saved)
        saved.ramps = [62: .plain(count: 65_536)]
        #expect(SavedScreen(saved.bytes) == nil)
    }

    @Test(.row("N13")) func `a truncated state is refused`() {
        var small = sample
        small.ramps[62] = nil
        small.matrices = [:]
        for (bytes, step) in [(sample.bytes, 7), (small.bytes, 1)] {
            for count in stride(from: 0, to: bytes.count, by: step) {
                #expect(SavedScreen(Array(bytes.prefix(count))) == nil)
            }
            #expect(SavedScreen(bytes + [0]) == nil)
        }
    }

    /// The screen would be black.
    @Test(.row("N13")) func `a tint that is darker than its minimum is refused`() {
        func bytes(_ floor: Double) -> [UInt8] {
            let black = AccentColor(red: 0, green: 0, blue: 0)
            return SavedScreen(NightTransform(tint: black, floor: floor, progress: 1)).bytes
        }
        #expect(bytes(0.5).starts(with: Array("2FNA".utf8)))
        #expect(SavedScreen(bytes(0.5)) != nil)
        #expect(SavedScreen(bytes(0)) == nil)
        #expect(SavedScreen(Array(bytes(0.25)[..<28] + bytes(0.5)[28...])) == nil)
    }

    @Test(.row("N13"), arguments: Seeds.chosen(1...10))
    func `random bytes are refused`(seed: UInt64) {
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
