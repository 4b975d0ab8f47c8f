import AppearanceLimits
import AppearanceModel
package import Linux

/// The conversion from the values of the kernel to lux, by the rules of its interface.
///
/// `_input` is lux; `_raw` is (raw + offset) × scale. Source: the kernel's
/// Documentation/ABI/testing/sysfs-bus-iio.
enum LightConversion {
    /// A 32-bit -1, which some drivers report for an unknown value.
    private static let unknown = 4_294_967_295.0

    /// Returns the number in a light attribute.
    static func light(in content: [UInt8]) throws(SensorReadError) -> Double {
        guard let number = AttributeNumber.parse(content) else {
            throw .notANumber(printable(content))
        }
        guard number >= 0, number < unknown else { throw .impossible(number) }
        return number
    }

    /// Returns the light of a number with its offset and scale.
    static func lux(raw: Double, offset: Double, scale: Double) throws(SensorReadError) -> Lux {
        let reading = try LightReading(checking: max((raw + offset) * scale, 0), in: .lux)
        guard let lux = Lux(reading.value) else { throw .impossible(reading.value) }
        return lux
    }

    /// Returns the effective scale: a missing, zero or invalid one counts as 1.
    static func scale(in content: [UInt8]?) -> Double {
        guard let content, let scale = AttributeNumber.parse(content), scale > 0 else { return 1 }
        return scale
    }

    /// Returns whether the content of an attribute can be a scale.
    static func isScale(_ content: [UInt8]) -> Bool {
        AttributeNumber.parse(content).map { $0 > 0 } ?? false
    }

    /// Returns the content of an attribute for display.
    static func printable(_ content: [UInt8]) -> String {
        let start = content.prefix(24).filter { $0 >= 32 && $0 < 127 }
        return String(decoding: start, as: UTF8.self) + (content.count > 24 ? "…" : "")
    }
}

extension LightReading {
    /// A level of any source; one that no light can have is invalid, not the brightest light.
    init(checking value: Double, in unit: LightUnit) throws(SensorReadError) {
        let most =
            switch unit {
            case .lux: Limits.brightestLux
            case .percent: 100.0
            }
        // False for a value that is not a number.
        guard value >= 0, value <= most else { throw .impossible(value) }
        self.init(value: value, unit: unit)
    }
}

/// The number in a sysfs attribute, as the kernel writes it: `-12`, `0.250000000`, and one newline.
///
/// Anything else is invalid: no spaces, exponents, commas or names such as `nan`, in any locale.
/// Source: `__iio_format_value` in the kernel's drivers/iio/industrialio-core.c.
enum AttributeNumber {
    private static let longest = 32

    static func parse(_ content: [UInt8]) -> Double? {
        var rest = content[...]
        if rest.count > 1, rest.last == UInt8(ascii: "\n") { rest = rest.dropLast() }
        guard rest.count <= longest else { return nil }
        let text = String(decoding: rest, as: UTF8.self)
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let parts = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        return Double(text)
    }
}

/// Reads the text of attributes, with the errors of a sensor.
enum AttributeText {
    /// Reads the attribute, however long that takes; a missing file is a removed device.
    static func read(_ path: String) -> Result<[UInt8], SensorReadError> {
        switch Descriptor.readAttribute(path) {
        case .success(let content): .success(content)
        case .failure(.noSuchFile) where !File.exists(Path.directory(of: path)):
            .failure(.failed(.noSuchDevice))
        case .failure(let errno): .failure(.failed(errno))
        }
    }
}

/// The reason why a sensor gave no valid reading.
package enum SensorReadError: Error, Equatable, Sendable {
    /// The attribute could not be read.
    case failed(Errno)
    /// Reading it has timed out.
    case silent
    /// The attribute holds this instead of a number.
    case notANumber(String)
    /// The number is out of the range of light.
    case impossible(Double)
    /// The value is the one under a closed lid.
    case closed

    /// Whether the device is gone, until udev reports it again.
    ///
    /// ENXIO does not mean that: it is also the answer of an I²C bus whose device missed one transfer.
    package var meansGone: Bool {
        switch self {
        case .failed(let errno): errno == .noSuchDevice
        case .silent, .notANumber, .impossible, .closed: false
        }
    }

    /// Whether the device exists but cannot be read: not permitted, or in use.
    package var meansRefused: Bool {
        switch self {
        case .failed(let errno):
            // EBUSY: another program fills a buffer from the sensor, so that it cannot be read singly.
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
        case .closed: "its maximum is its value under a closed lid"
        }
    }
}
