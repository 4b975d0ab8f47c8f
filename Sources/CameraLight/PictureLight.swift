internal import Glibc

/// The light in one picture of a camera, in proportion to that of the scene.
package struct PictureLight: Equatable, Sendable {
    /// The arrangement of the luma in the bytes of a picture.
    package struct Layout: Equatable, Sendable {
        package let width: Int
        package let height: Int
        package let bytesPerLine: Int
        /// The bytes from one luma to the next: 2 for YUYV, 1 for GREY.
        package let bytesPerLuma: Int
        /// Whether 0 is black and 255 white, in place of 16 and 235.
        package let isFullRange: Bool
        /// Whether the luma is in proportion to the light already.
        package let isLinear: Bool

        package init(
            width: Int, height: Int, bytesPerLine: Int, bytesPerLuma: Int, isFullRange: Bool,
            isLinear: Bool
        ) {
            self.width = width
            self.height = height
            self.bytesPerLine = max(bytesPerLine, width * bytesPerLuma)
            self.bytesPerLuma = bytesPerLuma
            self.isFullRange = isFullRange
            self.isLinear = isLinear
        }

        /// The bytes of a whole picture; the last line may lack the padding.
        package var bytes: Int { bytesPerLine * (height - 1) + width * bytesPerLuma }
    }

    /// The fields in a row and in a column, whose means are compared: noise does not change them.
    private static let fieldsPerSide = 8
    /// The most samples in a row or column; more would take longer and tell the same.
    private static let samplesPerSide = 160

    /// The mean of the light, from 0 to 1.
    package let mean: Double
    /// The part of the samples that are as bright as they can be.
    package let clipped: Double
    /// The difference between the brightest and the darkest field, in steps of the luma.
    package let contrast: Double

    package init(mean: Double, clipped: Double, contrast: Double) {
        self.mean = mean
        self.clipped = clipped
        self.contrast = contrast
    }

    /// Reads the luma of a picture, which has at least the bytes of the layout.
    package init(_ bytes: Span<UInt8>, _ layout: Layout) {
        let (columns, rows) = (Self.steps(layout.width), Self.steps(layout.height))
        var counts = [Int](repeating: 0, count: 256)
        let fields = Self.fieldsPerSide * Self.fieldsPerSide
        var sums = [Int](repeating: 0, count: fields)
        var samples = [Int](repeating: 0, count: fields)
        for row in stride(from: 0, to: layout.height, by: rows) {
            let line = row * layout.bytesPerLine
            let fieldLine = row * Self.fieldsPerSide / layout.height * Self.fieldsPerSide
            for column in stride(from: 0, to: layout.width, by: columns) {
                let luma = Int(bytes[line + column * layout.bytesPerLuma])
                let field = fieldLine + column * Self.fieldsPerSide / layout.width
                counts[luma] += 1
                sums[field] += luma
                samples[field] += 1
            }
        }
        let all = Double(max(samples.reduce(0, +), 1))
        let white = layout.isFullRange ? 255 : 235
        var light = 0.0
        for (luma, count) in counts.enumerated() where count > 0 {
            light += Double(count) * Self.light(of: luma, layout)
        }
        mean = light / all
        // The last steps are not reached where noise is cut off.
        clipped = Double(counts[(white - 2)...].reduce(0, +)) / all
        let means = zip(sums, samples).filter { $0.1 > 0 }.map { Double($0.0) / Double($0.1) }
        contrast = (means.max() ?? 0) - (means.min() ?? 0)
    }

    private static func steps(_ side: Int) -> Int {
        max(1, (side + samplesPerSide - 1) / samplesPerSide)
    }

    /// Returns the light of a luma by the transfer function of sRGB, which cameras of YUYV use.
    ///
    /// https://docs.kernel.org/userspace-api/media/v4l/colorspaces-details.html
    private static func light(of luma: Int, _ layout: Layout) -> Double {
        let (black, white) = layout.isFullRange ? (0.0, 255.0) : (16.0, 235.0)
        let value = min(max((Double(luma) - black) / (white - black), 0), 1)
        guard !layout.isLinear else { return value }
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// Whether it shows nothing, as behind a cover: all its fields are equally bright.
    package var isBlank: Bool { contrast < 2 }
}
