import AppearanceTestSupport
import CameraLight
import Testing

/// The light in the bytes of a picture.
@Suite(.bounded) struct PictureLightTests {
    private func layout(
        _ width: Int, _ height: Int, bytesPerLine: Int? = nil, bytesPerLuma: Int = 2,
        isFullRange: Bool = false, isLinear: Bool = false
    ) -> PictureLight.Layout {
        PictureLight.Layout(
            width: width, height: height, bytesPerLine: bytesPerLine ?? 0,
            bytesPerLuma: bytesPerLuma, isFullRange: isFullRange, isLinear: isLinear)
    }

    /// Returns the light of a picture whose luma a function of its column and row returns.
    private func light(
        _ layout: PictureLight.Layout, _ luma: (Int, Int) -> UInt8
    ) -> PictureLight {
        var bytes = [UInt8](repeating: 128, count: layout.bytes)
        for row in 0..<layout.height {
            for column in 0..<layout.width {
                bytes[row * layout.bytesPerLine + column * layout.bytesPerLuma] = luma(column, row)
            }
        }
        return PictureLight(bytes.span, layout)
    }

    @Test(arguments: [(16, 0.0), (235, 1.0), (118, 0.185)] as [(UInt8, Double)])
    func `the mean is that of the light, without the gamma`(luma: UInt8, mean: Double) {
        let light = light(layout(160, 120)) { _, _ in luma }
        #expect(abs(light.mean - mean) < 0.005)
        #expect(light.isBlank)
    }

    @Test func `half of a picture that is white has half of the light`() {
        let light = light(layout(160, 120)) { column, _ in column < 80 ? 16 : 235 }
        #expect(abs(light.mean - 0.5) < 0.01)
        #expect(abs(light.clipped - 0.5) < 0.01)
        #expect(!light.isBlank)
    }

    @Test func `padding and other ranges of luma are read`() {
        let grey = layout(
            64, 48, bytesPerLine: 100, bytesPerLuma: 1, isFullRange: true, isLinear: true)
        #expect(grey.bytes == 100 * 47 + 64)
        #expect(abs(light(grey) { _, _ in 51 }.mean - 0.2) < 0.001)
    }

    @Test func `a large picture is sampled evenly`() {
        let light = light(layout(1_920, 1_080)) { column, row in
            (column / 240 + row / 135) % 2 == 0 ? 16 : 235
        }
        #expect(abs(light.mean - 0.5) < 0.02)
    }

    @Test func `noise alone shows nothing`() {
        let light = light(layout(160, 120)) { column, row in
            UInt8(16 + (column * 31 + row * 17) % 7)
        }
        #expect(light.isBlank)
    }
}
