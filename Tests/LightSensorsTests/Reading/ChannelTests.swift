import AppearanceTestSupport
import LightSensors
import Testing

/// The attribute of a device with the light level, and those that belong to it.
@Suite(.bounded) struct ChannelTests {
    private func channel(_ attributes: Set<String>) -> IIOChannel? {
        IIOChannel(in: "/sys/device", attributes: attributes)
    }

    /// Each is preferred to all after it.
    private static let order = [
        "in_illuminance_input", "in_illuminance0_input", "in_illuminance_raw",
        "in_illuminance0_raw", "in_illuminance_mean_raw", "in_illuminance0_mean_raw",
        "in_intensity_both_raw",
    ]

    @Test(arguments: order.indices)
    func `the best available channel is used`(_ index: Int) {
        let there = Set(Self.order[index...]).union(["name", "in_illuminance_hysteresis"])
        #expect(channel(there)?.path == "/sys/device/" + Self.order[index])
    }

    private static let strangers: [Set<String>] = [
        [], ["name", "in_accel_x_raw"], ["in_illuminance_scale", "in_illuminance_offset"],
        ["in_intensity_clear_raw", "in_intensity_red_raw", "in_proximity_raw"],
        ["in_illuminance_hysteresis", "in_illuminance_sampling_frequency"],
        ["in_illuminance2_raw"], ["in_illuminance_rawx"], ["xin_illuminance_raw"],
        ["scan_elements", "buffer0"],
    ]

    @Test(arguments: strangers)
    func `attributes that do not measure lux are no channel`(_ attributes: Set<String>) {
        #expect(channel(attributes) == nil)
    }

    /// A channel, the attributes beside it, and the one that is its scale.
    private static let scales: [(String, [String], String?)] = [
        ("in_illuminance_raw", ["in_illuminance_scale"], "in_illuminance_scale"),
        ("in_illuminance0_raw", ["in_illuminance0_scale"], "in_illuminance0_scale"),
        ("in_illuminance0_raw", ["in_illuminance_scale"], "in_illuminance_scale"),
        (
            "in_illuminance0_raw", ["in_illuminance_scale", "in_illuminance0_scale"],
            "in_illuminance0_scale"
        ),
        ("in_illuminance_raw", ["in_illuminance0_scale", "in_intensity_scale"], nil),
        ("in_illuminance_mean_raw", ["in_illuminance_scale"], "in_illuminance_scale"),
        ("in_illuminance0_mean_raw", ["in_illuminance0_scale"], "in_illuminance0_scale"),
        ("in_intensity_both_raw", ["in_intensity_both_scale"], "in_intensity_both_scale"),
        ("in_intensity_both_raw", ["in_intensity_scale"], "in_intensity_scale"),
        ("in_intensity_both_raw", ["in_illuminance_scale"], nil),
        ("in_illuminance_input", ["in_illuminance_scale"], nil),
    ]

    @Test(arguments: scales)
    func `a channel uses its own scale, or the shared one`(
        _ light: String, _ others: [String], _ scale: String?
    ) {
        let found = channel(Set(others + [light]))
        #expect(found?.path == "/sys/device/" + light)
        #expect(found?.scalePath == scale.map { "/sys/device/" + $0 })
        let offsets = others.map { $0.replacing("_scale", with: "_offset") }
        #expect(
            channel(Set(offsets + [light]))?.offsetPath
                == scale.map { "/sys/device/" + $0.replacing("_scale", with: "_offset") })
    }
}
