import AppearanceModel
import EventLoop
import Linux

/// A device of the kernel's, as far as its light goes.
struct KernelDevice: Sendable {
    /// The subsystem that shows it.
    enum Kind: String, CaseIterable, Sendable {
        /// Industrial I/O: sensors that mostly count lux.
        case iio
        /// Hardware monitors, which on a Mac see light as well.
        case hwmon
    }

    let kind: Kind
    /// Where it is now, below /sys.
    let path: String
    /// Stays the same across reboots, which the number of the device does not.
    let key: String
    let name: String
    /// Where on the machine it sits, such as `lid`; empty when unknown.
    let location: String
    /// Nil when none of its attributes is light that can be used.
    let channel: LightChannel?
    let correction: Correction
    /// What is known of sensors like it, in words.
    let note: String?

    /// Looks a device over; nil when it has nothing to do with light.
    init?(_ device: UdevDevice) {
        guard let kind = Kind(rawValue: device.subsystem) else { return nil }
        name =
            Self.text("name", of: device.syspath)
            ?? (kind == .hwmon ? Self.text("device/name", of: device.syspath) : nil)
            ?? device.sysname
        let quirks = QuirkTable.rows(for: name) { Machine.read() }
        correction = quirks.correction
        note = quirks.note
        switch kind {
        case .iio:
            guard let names = try? Directory.names(in: device.syspath) else { return nil }
            let iio = IIOChannel(in: device.syspath, attributes: Set(names), correction)
            guard iio != nil || names.contains(where: Self.countsLight) else { return nil }
            channel = iio.map(LightChannel.iio)
        case .hwmon:
            guard let light = Self.lightAttribute(of: device.syspath) else { return nil }
            channel = .hwmon(HwmonChannel(path: light, correction))
        }
        self.kind = kind
        path = device.syspath
        location =
            Self.text("location", of: device.syspath) ?? Self.text("label", of: device.syspath)
            ?? ""
        key = "\(device.parentDevpath ?? device.devpath)/\(name)"
    }

    /// Every device that is there.
    static func all(_ udev: UdevContext) throws(IOError) -> [KernelDevice] {
        try udev.devices(inSubsystem: Kind.iio.rawValue).compactMap(KernelDevice.init)
            + hardwareMonitors().compactMap(udev.device).compactMap(KernelDevice.init)
    }

    /// The few hardware monitors that see light; udev is not asked about all the others.
    private static func hardwareMonitors() -> [String] {
        let folder = "/sys/class/\(Kind.hwmon.rawValue)"
        let names = (try? Directory.names(in: folder)) ?? []
        return names.map { "\(folder)/\($0)" }.filter { lightAttribute(of: $0) != nil }
    }

    /// A hardware monitor's attributes may be those of the device that it belongs to.
    private static func lightAttribute(of path: String) -> String? {
        ["\(path)/light", "\(path)/device/light"].first(where: File.exists)
    }

    /// The lid sees the room, the base may lie on a lap; unknown counts in between.
    ///
    /// What counts lux comes before what does not.
    var rank: Int {
        let words = location.split { !$0.isLetter }
        let place = words.contains("lid") ? 0 : words.contains("base") ? 2 : 1
        return channel?.unit == .percent ? place + 3 : place
    }

    /// Whether a person means it by a name or a path, that of the link in /sys/bus too.
    func isCalled(_ text: String) -> Bool {
        let sysname = path.split(separator: "/").last ?? ""
        return text == name || text == path || text == key
            || text == "/sys/bus/iio/devices/\(sysname)" || text == "/sys/class/hwmon/\(sysname)"
    }

    private static func countsLight(_ attribute: String) -> Bool {
        attribute.hasPrefix("in_intensity") && attribute.hasSuffix("_raw")
    }

    private static func text(_ attribute: String, of path: String) -> String? {
        guard case .success(let content) = SysfsAttribute.read("\(path)/\(attribute)") else {
            return nil
        }
        let printable = content.prefix(64).filter { $0 >= 32 && $0 < 127 }
        return printable.isEmpty ? nil : String(decoding: printable, as: UTF8.self)
    }
}
