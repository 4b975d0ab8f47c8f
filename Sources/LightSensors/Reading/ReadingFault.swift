package import LinuxIO

/// Why a sensor gave no valid reading.
package enum ReadingFault: Error, Hashable, Sendable {
    /// The attribute could not be read.
    case failed(Errno)
    /// Reading it takes too long to wait for.
    case silent
    /// The attribute holds no number but this, as it can be shown.
    case notANumber(String)
    /// The number cannot be light.
    case impossible(Double)

    /// Whether the device is gone for good, until udev says otherwise.
    var meansGone: Bool {
        switch self {
        case .failed(let errno): errno == .noSuchDevice || errno == .noSuchAddress
        case .silent, .notANumber, .impossible: false
        }
    }
}

extension ReadingFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .failed(let errno): "\(errno)"
        case .silent: "it does not answer"
        case .notANumber(let text): text.isEmpty ? "it is empty" : "\"\(text)\" is not a number"
        case .impossible(let value): "\(value) cannot be light"
        }
    }
}

extension Errno {
    /// ENXIO: a device that is no longer behind its file.
    static let noSuchAddress = Errno(rawValue: 6)
}
