import AppearanceModel
import LinuxIO

/// A device of the kernel's industrial I/O subsystem, as far as its light goes.
struct IIODevice: Sendable {
    /// Where it is now, below /sys.
    let path: String
    /// Stays the same across reboots, which the number of the device does not.
    let key: String
    let name: String
    /// Where on the machine it sits, such as `lid`; empty when unknown.
    let location: String
    /// Nil when none of its attributes is light that can be used.
    let channel: IIOChannel?

    /// Looks a device over; nil when it has nothing to do with light.
    init?(_ device: UdevDevice) {
        guard let names = try? Directory.names(in: device.syspath) else { return nil }
        channel = IIOChannel(in: device.syspath, attributes: Set(names))
        guard channel != nil || names.contains(where: Self.countsLight) else { return nil }
        path = device.syspath
        name = Self.text("name", of: device.syspath) ?? device.sysname
        location =
            Self.text("location", of: device.syspath) ?? Self.text("label", of: device.syspath)
            ?? ""
        key = "\(device.parentDevpath ?? device.devpath)/\(name)"
    }

    /// The lid sees the room, the base may lie on a lap; unknown counts in between.
    var rank: Int {
        let words = location.split { !$0.isLetter }
        if words.contains("lid") { return 0 }
        return words.contains("base") ? 2 : 1
    }

    /// Whether a person means it by a name or a path, that of the link in /sys/bus too.
    func isCalled(_ text: String) -> Bool {
        let sysname = path.split(separator: "/").last ?? ""
        return text == name || text == path || text == key
            || text == "/sys/bus/iio/devices/\(sysname)"
    }

    private static func countsLight(_ attribute: String) -> Bool {
        attribute.hasPrefix("in_intensity") && attribute.hasSuffix("_raw")
    }

    private static func text(_ attribute: String, of path: String) -> String? {
        guard case .success(let content) = Attribute.read("\(path)/\(attribute)") else {
            return nil
        }
        let printable = content.prefix(64).filter { $0 >= 32 && $0 < 127 }
        return printable.isEmpty ? nil : String(decoding: printable, as: UTF8.self)
    }
}
