internal import CVideo
internal import CameraLight
internal import Linux

/// One use of a camera: its light, measured with a known exposure, within a second.
///
/// Until the driver has given the buffers for pictures to this program alone, no control is changed, so that a
/// program that uses the camera meanwhile keeps its exposure. The format is set before, which a camera in use
/// refuses.
struct Grab {
    /// The result of a grab.
    struct Result: Equatable {
        /// The light, in lux for a camera whose factor is 1.
        let light: Double
        let exposure: Int32
    }

    /// The time for all pictures.
    private static let pictureTime = Duration.seconds(1)
    /// The time for the first picture.
    private static let firstPictureTime = Duration.seconds(2)
    /// The longest side of a picture that is read.
    private static let longestSide: UInt32 = 8_192
    /// The buffers: one is filled while the other one is read.
    private static let buffers: UInt32 = 2

    private static let noFormat = "it delivers neither YUYV nor GREY pictures"

    private let camera: Camera
    private let auto: CameraControl
    private let exposure: CameraControl
    private let automaticGain: CameraControl?
    private let gain: CameraControl?
    /// Whether its pictures are GREY, for want of YUYV.
    let isGrey: Bool
    private let journal: JournalFile

    /// Creates a grab of a camera, whose controls are only read.
    ///
    /// - Throws: `CameraError.refused` if its exposure cannot be set, or its pictures cannot be read.
    init(of camera: Camera, _ journal: JournalFile) throws(CameraError) {
        let manual = Int32(V4L2_EXPOSURE_MANUAL.rawValue)
        guard let auto = camera.control(VIDEO_EXPOSURE_AUTO, "automatic exposure"),
            let exposure = camera.control(VIDEO_EXPOSURE_ABSOLUTE, "exposure"),
            auto.range.contains(manual), camera.hasItem(manual, of: auto)
        else {
            throw .refused(
                camera.path,
                "it has no manual exposure, and with automatic exposure every picture is equally bright"
            )
        }
        isGrey = !camera.hasFormat(VIDEO_YUYV)
        guard !isGrey || camera.hasFormat(VIDEO_GREY) else {
            throw .refused(camera.path, Self.noFormat)
        }
        self.camera = camera
        (self.auto, self.exposure, self.journal) = (auto, exposure, journal)
        automaticGain = camera.control(VIDEO_AUTOGAIN, "automatic gain")
        gain = camera.control(VIDEO_GAIN, "gain")
    }

    /// Measures the light.
    ///
    /// - Parameters:
    ///   - last: The last good exposure of this camera; `nil` if unknown.
    ///   - isVerifying: Whether to check that the exposure has an effect.
    /// - Returns: The light, and the exposure with which it was measured.
    /// - Throws: `CameraError` with the reason why there is no level.
    func measure(from last: Int32?, isVerifying: Bool) throws(CameraError) -> Result {
        guard let search = ExposureSearch(within: exposure.range, isVerifying: isVerifying) else {
            throw .refused(camera.path, "its exposure has one value only")
        }
        let original = try camera.format()
        let format = try setFormat(original)
        // What fails on the way out concerns a camera that is gone.
        defer { _ = try? camera.set(original) }
        let layout = try layout(of: format)
        let buffers = try camera.requestBuffers(Self.buffers)
        defer { _ = try? camera.requestBuffers(0) }
        guard buffers > 0 else { throw .busy(camera.path) }
        let pictures = try Pictures(of: camera, count: min(buffers, Self.buffers), layout)
        let before = CameraJournal(of: camera.name, try originals())
        try journal.write(before)
        var result: Swift.Result<Result, CameraError>
        do throws(CameraError) {
            result = .success(try measure(search, from: last, pictures))
        } catch {
            result = .failure(error)
        }
        try? camera.stream(false)
        try journal.restore(camera, to: before)
        return try result.get()
    }

    /// Returns the values of the controls that will change, in the order in which they are restored: a control
    /// that is automatic refuses other values.
    private func originals() throws(CameraError) -> [CameraJournal.Entry] {
        var entries: [CameraJournal.Entry] = []
        for control in [gain, exposure, automaticGain, auto] {
            guard let number = control?.number.rawValue else { continue }
            entries.append(.init(number, try camera.value(of: number)))
        }
        return entries
    }

    private func set(_ control: CameraControl?, to value: Int32?) throws(CameraError) {
        guard let control else { return }
        try camera.set(
            control.number.rawValue, control.name, to: value ?? control.range.lowerBound)
    }

    private var wantedFormat: UInt32 { (isGrey ? VIDEO_GREY : VIDEO_YUYV).rawValue }

    /// Sets a small format; returns that which the driver has chosen.
    private func setFormat(_ original: v4l2_format) throws(CameraError) -> v4l2_pix_format {
        var format = original
        (format.fmt.pix.width, format.fmt.pix.height) = (160, 120)
        format.fmt.pix.pixelformat = wantedFormat
        format.fmt.pix.field = V4L2_FIELD_ANY.rawValue
        (format.fmt.pix.bytesperline, format.fmt.pix.sizeimage) = (0, 0)
        return try camera.set(format).fmt.pix
    }

    private func layout(of picture: v4l2_pix_format) throws(CameraError) -> PictureLight.Layout {
        guard picture.pixelformat == wantedFormat else {
            throw .refused(camera.path, Self.noFormat)
        }
        let sides = 1...Self.longestSide
        guard sides.contains(picture.width), sides.contains(picture.height),
            picture.bytesperline <= Self.longestSide * 4
        else {
            throw .refused(
                camera.path, "its pictures have \(picture.width)x\(picture.height) points")
        }
        return PictureLight.Layout(
            width: Int(picture.width), height: Int(picture.height),
            bytesPerLine: Int(picture.bytesperline), bytesPerLuma: isGrey ? 1 : 2,
            isFullRange: isGrey || picture.quantization == V4L2_QUANTIZATION_FULL_RANGE.rawValue,
            isLinear: picture.xfer_func == V4L2_XFER_FUNC_NONE.rawValue)
    }

    private func measure(
        _ search: ExposureSearch, from last: Int32?, _ pictures: Pictures
    ) throws(CameraError) -> Result {
        var search = search
        try set(auto, to: Int32(V4L2_EXPOSURE_MANUAL.rawValue))
        try set(automaticGain, to: 0)
        try set(gain, to: nil)
        var present = exposure.nearest(search.first(after: last))
        try set(exposure, to: present)
        try pictures.start(within: Self.firstPictureTime)
        // Every picture has this exposure.
        var skipped = 0
        let deadline = SystemClock.monotonic() + Self.pictureTime.microseconds
        while true {
            let light = try pictures.next(after: skipped, by: deadline)
            switch search.next(after: light, at: present) {
            case .measured(let light): return Result(light: light, exposure: present)
            case .blank: throw .blank(camera.path)
            case .withoutEffect:
                throw .refused(camera.path, "its pictures do not change with its exposure")
            case .expose(let next):
                present = exposure.nearest(next)
                try set(exposure, to: present)
                // Of the next three pictures, each may still have the exposure before.
                skipped = 3
            }
        }
    }
}
