internal import CVideo
internal import CameraLight
internal import Glibc
internal import Linux

/// A device of Video4Linux2 that captures pictures, opened.
///
/// https://docs.kernel.org/userspace-api/media/v4l/v4l2.html
final class Camera {
    /// The reason why a device is none.
    static let noPictures = "it captures no pictures"

    let path: String
    let name: CameraName
    private let descriptor: Descriptor
    /// Whether it was switched on.
    private(set) var wasUsed = false

    /// Opens a device.
    ///
    /// - Throws: `CameraError` if it cannot be opened, or captures no pictures.
    init(_ path: String) throws(CameraError) {
        self.path = path
        do throws(IOError) {
            descriptor = try Descriptor(opening: path, flags: O_RDWR | O_NONBLOCK | O_NOCTTY)
        } catch {
            throw Self.error(error.errno ?? .noSuchDevice, path)
        }
        var answer = v4l2_capability()
        let number = descriptor.rawValue
        guard SystemCall.attempt({ video_ioctl(number, VIDEO_QUERYCAP, &answer) }).value != nil
        else { throw .refused(path, Self.noPictures) }
        name = CameraName(card: Self.text(answer.card), place: Self.text(answer.bus_info))
        let abilities =
            answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) == 0
            ? answer.capabilities : answer.device_caps
        let needed = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        guard abilities & needed == needed else { throw .refused(path, Self.noPictures) }
    }

    private static func error(_ errno: Errno, _ path: String) -> CameraError {
        switch errno {
        case .permissionDenied, .notPermitted:
            .refused(
                path,
                "it may not be opened. In a session at the machine its user may; otherwise members of the group video"
            )
        case .noSuchFile: .missing(path)
        default: CameraError(errno, of: path)
        }
    }

    /// Returns the text in an array of C, up to its NUL.
    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).withoutControls
        }
    }

    /// Sends a request, and returns the error; `nil` for success.
    private func request<Argument>(
        _ request: video_request, _ argument: inout Argument
    ) -> Errno? {
        let number = descriptor.rawValue
        return withUnsafeMutablePointer(to: &argument) { argument in
            switch SystemCall.attempt({ video_ioctl(number, request, argument) }) {
            case .success: nil
            case .failure(let errno): errno
            }
        }
    }

    private func send<Argument>(
        _ request: video_request, _ argument: inout Argument
    ) throws(CameraError) {
        if let errno = self.request(request, &argument) { throw CameraError(errno, of: path) }
    }

    // MARK: Controls

    /// Returns a control; `nil` if the camera does not have it, or it cannot be changed.
    func control(_ number: video_number, _ name: String) -> CameraControl? {
        var answer = v4l2_queryctrl()
        answer.id = number.rawValue
        let unusable = UInt32(V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY)
        guard request(VIDEO_QUERYCTRL, &answer) == nil, answer.flags & unusable == 0,
            answer.minimum <= answer.maximum
        else { return nil }
        return CameraControl(
            number: number, name: name, range: answer.minimum...answer.maximum,
            step: answer.step)
    }

    /// Whether a control with a menu has an item.
    func hasItem(_ item: Int32, of control: CameraControl) -> Bool {
        var answer = v4l2_querymenu()
        (answer.id, answer.index) = (control.number.rawValue, UInt32(item))
        return request(VIDEO_QUERYMENU, &answer) == nil
    }

    /// Returns the value of a control.
    func value(of number: UInt32) throws(CameraError) -> Int32 {
        var control = v4l2_control()
        control.id = number
        try send(VIDEO_G_CTRL, &control)
        return control.value
    }

    /// Sets a control, and checks that it has the value.
    func set(_ number: UInt32, _ name: String, to value: Int32) throws(CameraError) {
        var control = v4l2_control()
        (control.id, control.value) = (number, value)
        try send(VIDEO_S_CTRL, &control)
        let present = try self.value(of: number)
        guard present == value else {
            throw .refused(path, "its \(name) is \(present) after it was set to \(value)")
        }
    }

    // MARK: The format

    /// Whether it has a format of pictures.
    func hasFormat(_ format: video_number) -> Bool {
        // A driver has a handful.
        for index in 0..<64 {
            var answer = v4l2_fmtdesc()
            (answer.index, answer.type) = (UInt32(index), V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
            guard request(VIDEO_ENUM_FMT, &answer) == nil else { return false }
            if answer.pixelformat == format.rawValue { return true }
        }
        return false
    }

    /// The present format.
    func format() throws(CameraError) -> v4l2_format {
        var format = v4l2_format()
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        try send(VIDEO_G_FMT, &format)
        return format
    }

    /// Sets a format, and returns that which the driver has chosen.
    @discardableResult
    func set(_ format: v4l2_format) throws(CameraError) -> v4l2_format {
        var format = format
        try send(VIDEO_S_FMT, &format)
        return format
    }

    // MARK: Pictures

    /// Returns this number of buffers for pictures, or as many as the driver gives; 0 releases them.
    @discardableResult
    func requestBuffers(_ count: UInt32) throws(CameraError) -> UInt32 {
        var buffers = v4l2_requestbuffers()
        buffers.count = count
        buffers.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        buffers.memory = V4L2_MEMORY_MMAP.rawValue
        try send(VIDEO_REQBUFS, &buffers)
        return buffers.count
    }

    private func buffer(_ index: UInt32) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = index
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    /// Maps a buffer into memory.
    func map(_ index: UInt32) throws(CameraError) -> PictureBuffer {
        var buffer = buffer(index)
        try send(VIDEO_QUERYBUF, &buffer)
        let count = Int(buffer.length)
        let start = mmap(
            nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.rawValue,
            off_t(buffer.m.offset))
        guard count > 0, let start, start != MAP_FAILED else { throw .gone(path, .current) }
        return PictureBuffer(UnsafeMutableRawBufferPointer(start: start, count: count))
    }

    /// Gives a buffer to the driver.
    func enqueue(_ index: UInt32) throws(CameraError) {
        var buffer = buffer(index)
        try send(VIDEO_QBUF, &buffer)
    }

    /// Takes the next picture from the driver: its buffer and its size in bytes, 0 for a damaged one; `nil` if
    /// there is none at the deadline, a time of the monotonic clock.
    func dequeue(by deadline: Int64) throws(CameraError) -> (index: UInt32, bytes: Int)? {
        while true {
            let rest = Duration.microseconds(deadline - SystemClock.monotonic())
            guard rest > .zero else { return nil }
            var watched = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            _ = poll(&watched, 1, rest.pollMilliseconds)
            var buffer = buffer(0)
            switch request(VIDEO_DQBUF, &buffer) {
            case nil:
                let isDamaged = buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0
                return (buffer.index, isDamaged ? 0 : Int(buffer.bytesused))
            // Some drivers report a picture before there is one.
            case .wouldBlock?: poll(nil, 0, 5)
            case let errno?: throw CameraError(errno, of: path)
            }
        }
    }

    /// Starts the pictures, or stops them.
    func stream(_ isOn: Bool) throws(CameraError) {
        var type = Int32(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
        try send(isOn ? VIDEO_STREAMON : VIDEO_STREAMOFF, &type)
        if isOn { wasUsed = true }
    }
}
