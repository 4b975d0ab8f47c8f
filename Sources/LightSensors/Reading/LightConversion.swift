import AppearanceModel

/// From what the kernel says to lux, by the rules of its interface.
///
/// `_input` is lux already; `_raw` is (raw + offset) × scale. Source: the kernel's
/// Documentation/ABI/testing/sysfs-bus-iio.
enum LightConversion {
    /// More than the sun gives is the sensor's error of scale.
    static let brightest = 200_000.0
    /// A 32-bit -1, as some drivers say that they do not know.
    private static let unknown = 4_294_967_295.0

    /// The number in an attribute that counts light.
    static func light(in content: [UInt8]) throws(SensorReadError) -> Double {
        guard let number = AttributeNumber.parse(content) else {
            throw .notANumber(printable(content))
        }
        guard number >= 0, number < unknown else { throw .impossible(number) }
        return number
    }

    /// The light of a number with its offset and scale.
    static func lux(raw: Double, offset: Double, scale: Double) -> Lux? {
        Lux(min(max((raw + offset) * scale, 0), brightest))
    }

    /// A scale that counts: one that is absent, zero or no number counts as 1.
    static func scale(in content: [UInt8]?) -> Double {
        guard let content, let scale = AttributeNumber.parse(content), scale > 0 else { return 1 }
        return scale
    }

    /// Whether the content of an attribute can be a scale.
    static func isScale(_ content: [UInt8]) -> Bool {
        AttributeNumber.parse(content).map { $0 > 0 } ?? false
    }

    /// What an attribute holds, as far as it can be shown.
    static func printable(_ content: [UInt8]) -> String {
        let start = content.prefix(24).filter { $0 >= 32 && $0 < 127 }
        return String(decoding: start, as: UTF8.self) + (content.count > 24 ? "…" : "")
    }
}
