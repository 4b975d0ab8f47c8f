internal import CameraLight
internal import Linux

/// The reason why a grab has no level; its text is the end of a log line.
enum CameraError: Error, Equatable {
    /// No device is a camera of this kind, or the named one is none.
    case missing(String)
    /// Another program uses the camera.
    case busy(String)
    /// The camera was unplugged, or its driver fails.
    case gone(String, Errno)
    /// The camera cannot measure light, for a reason that does not pass.
    case refused(String, String)
    /// The camera delivers no picture in time.
    case noPicture(String)
    /// The picture shows nothing: a cover, a shutter, or darkness.
    case blank(String)
    /// The lid is closed over the camera.
    case lidClosed
    /// The original values cannot be kept or restored, so nothing is changed.
    case journal(String)
    /// Another program of ours uses a camera at this moment.
    case locked

    init(_ errno: Errno, of path: String) {
        self = errno == .busy ? .busy(path) : .gone(path, errno)
    }

    /// Whether the camera is used again only after a long time.
    var needsLongPause: Bool {
        switch self {
        case .noPicture, .refused, .missing: true
        case .busy, .gone, .blank, .lidClosed, .journal, .locked: false
        }
    }
}

extension CameraError: CustomStringConvertible {
    var description: String {
        switch self {
        case .missing(let device):
            device.isEmpty
                ? "there is no camera that delivers YUYV or GREY pictures"
                : "camera.device is \"\(device)\", and there is no such camera"
        case .busy(let path): "another program uses \(path)"
        case .gone(let path, let errno): "\(path) was unplugged or fails: \(errno)"
        case .refused(let path, let reason): "\(path) cannot measure light: \(reason)"
        case .noPicture(let path): "\(path) delivers no picture in time"
        case .blank(let path):
            "the picture of \(path) shows nothing; it is covered, or the room is dark"
        case .lidClosed: "the lid is closed"
        case .journal(let reason): reason
        case .locked: "another appearance-camera uses a camera at this moment"
        }
    }
}
