package import AppearanceModel
import Linux

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

/// The light attribute of an IIO device, with its companions.
package struct IIOChannel: Hashable, Sendable {
    /// The path of the attribute.
    package let path: String
    /// The path of the scale; `nil` for 1.
    package let scalePath: String?
    /// The path of the offset, which is added before scaling; `nil` for 0.
    package let offsetPath: String?
    private let factor: Double

    /// The channels of light in order of preference; `both` of a HID sensor is the same number as
    /// lux.
    ///
    /// Beside each, the prefixes of its offset and scale; `_input` has none.
    private static let known: [(attribute: String, companions: [String])] = [
        ("in_illuminance_input", []),
        ("in_illuminance0_input", []),
        ("in_illuminance_raw", ["in_illuminance"]),
        ("in_illuminance0_raw", ["in_illuminance0", "in_illuminance"]),
        ("in_illuminance_mean_raw", ["in_illuminance_mean", "in_illuminance"]),
        (
            "in_illuminance0_mean_raw",
            ["in_illuminance0_mean", "in_illuminance0", "in_illuminance"]
        ),
        ("in_intensity_both_raw", ["in_intensity_both", "in_intensity"]),
    ]

    /// The best channel among a device's attributes; `nil` if none of them is light.
    package init?(
        in directory: String, attributes: Set<String>, _ correction: Correction = .none
    ) {
        guard let channel = Self.known.first(where: { attributes.contains($0.attribute) })
        else { return nil }
        func companion(_ suffix: String) -> String? {
            channel.companions.map { $0 + suffix }.first(where: attributes.contains)
                .map { "\(directory)/\($0)" }
        }
        factor = correction.factor
        path = "\(directory)/\(channel.attribute)"
        scalePath = companion("_scale")
        offsetPath = companion("_offset")
    }

    /// Reads the light, however long that takes.
    package func read() -> Result<Lux, SensorReadError> {
        do throws(SensorReadError) { return .success(try light()) } catch { return .failure(error) }
    }

    /// An invalid companion, in words; `nil` if there is none.
    package func oddity() -> String? {
        if let text = try? companion(at: scalePath), !LightConversion.isScale(text) {
            return Self.words(scalePath, holds: text, "is not a scale; 1 is used")
        }
        if let text = try? companion(at: offsetPath), AttributeNumber.parse(text) == nil {
            return Self.words(offsetPath, holds: text, "is not an offset; 0 is used")
        }
        return nil
    }

    private static func words(
        _ path: String?, holds content: [UInt8], _ verdict: String
    ) -> String {
        "\(path ?? ""): \"\(LightConversion.printable(content))\" \(verdict)"
    }

    private func light() throws(SensorReadError) -> Lux {
        let raw = try LightConversion.light(in: content(at: path))
        // Both may change with the sensor's gain, so they are read each time.
        let offset = try companion(at: offsetPath).flatMap(AttributeNumber.parse) ?? 0
        let scale = LightConversion.scale(in: try companion(at: scalePath))
        return try LightConversion.lux(raw: raw, offset: offset, scale: scale * factor)
    }

    /// An attribute that the driver does not implement counts as missing; one that fails
    /// invalidates the reading, because a lost scale would give a wrong light.
    private func companion(at path: String?) throws(SensorReadError) -> [UInt8]? {
        guard let path else { return nil }
        do throws(SensorReadError) {
            return try content(at: path)
        } catch .failed(.noSuchFile), .failed(.invalidArgument) {
            return nil
        }
    }

    private func content(at path: String) throws(SensorReadError) -> [UInt8] {
        try AttributeText.read(path).get()
    }
}
