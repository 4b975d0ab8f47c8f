import AppearanceModel
import AppearanceTestSupport
import ScreenFilter
import Testing

/// Ramps and matrices for the night.
@Suite(.bounded) struct NightTransformTests {
    static let red = NightTransform(
        tint: AccentColor(red: 255, green: 0, blue: 0), floor: 0.1, progress: 1)

    /// Ramps as a colour profile has them: bent, and different for each channel.
    static let bent: GammaRamps = {
        func table(_ factor: Double) -> [UInt16] {
            (0..<256).map { UInt16(Double($0 * $0) * factor) }
        }
        guard let ramps = GammaRamps(red: table(1), green: table(0.9), blue: table(0.7))
        else { fatalError("three tables of one length are ramps") }
        return ramps
    }()

    @Test func `a red tint keeps the red ramp and clears the others`() {
        let ramps = Self.red.ramps(over: Self.bent)
        #expect(ramps.red == Self.bent.red)
        #expect(ramps.hasNoGreenOrBlue)
    }

    @Test func `at progress 0 the ramps are unchanged`() throws {
        #expect(Self.red.at(0).ramps(over: Self.bent) == Self.bent)
        #expect(Self.red.at(-1) == Self.red.at(0) && Self.red.at(2) == Self.red)
        #expect(Self.red.at(0).matrix(over: .identity) == .identity)
        let black = try #require(GammaRamps(red: [0, 0], green: [0, 0], blue: [0, 0]))
        #expect(Self.red.at(0).ramps(over: black) == black)
        let none = try #require(ColorMatrix(words: Array(repeating: 0, count: 18)))
        #expect(Self.red.at(0).matrix(over: none) == none)
        #expect(NightTransform.none.ramps(over: Self.bent) == Self.bent)
    }

    @Test(arguments: [0.0, 0.25, 0.5, 0.75, 1.0])
    func `the progress is the loss of green and blue`(_ progress: Double) {
        let ramps = Self.red.at(progress).ramps(over: .plain(count: 1024))
        #expect(ramps.red.last == 65535)
        #expect(abs(Double(ramps.green[1023]) - 65535 * (1 - progress)) <= 1)
        #expect(ramps.green == ramps.blue)
    }

    @Test(.row("N6"), arguments: [0, 1, 2, 16, 255])
    func `no tint is darker than the minimum`(_ level: UInt8) throws {
        let night = NightTransform(
            tint: AccentColor(red: level, green: 0, blue: 0), floor: 0.2, progress: 1)
        let least = UInt16((0.2 * 65535).rounded(.down))
        #expect(night.ramps(over: .plain(count: 256)).brightest >= least)
        let words = night.matrix(over: .identity).elements
        #expect(words[0...2].reduce(0, +) >= 0.2 - 1e-9)
        #expect(night.tint.green == 0 && night.tint.blue == 0)
    }

    @Test(arguments: [(0.1, 0.4), (0.4, 0.4), (0.8, 0.8), (1.0, 1.0)])
    func `a tint is raised to the minimum without a change of its hue`(
        _ floor: Double, _ greatest: Double
    ) {
        let color = AccentColor(red: 51, green: 102, blue: 102)
        let tint = NightTransform(tint: color, floor: floor, progress: 1).tint
        for (found, share) in [(tint.red, 0.5), (tint.green, 1), (tint.blue, 1)] {
            #expect(abs(found - share * greatest) < 1e-9)
        }
    }

    @Test(.row("N7"), arguments: [1, 20, 300, 6000])
    func `a screen that another program darkened stays visible`(_ white: Int) throws {
        let table = (0..<256).map { UInt16($0 * white / 255) }
        let dark = try #require(GammaRamps(red: table, green: table, blue: table))
        let night = Self.red.ramps(over: dark)
        #expect(night.brightest >= 6553)
        #expect(night.hasNoGreenOrBlue)
        #expect(Self.red.at(0.5).ramps(over: dark).brightest == max(UInt16(white), 3277))
    }

    /// Without green such a ramp has no red to keep, and would be black.
    @Test(.row("N7")) func `a screen without red stays visible`() throws {
        let none = [UInt16](repeating: 0, count: 256)
        let green = (0..<256).map { UInt16($0 * 257) }
        let base = try #require(GammaRamps(red: none, green: green, blue: none))
        #expect(!base.hasNoGreenOrBlue)
        let night = Self.red.ramps(over: base)
        #expect(night.brightest == 65535)
        #expect(night.hasNoGreenOrBlue)
    }

    private static let evening = EveningColors(ColorTemperature(kelvin: 3400), progress: 1)

    @Test func `the evening scales each channel, and mixes none`() {
        let evening = Self.red.at(0).over(Self.evening)
        let ramps = evening.ramps(over: .plain(count: 1024))
        #expect(ramps.red.last == 65535)
        #expect(abs(Double(ramps.green[1023]) - 65535 * Self.evening.gains.green) <= 1)
        #expect(abs(Double(ramps.blue[1023]) - 65535 * Self.evening.gains.blue) <= 1)
        let elements = evening.matrix(over: .identity).elements
        #expect(elements[0] == 1 && elements[4] == Self.evening.gains.green)
        #expect(elements[8] == Self.evening.gains.blue)
        #expect([1, 2, 3, 5, 6, 7].allSatisfy { elements[$0] == 0 })
        #expect(!evening.isNone && Self.red.at(0).isNone)
    }

    /// Neither on the way to night nor back is any channel brighter than in the evening.
    @Test(.row("N49")) func `night begins and ends with the colours of the evening`() {
        var before = Self.red.at(0).over(Self.evening).ramps(over: Self.bent)
        #expect(before != Self.bent)
        for step in 1...100 {
            let night = Self.red.at(Double(step) / 100).over(Self.evening)
            let ramps = night.ramps(over: Self.bent)
            #expect(zip(ramps.green, before.green).allSatisfy { $0 <= $1 })
            #expect(zip(ramps.blue, before.blue).allSatisfy { $0 <= $1 })
            let matrix = night.matrix(over: .identity).elements
            #expect(matrix[8] <= Self.evening.gains.blue && matrix[4] <= Self.evening.gains.green)
            before = ramps
        }
        #expect(before == Self.red.ramps(over: Self.bent))
    }

    @Test func `the matrix weights luminance as the standard does`() {
        #expect(
            Self.red.matrix(over: .identity).elements == [
                0.2126, 0.7152, 0.0722, 0, 0, 0, 0, 0, 0,
            ])
    }

    @Test func `at progress 0.5 the matrix is the mean of both`() {
        let elements = Self.red.at(0.5).matrix(over: .identity).elements
        #expect(elements[0] == 0.5 + 0.2126 / 2)
        #expect(elements[4] == 0.5)
        #expect(elements[8] == 0.5)
    }

    @Test(.row("N3"), arguments: [0.0, 0.004, 0.2, 0.5, 0.731, 1.0])
    func `the filter recognizes its own ramps`(_ progress: Double) throws {
        let ramps = Self.red.at(progress).ramps(over: Self.bent)
        let found = try #require(Self.red.progress(from: Self.bent, to: ramps))
        #expect(abs(found - progress) < 0.01)
    }

    /// Hardware of eight bits keeps the upper ones.
    @Test func `the filter recognizes its own ramps at a lower precision`() throws {
        let ramps = Self.red.at(0.6).ramps(over: Self.bent)
        func cut(_ table: [UInt16]) -> [UInt16] { table.map { $0 & 0xFF00 } }
        let kept = try #require(
            GammaRamps(red: cut(ramps.red), green: cut(ramps.green), blue: cut(ramps.blue)))
        #expect(Self.red.progress(from: Self.bent, to: kept) != nil)
    }

    @Test(.row("N8")) func `the ramps of other programs are not recognized as its own`() throws {
        let warm = (0..<256).map { UInt16($0 * 200) }
        let others = try #require(
            GammaRamps(red: Self.bent.red, green: warm, blue: Self.bent.blue))
        #expect(Self.red.progress(from: Self.bent, to: others) == nil)
        #expect(Self.red.progress(from: Self.bent, to: .plain(count: 128)) == nil)
    }

    @Test func `a difference of three levels of eight bits is invisible`() throws {
        func ramps(_ red: UInt16) throws -> GammaRamps {
            try #require(GammaRamps(red: [0, red], green: [0, 0], blue: [0, 0]))
        }
        let base = try ramps(10_000)
        #expect(try base.isNear(ramps(10_771)) && !base.isNear(ramps(10_772)))
        #expect(try ramps(10_771).isWithin(base) && !ramps(10_772).isWithin(base))
        #expect(!base.isNear(.plain(count: 3)) && base.distance(to: .plain(count: 3)) == nil)
        #expect(GammaRamps.plain(count: 2).red == [0, 65535])
    }

    @Test func `empty ramps or ramps of different lengths are refused`() {
        #expect(GammaRamps(red: [0, 1], green: [0], blue: [0, 1]) == nil)
        #expect(GammaRamps(red: [], green: [], blue: []) == nil)
        #expect(GammaRamps(red: [1], green: [1], blue: [1]) == nil)
    }
}
