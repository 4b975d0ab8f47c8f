/// Why no picture can lie in memory like this.
public enum PixelLayoutError: Error, Hashable, CustomStringConvertible {
    /// A width or height below 0.
    case negativeSize(width: Int, height: Int)
    /// A row begins before the one above it ends.
    case rowsOverlap(bytesPerRow: Int, width: Int)
    /// More than any memory holds.
    case tooLarge(width: Int, height: Int)
    /// The memory ends before the picture.
    case bufferTooSmall(bytes: Int, needed: Int)

    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .negativeSize(let width, let height):
            "a picture cannot be \(width) x \(height) pixels; both must be 0 or more"
        case .rowsOverlap(let bytesPerRow, let width):
            "\(bytesPerRow) bytes a row are too few for \(width) pixels of 4 bytes; "
                + "bytesPerRow is counted in bytes, not in pixels"
        case .tooLarge(let width, let height):
            "\(width) x \(height) pixels are more than any memory holds"
        case .bufferTooSmall(let bytes, let needed):
            "the buffer has \(bytes) bytes and the picture \(needed); "
                + "see whether width, height and bytesPerRow are those of this buffer"
        }
    }
}
