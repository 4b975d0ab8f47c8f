import AppearanceTestSupport
import ScreenFilter
import Testing

/// The matrix as the kernel's drivers carry it.
@Suite(.bounded) struct ColorMatrixTests {
    static let plain: [UInt32] = [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]

    @Test func `the value 1 has 1 in the upper word`() {
        #expect(ColorMatrix.identity.words == Self.plain)
        #expect(ColorMatrix(words: Self.plain) == .identity)
    }

    /// The sign is a separate bit, not the two's complement.
    @Test func `a negative number has a sign bit`() throws {
        var words = Self.plain
        words[2] = 0x8000_0000
        words[3] = 0x8000_0001
        let matrix = try #require(ColorMatrix(words: words))
        #expect(matrix.elements[1] == -1.5)
        #expect(matrix.words == words)
    }

    @Test(arguments: [0, 17, 19])
    func `a matrix has exactly 18 words`(_ count: Int) {
        #expect(ColorMatrix(words: Array(repeating: 0, count: count)) == nil)
    }

    @Test func `a value beyond the range is clamped`() throws {
        let most = Array(repeating: UInt32.max, count: 18).enumerated().map { index, word in
            index % 2 == 1 ? word & 0x7FFF_FFFF : word
        }
        let matrix = try #require(ColorMatrix(words: most))
        let squared = (matrix * matrix).words
        #expect(squared[0...1] == [0xFFFF_FC00, 0x7FFF_FFFF])
    }

    @Test func `a product applies the right matrix first`() throws {
        var swap = [UInt32](repeating: 0, count: 18)
        swap[3] = 1
        swap[7] = 1
        swap[17] = 1
        var half = Self.plain
        (half[0], half[1]) = (0x8000_0000, 0)
        let left = try #require(ColorMatrix(words: half))
        let right = try #require(ColorMatrix(words: swap))
        #expect((left * right).elements == [0, 0.5, 0, 1, 0, 0, 0, 0, 1])
        #expect((right * left).elements == [0, 1, 0, 0.5, 0, 0, 0, 0, 1])
    }

    @Test(.row("N5")) func `a black matrix is not restored`() throws {
        let black = try #require(ColorMatrix(words: Array(repeating: 0, count: 18)))
        #expect(black.isBlack)
        #expect(black.restorable == .identity)
        #expect(ColorMatrix.identity.restorable == .identity)
    }
}
