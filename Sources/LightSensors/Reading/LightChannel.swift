package import AppearanceModel

/// The attribute from which the light of a kernel sensor is read, of either kind.
package enum LightChannel: Hashable, Sendable {
    /// An attribute in lux, with its companions.
    case iio(IIOChannel)
    /// An attribute in percent of its range.
    case hwmon(HwmonChannel)

    /// The path of the attribute.
    package var path: String {
        switch self {
        case .iio(let channel): channel.path
        case .hwmon(let channel): channel.path
        }
    }

    /// The unit of its light.
    package var unit: LightUnit {
        switch self {
        case .iio: .lux
        case .hwmon: .percent
        }
    }

    /// Reads the light, however long that takes.
    package func read() -> Result<LightReading, SensorReadError> {
        switch self {
        case .iio(let channel): channel.read().map { LightReading($0) }
        case .hwmon(let channel):
            channel.read().map { LightReading(value: $0, unit: .percent) }
        }
    }

    /// An invalid companion, in words; `nil` if there is none.
    package func oddity() -> String? {
        switch self {
        case .iio(let channel): channel.oddity()
        case .hwmon: nil
        }
    }
}

/// The attribute `light` of a hardware monitor: `(L,R)`, two sensors of one byte each, without a
/// unit.
///
/// The brighter one counts, as a part of its range: with a single sensor, the other is 0.
/// Source: `applesmc_light_show` in the kernel's drivers/hwmon/applesmc.c.
package struct HwmonChannel: Hashable, Sendable {
    /// The maximum value of a sensor.
    private static let brightest = 255

    /// The path of the attribute.
    package let path: String
    private let maximumMeansClosed: Bool

    /// The channel of an attribute.
    package init(path: String, _ correction: Correction = .none) {
        self.path = path
        maximumMeansClosed = correction.maximumMeansClosed
    }

    /// Reads the light in percent of the range, however long that takes.
    package func read() -> Result<Double, SensorReadError> {
        AttributeText.read(path).flatMap { content in
            guard let eyes = Self.eyes(content) else {
                return .failure(.notANumber(LightConversion.printable(content)))
            }
            let brighter = max(eyes.left, eyes.right)
            guard brighter < Self.brightest || !maximumMeansClosed else {
                return .failure(.closed)
            }
            return .success(Double(brighter) * 100 / Double(Self.brightest))
        }
    }

    /// `nil` for anything but `(12,0)` with or without a newline.
    static func eyes(_ content: [UInt8]) -> (left: Int, right: Int)? {
        var rest = content[...]
        if rest.last == UInt8(ascii: "\n") { rest = rest.dropLast() }
        guard rest.first == UInt8(ascii: "("), rest.last == UInt8(ascii: ")"), rest.count <= 9
        else { return nil }
        let parts = rest.dropFirst().dropLast()
            .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(number)
        guard parts.count == 2, let left = parts[0], let right = parts[1] else { return nil }
        return (left, right)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...3).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        return number <= brightest ? number : nil
    }
}
