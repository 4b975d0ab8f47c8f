import AppearanceTestSupport
import CameraLight
import Testing

/// The exposures of a grab, before a scene whose pictures are computed.
@Suite(.bounded) struct ExposureSearchTests {
    /// Returns the picture of a scene, as a camera takes it: too bright or dark values are cut off.
    private func picture(_ lux: Double, _ exposure: Int32) -> PictureLight {
        let mean = lux * Double(exposure) / 100_000 * 0.18
        return PictureLight(
            mean: min(mean, 1), clipped: mean >= 0.6 ? min(1, mean - 0.5) : 0, contrast: 20)
    }

    /// Returns the result of a search, and its exposures.
    private func search(
        _ lux: Double, from last: Int32? = nil, range: ClosedRange<Int32> = 3...2047,
        isVerifying: Bool = false
    ) throws -> (step: ExposureSearch.Step, exposures: [Int32]) {
        var search = try #require(ExposureSearch(within: range, isVerifying: isVerifying))
        var exposures = [search.first(after: last)]
        var step = ExposureSearch.Step.blank
        for _ in 0...ExposureSearch.mostSteps {
            let present = exposures[exposures.count - 1]
            step = search.next(after: picture(lux, present), at: present)
            guard case .expose(let next) = step else { break }
            exposures.append(next)
        }
        return (step, exposures)
    }

    @Test(arguments: [5.0, 50, 500, 5_000, 50_000], [nil, 3, 1_000] as [Int32?])
    func `every level is measured in three steps of at most 16`(lux: Double, last: Int32?) throws {
        for isVerifying in [false, true] {
            let (step, exposures) = try search(lux, from: last, isVerifying: isVerifying)
            guard case .measured(let level) = step else {
                Issue.record("\(step) of \(lux), \(exposures)")
                return
            }
            #expect(abs(level - lux) <= lux * 0.01, "\(exposures)")
            #expect(exposures.count <= 3)
            for (one, next) in zip(exposures, exposures.dropFirst()) {
                let factor = Double(next) / Double(one)
                #expect((1 / 17.0...17).contains(factor))
            }
        }
    }

    @Test func `a level near the last one takes one exposure`() throws {
        let first = try search(300)
        let last = try #require(first.exposures.last)
        #expect(try search(350, from: last).exposures == [last])
    }

    @Test func `a picture that shows nothing is no level`() throws {
        var search = try #require(ExposureSearch(within: 3...2047, isVerifying: false))
        let blank = PictureLight(mean: 0.18, clipped: 0, contrast: 0.5)
        #expect(search.next(after: blank, at: 100) == .blank)
        let dark = PictureLight(mean: 0, clipped: 0, contrast: 5)
        #expect(search.next(after: dark, at: 1_000) == .blank)
    }

    @Test func `an exposure without an effect is found`() throws {
        var search = try #require(ExposureSearch(within: 3...2047, isVerifying: true))
        let picture = PictureLight(mean: 0.18, clipped: 0, contrast: 20)
        #expect(search.next(after: picture, at: 100) == .expose(25))
        #expect(search.next(after: picture, at: 25) == .withoutEffect)
    }

    @Test func `a control with one value is no exposure`() {
        #expect(ExposureSearch(within: 5...5, isVerifying: false) == nil)
        #expect(ExposureSearch(within: 2_000...9_000, isVerifying: false) == nil)
    }
}
