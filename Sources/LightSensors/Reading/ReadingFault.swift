import LinuxIO

/// Why a sensor gave no valid reading.
enum ReadingFault: Error, Hashable, Sendable {
    /// The attribute could not be read.
    case failed(Errno)
    /// The attribute holds no number.
    case notANumber(String)
    /// The number cannot be light.
    case impossible(Double)

    /// Whether the device is gone for good, until udev says otherwise.
    var meansGone: Bool {
        switch self {
        case .failed(let errno): errno == .noSuchDevice || errno == .noSuchAddress
        case .notANumber, .impossible: false
        }
    }
}

extension ReadingFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .failed(let errno): "\(errno)"
        case .notANumber(let text): text.isEmpty ? "it is empty" : "\"\(text)\" is not a number"
        case .impossible(let value): "\(value) cannot be light"
        }
    }
}

extension Errno {
    /// ENXIO: a device that is no longer behind its file.
    static let noSuchAddress = Errno(rawValue: 6)
    /// ETIMEDOUT: no answer for too long.
    static let timedOut = Errno(rawValue: 110)
}
