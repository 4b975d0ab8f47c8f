/// The colours of the evening, at a point on the way to their temperature.
///
/// The way is even in the encoded values, which are nearly perceptually even, as night's is.
package struct EveningColors: Hashable, Sendable {
    /// The largest step of an encoded channel in a slow fade, which no eye sees.
    package static let largestStep = 0.005

    package static let none = EveningColors(gains: .white)

    /// The colour temperature at the end of the way, in kelvin; 0 for none, or an unknown one.
    package let temperature: Int
    /// The factor of each encoded channel.
    package let gains: Channels

    /// Creates the colours at a progress from 0, none, to 1.
    package init(_ temperature: ColorTemperature, progress: Double) {
        let progress = min(max(progress, 0), 1)
        self.temperature = progress > 0 ? temperature.kelvin : 0
        gains = Channels.white.mixed(with: temperature.gains, at: progress)
    }

    /// The colour temperature whose white is nearest to that of these colours, in kelvin.
    package var kelvin: Int {
        func sum(_ kelvin: Int) -> Double {
            let gains = ColorTemperature(kelvin: kelvin).gains
            return gains.green + gains.blue
        }
        let wanted = gains.green + gains.blue
        var (low, high) = (1000, ColorTemperature.neutral)
        while high - low > 1 {
            let middle = (low + high) / 2
            if sum(middle) < wanted { low = middle } else { high = middle }
        }
        return abs(sum(low) - wanted) < abs(sum(high) - wanted) ? low : high
    }

    /// Creates saved colours.
    init(gains: Channels) {
        temperature = 0
        self.gains = gains
    }

    /// The number of steps to a temperature of which none is seen.
    package static func steps(to temperature: ColorTemperature) -> Int64 {
        let change = 1 - temperature.gains.least
        return max(Int64((change / largestStep).rounded(.up)), 1)
    }
}
