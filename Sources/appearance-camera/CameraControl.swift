internal import CVideo

/// A control of a camera.
struct CameraControl {
    let number: video_number
    /// The name in messages.
    let name: String
    let range: ClosedRange<Int32>
}
