import AppearanceModel
import LinuxIO

/// The attribute of an IIO device that says how light it is, and those that go with it.
struct IIOChannel: Hashable, Sendable {
    let path: String
    let scalePath: String?
    let offsetPath: String?

    /// The channels that are light, best first; `both` of a HID sensor is the same number as lux.
    private static let known: [(attribute: String, isProcessed: Bool, companions: [String])] = [
        ("in_illuminance_input", true, []),
        ("in_illuminance0_input", true, []),
        ("in_illuminance_raw", false, ["in_illuminance"]),
        ("in_illuminance0_raw", false, ["in_illuminance0", "in_illuminance"]),
        ("in_illuminance_mean_raw", false, ["in_illuminance_mean", "in_illuminance"]),
        (
            "in_illuminance0_mean_raw", false,
            ["in_illuminance0_mean", "in_illuminance0", "in_illuminance"]
        ),
        ("in_intensity_both_raw", false, ["in_intensity_both", "in_intensity"]),
    ]

    /// The best channel among a device's attributes; nil when none of them is light.
    init?(in directory: String, attributes: Set<String>) {
        guard let channel = Self.known.first(where: { attributes.contains($0.attribute) })
        else { return nil }
        func companion(_ suffix: String) -> String? {
            channel.companions.map { $0 + suffix }.first(where: attributes.contains)
                .map { "\(directory)/\($0)" }
        }
        path = "\(directory)/\(channel.attribute)"
        scalePath = companion("_scale")
        offsetPath = companion("_offset")
    }

    /// Reads it, however long that takes.
    func read() -> Result<Lux, ReadingFault> {
        let raw: Double
        switch Attribute.read(path) {
        case .failure(let errno): return .failure(.failed(errno))
        case .success(let content):
            do throws(ReadingFault) {
                raw = try LightConversion.light(in: content)
            } catch {
                return .failure(error)
            }
        }
        // Both may change with the sensor's gain, so they are read anew each time.
        let offset = number(at: offsetPath).flatMap(AttributeNumber.parse) ?? 0
        let scale = LightConversion.scale(in: number(at: scalePath))
        return LightConversion.lux(raw: raw, offset: offset, scale: scale).map(Result.success)
            ?? .failure(.impossible(raw))
    }

    private func number(at path: String?) -> [UInt8]? {
        path.flatMap { try? Attribute.read($0).get() }
    }
}
