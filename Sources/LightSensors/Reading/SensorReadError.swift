package import Linux

/// Why a sensor gave no valid reading.
package enum SensorReadError: Error, Hashable, Sendable {
    /// The attribute could not be read.
    case failed(Errno)
    /// Reading it takes too long to wait for.
    case silent
    /// The attribute holds no number but this, as it can be shown.
    case notANumber(String)
    /// The number cannot be light.
    case impossible(Double)
    /// The sensor says what it says under a shut lid.
    case closed

    /// Whether the device is gone for good, until udev says otherwise.
    package var meansGone: Bool {
        switch self {
        case .failed(let errno): errno == .noSuchDevice || errno == .noSuchAddress
        case .silent, .notANumber, .impossible, .closed: false
        }
    }

    /// Whether the device is there but will not be read by us: not allowed, or in other hands.
    package var meansRefused: Bool {
        switch self {
        case .failed(let errno):
            errno == .permissionDenied || errno == .notPermitted || errno == .busy
        case .silent, .notANumber, .impossible, .closed: false
        }
    }
}

extension SensorReadError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .failed(let errno): "\(errno)"
        case .silent: "it does not answer"
        case .notANumber(let text): text.isEmpty ? "it is empty" : "\"\(text)\" is not a number"
        case .impossible(let value): "\(value) cannot be light"
        case .closed: "its maximum is what it says under a shut lid"
        }
    }
}

extension Errno {
    /// ENXIO: a device that is no longer behind its file.
    static let noSuchAddress = Errno(rawValue: 6)
    /// EPERM: what is asked for is not ours to ask.
    static let notPermitted = Errno(rawValue: 1)
    /// EBUSY: someone else has the sensor fill a buffer, so that it cannot be read singly.
    static let busy = Errno(rawValue: 16)
}
