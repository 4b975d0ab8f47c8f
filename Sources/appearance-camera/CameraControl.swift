internal import CVideo

/// A control of a camera.
struct CameraControl {
    let number: video_number
    /// The name in messages.
    let name: String
    let range: ClosedRange<Int32>
    /// The distance between two values that it takes.
    let step: Int32

    /// Returns the nearest value above zero that it takes.
    func nearest(_ value: Int32) -> Int32 {
        let (start, step) = (Int64(range.lowerBound), Int64(max(step, 1)))
        let greatest = (Int64(range.upperBound) - start) / step
        let nearest = (max(Int64(value) - start, 0) + step / 2) / step
        let least = start > 0 ? 0 : -start / step + 1
        return Int32(start + min(max(nearest, least), greatest) * step)
    }
}
