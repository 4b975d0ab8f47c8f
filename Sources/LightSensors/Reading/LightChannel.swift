package import AppearanceModel

/// Where the light of one of the kernel's sensors is read, whatever its kind.
package enum LightChannel: Hashable, Sendable {
    /// An attribute that counts lux, with those that go with it.
    case iio(IIOChannel)
    /// An attribute that says how much of its range it sees.
    case hwmon(HwmonChannel)

    /// The attribute that is read.
    package var path: String {
        switch self {
        case .iio(let channel): channel.path
        case .hwmon(let channel): channel.path
        }
    }

    /// What it counts in.
    package var unit: LightUnit {
        switch self {
        case .iio: .lux
        case .hwmon: .percent
        }
    }

    /// Reads it, however long that takes.
    package func read() -> Result<LightReading, SensorReadError> {
        switch self {
        case .iio(let channel): channel.read().map { LightReading($0) }
        case .hwmon(let channel):
            channel.read().map { LightReading(value: $0, unit: .percent) }
        }
    }

    /// What about it makes no sense, in words; nil for nothing.
    package func oddity() -> String? {
        switch self {
        case .iio(let channel): channel.oddity()
        case .hwmon: nil
        }
    }
}
