import AppearanceModel
import EventLoop
import Linux

/// A device of the kernel that measures light.
struct KernelDevice: Sendable {
    /// The subsystem to which it belongs.
    enum Kind: String, CaseIterable, Sendable {
        /// Industrial I/O: sensors that mostly report lux.
        case iio
        /// Hardware monitors, which on a Mac measure light too.
        case hwmon
    }

    let kind: Kind
    /// The present path below /sys.
    let path: String
    /// A key that stays the same across reboots, unlike the numbers of the device and its parents.
    let key: String
    let name: String
    /// Its position on the machine, such as `lid`; empty if unknown.
    let location: String
    /// Whether it is part of a device that can be unplugged, such as an external display.
    let isRemovable: Bool
    /// `nil` if none of its attributes is usable light.
    let channel: LightChannel?
    let correction: Correction
    /// The known facts about such sensors, in words.
    let note: String?

    /// Examines a device; `nil` if it does not measure light.
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
        isRemovable = Self.isRemovable(device.syspath)
        key = "\(Self.withoutCounters(device.parentDevpath ?? device.devpath))/\(name)"
    }

    /// Returns a path without the numbers that the kernel counts up as it finds devices: that of a HID
    /// device, `0018:8086:0AC2.0001`, and that of a part of it, `HID-SENSOR-200041.5.auto`.
    private static func withoutCounters(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            var words = part.split(separator: ".", omittingEmptySubsequences: false)
            if words.count == 2, words[1].count >= 4, words[0].split(separator: ":").count == 3 {
                words.removeLast()
            } else if words.count > 2, words.last == "auto" {
                words.remove(at: words.count - 2)
            }
            return words.joined(separator: ".")
        }.joined(separator: "/")
    }

    /// Returns every present device.
    static func all(_ udev: UdevContext) throws(IOError) -> [KernelDevice] {
        try udev.devices(inSubsystem: Kind.iio.rawValue).compactMap(KernelDevice.init)
            + hardwareMonitors().compactMap(udev.device).compactMap(KernelDevice.init)
    }

    /// Returns the few hardware monitors that measure light, without asking udev about all others.
    private static func hardwareMonitors() -> [String] {
        let folder = "/sys/class/\(Kind.hwmon.rawValue)"
        let names = (try? Directory.names(in: folder)) ?? []
        return names.map { "\(folder)/\($0)" }.filter { lightAttribute(of: $0) != nil }
    }

    /// The attributes of a hardware monitor may be those of its parent device.
    private static func lightAttribute(of path: String) -> String? {
        ["\(path)/light", "\(path)/device/light"].first(where: File.exists)
    }

    /// The lid faces the room, the base may lie on a lap; unknown is in between.
    ///
    /// Sensors that report lux come before the others.
    var rank: Int {
        let place = isOf("lid") ? 0 : isOf("base") ? 2 : 1
        return channel?.unit == .percent ? place + 3 : place
    }

    /// The rank after that of every device.
    static let lastRank = 6

    /// Whether the closed lid covers it.
    var isUnderLid: Bool { isOf("lid") || !isOf("base") && !isRemovable }

    private func isOf(_ part: String) -> Bool {
        location.split { !$0.isLetter }.contains { $0 == part }
    }

    /// Returns whether the kernel knows of a device, or one that it is part of, that it can be unplugged.
    ///
    /// That it is part of a USB device does not mean that: laptops have sensors on internal USB.
    private static func isRemovable(_ path: String) -> Bool {
        var path = path[...]
        while let end = path.lastIndex(of: "/"), end > path.startIndex {
            if text("removable", of: String(path)) == "removable" { return true }
            path = path[..<end]
        }
        return false
    }

    /// Returns whether a person's pattern is its name or its path, that of the link in /sys/bus
    /// included.
    func isCalled(_ text: String) -> Bool {
        let sysname = path.split(separator: "/").last ?? ""
        return text == name || text == path || Self.withoutCounters(text) == key
            || text == "/sys/bus/iio/devices/\(sysname)" || text == "/sys/class/hwmon/\(sysname)"
    }

    private static func countsLight(_ attribute: String) -> Bool {
        attribute.hasPrefix("in_intensity") && attribute.hasSuffix("_raw")
    }

    private static func text(_ attribute: String, of path: String) -> String? {
        guard let content = Descriptor.readAttribute("\(path)/\(attribute)").value else {
            return nil
        }
        let printable = content.prefix(64).filter { $0 >= 32 && $0 < 127 }
        return printable.isEmpty ? nil : String(decoding: printable, as: UTF8.self)
    }
}

/// Reports devices that appear and disappear, once they have settled: only the result of many
/// events.
final class HotplugWatch {
    enum Event {
        /// The last message of each device with an event.
        case devices([UdevDevice])
        /// Events were lost: every device must be listed again.
        case unknown
    }

    /// The time without events after which a device has settled.
    private static let quiet = Microseconds.milliseconds(20)
    /// The time after which the events are reported, however many follow.
    private static let timeout = Microseconds.milliseconds(250)

    private let handler: (Event) -> Void
    private var monitor: UdevMonitor?
    private var timer: TimerSource?
    private var latest: [String: UdevDevice] = [:]
    private var hasLostSome = false
    private var firstEvent: BootTime?

    init(
        on loop: EventLoop, _ udev: UdevContext, subsystems: [String],
        _ handler: @escaping (Event) -> Void
    ) throws(IOError) {
        self.handler = handler
        timer = try loop.timer(.boottime) { [weak self] in self?.reportEvents() }
        monitor = try UdevMonitor(on: loop, udev, subsystems: subsystems) { [weak self] event in
            self?.receive(event)
        }
    }

    private func receive(_ event: UdevMonitor.Event) {
        switch event {
        case .overflow: hasLostSome = true
        case .device(let device): latest[device.syspath] = device
        }
        let now = BootTime.now
        let first = firstEvent ?? now
        firstEvent = first
        timer?.arm(at: min(now + Self.quiet, first + Self.timeout).microsecondsSinceBoot)
    }

    private func reportEvents() {
        let event = hasLostSome ? Event.unknown : .devices(Array(latest.values))
        latest = [:]
        hasLostSome = false
        firstEvent = nil
        handler(event)
    }
}
