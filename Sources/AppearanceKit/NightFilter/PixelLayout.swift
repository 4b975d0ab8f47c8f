/// How a picture lies in memory: rows of pixels of four bytes, from the top.
public struct PixelLayout: Hashable, Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// From one row to the next; what lies behind the pixels of a row is not touched.
    public let bytesPerRow: Int
    /// What a pixel is.
    public let format: PixelFormat

    /// A layout; without `bytesPerRow` the rows follow each other without a gap.
    public init(
        width: Int, height: Int, bytesPerRow: Int? = nil, format: PixelFormat
    ) throws(PixelLayoutError) {
        guard width >= 0, height >= 0 else { throw .negativeSize(width: width, height: height) }
        let (needed, isTooWide) = width.multipliedReportingOverflow(by: 4)
        let row = bytesPerRow ?? needed
        guard !isTooWide, row >= needed else {
            throw .rowsOverlap(bytesPerRow: row, width: width)
        }
        guard !row.multipliedReportingOverflow(by: height).overflow else {
            throw .tooLarge(width: width, height: height)
        }
        self.width = width
        self.height = height
        self.bytesPerRow = row
        self.format = format
    }

    /// From the first byte of the first pixel to the last byte of the last one.
    public var byteCount: Int {
        width == 0 || height == 0 ? 0 : bytesPerRow * (height - 1) + width * 4
    }

    func check(_ count: Int) throws(PixelLayoutError) {
        guard count >= byteCount else { throw .bufferTooSmall(bytes: count, needed: byteCount) }
    }
}
