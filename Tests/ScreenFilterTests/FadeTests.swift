import AppearanceModel
import AppearanceTestSupport
import ScreenFilter
import Testing

/// How a screen goes from one state to the other.
@Suite(.bounded) struct FadeTests {
    /// The lightness of an encoded grey, 0 to 100: the sRGB curve, then CIE 1976 L*.
    /// https://www.w3.org/Graphics/Color/sRGB, https://cie.co.at/eilvterm/17-23-075
    private func lightness(_ encoded: Double) -> Double {
        let linear =
            encoded <= 0.04045 ? encoded / 12.92 : power((encoded + 0.055) / 1.055, 2.4)
        return linear <= 0.008856 ? linear * 903.3 : 116 * cubeRoot(linear) - 16
    }

    /// By halving, as no mathematics library is needed for a test.
    private func cubeRoot(_ value: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if middle * middle * middle < value { low = middle } else { high = middle }
        }
        return low
    }

    /// A number from 0 to 1 to the 2.4th: its square, times the fifth root of its square.
    private func power(_ value: Double, _ exponent: Double) -> Double {
        let square = value * value
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if middle * middle * middle * middle * middle < square {
                low = middle
            } else {
                high = middle
            }
        }
        return exponent == 2.4 ? square * low : .nan
    }

    /// Each step of a fade whose timer is exact.
    private func moments(_ fade: Fade, from begin: Int64) -> [(at: Int64, progress: Double)] {
        var moments = [(begin, fade.progress(at: begin))]
        while let next = fade.nextStep(after: moments[moments.count - 1].0) {
            moments.append((next, fade.progress(at: next)))
        }
        return moments
    }

    @Test func `the steps of a fade are even and at most 60 a second`() {
        let begin: Int64 = 7_000_000
        let moments = moments(Fade(from: 0, to: 1, at: begin, lasting: 3_000_000), from: begin)
        #expect(moments.count == 181)
        #expect(moments.last?.progress == 1)
        #expect(moments.last?.at == 10_000_000)
        let steps = zip(moments, moments.dropFirst())
        #expect(steps.allSatisfy { $1.at - $0.at >= 16_666 })
        let differences = steps.map { lightness(1 - $0.progress) - lightness(1 - $1.progress) }
        let mean = differences.reduce(0, +) / Double(differences.count)
        #expect(differences.allSatisfy { (0.4 * mean...1.3 * mean).contains($0) })
    }

    /// A screen of 256 levels shows no more.
    @Test func `a long fade has no invisible step`() {
        #expect(moments(Fade(from: 0, to: 1, at: 0, lasting: 600_000_000), from: 0).count == 256)
        #expect(moments(Fade(from: 0.5, to: 0.4, at: 0, lasting: 60_000_000), from: 0).count == 27)
    }

    @Test func `a fade without a duration is one step`() {
        let fade = Fade(from: 0, to: 1, at: 7, lasting: 0)
        #expect(fade.progress(at: 7) == 1)
        #expect(fade.nextStep(after: 7) == nil)
    }

    @Test func `a fade without a distance is one step`() {
        let fade = Fade(from: 1, to: 1, at: 0, lasting: 3_000_000)
        #expect(moments(fade, from: 0).allSatisfy { $0.progress == 1 })
        #expect(moments(fade, from: 0).count == 2)
    }

    @Test func `a late step continues at the current progress`() {
        let fade = Fade(from: 1, to: 0, at: 0, lasting: 1_000_000)
        #expect(fade.progress(at: 500_000) == 0.5)
        #expect(fade.progress(at: 5_000_000) == 0)
        #expect(fade.nextStep(after: 5_000_000) == nil)
        #expect(fade.nextStep(after: 990_000) == 1_000_000)
    }
}
