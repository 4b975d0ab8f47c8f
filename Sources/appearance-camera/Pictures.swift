internal import CameraLight
internal import Linux

/// The pictures of a camera while it streams; each is overwritten once its light is known.
final class Pictures {
    private let camera: Camera
    private let layout: PictureLight.Layout
    private let buffers: [PictureBuffer]

    init(of camera: Camera, count: UInt32, _ layout: PictureLight.Layout) throws(CameraError) {
        (self.camera, self.layout) = (camera, layout)
        var buffers: [PictureBuffer] = []
        for index in 0..<count { buffers.append(try camera.map(index)) }
        self.buffers = buffers
    }

    /// Starts the pictures, and waits for the first one, which is not used.
    func start(within timeout: Duration) throws(CameraError) {
        for index in buffers.indices { try camera.enqueue(UInt32(index)) }
        try camera.stream(true)
        _ = try receive(isUsed: false, by: SystemClock.monotonic() + timeout.microseconds)
    }

    /// Returns the light of a picture after so many others, which may have another exposure.
    func next(after skipped: Int, by deadline: Int64) throws(CameraError) -> PictureLight {
        var rest = skipped
        while true {
            if let light = try receive(isUsed: rest <= 0, by: deadline) { return light }
            rest -= 1
        }
    }

    /// Waits for a picture, and returns its light if that is used and the picture is whole.
    private func receive(
        isUsed: Bool, by deadline: Int64
    ) throws(CameraError) -> PictureLight? {
        guard let picture = try camera.dequeue(by: deadline) else { throw .noPicture(camera.path) }
        guard let buffer = buffers.dropFirst(Int(picture.index)).first
        else { throw .gone(camera.path, .invalidArgument) }
        let light = isUsed ? buffer.light(layout, bytes: picture.bytes) : nil
        buffer.clear()
        try camera.enqueue(picture.index)
        return light
    }
}
