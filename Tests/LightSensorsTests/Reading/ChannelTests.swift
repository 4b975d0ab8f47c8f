import AppearanceTestSupport
import LightSensors
import Testing

/// Which attribute of a device says how light it is, and which go with it.
@Suite(.bounded) struct ChannelTests {
    private func channel(_ attributes: Set<String>) -> IIOChannel? {
        IIOChannel(in: "/sys/device", attributes: attributes)
    }

    /// Each stands for all after it.
    private static let order = [
        "in_illuminance_input", "in_illuminance0_input", "in_illuminance_raw",
        "in_illuminance0_raw", "in_illuminance_mean_raw", "in_illuminance0_mean_raw",
        "in_intensity_both_raw",
    ]

    @Test(arguments: order.indices)
    func `the best of those that are there is taken`(_ index: Int) {
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
    func `what counts no lux is no channel`(_ attributes: Set<String>) {
        #expect(channel(attributes) == nil)
    }

    /// A channel, what is beside it, and what of that is its scale.
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
    func `a scale is its own or that of its kind`(
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
