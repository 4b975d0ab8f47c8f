internal import Glibc

/// A light sensor as the kernel shows it to anyone who looks.
struct LightDevice: Equatable {
    /// The device's folder below /sys.
    let path: String
    /// An attribute of its light that this user may not read; nil if all can be read.
    let forbidden: String?
    /// Whether it is only announced by a sensor hub, for a driver that is not there.
    var lacksDriver = false

    /// All of them.
    static func all() -> [LightDevice] { iio() + undriven() }

    private static func iio() -> [LightDevice] {
        FileWriting.files(in: "/sys/bus/iio/devices").compactMap { folder in
            let attributes = FileWriting.files(in: folder).filter(isLight)
            guard !attributes.isEmpty else { return nil }
            return LightDevice(
                path: folder, forbidden: attributes.first { access($0, R_OK) != 0 })
        }
    }

    private static func isLight(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return (name.hasPrefix("in_illuminance") || name.hasPrefix("in_intensity"))
            && (name.hasSuffix("_raw") || name.hasSuffix("_input"))
    }

    /// A sensor hub names what it has by the usages of HID; 0x200041 is ambient light.
    ///
    /// https://docs.kernel.org/hid/hid-sensor.html
    private static func undriven() -> [LightDevice] {
        FileWriting.files(in: "/sys/bus/platform/devices")
            .filter { $0.contains("/HID-SENSOR-200041.") }
            .filter { !FileWriting.exists($0 + "/driver") }
            .map { LightDevice(path: $0, forbidden: nil, lacksDriver: true) }
    }
}
