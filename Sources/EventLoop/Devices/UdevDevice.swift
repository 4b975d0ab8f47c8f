import CUdev

/// A device as udev described it at one moment; it may be gone by now.
package struct UdevDevice: Hashable, Sendable {
    /// Where it is, below `/sys`.
    package let syspath: String
    /// The same without `/sys`, which names the device for good.
    package let devpath: String
    /// The last name of its path, such as `iio:device0`.
    package let sysname: String
    /// The kernel's class or bus, such as `iio`; empty for none.
    package let subsystem: String
    /// The kind within the subsystem, such as `iio_device`.
    package let devtype: String?
    /// What happened to it, such as `add`; nil when it was found by looking.
    package let action: String?
    /// The device that it is a part of, without `/sys`.
    package let parentDevpath: String?
    /// What udev's rules and the kernel say of it, such as `ID_PATH`.
    package let properties: [String: String]

    /// One thing that udev's rules or the kernel say of it.
    package func property(_ name: String) -> String? { properties[name] }
}

extension UdevDevice {
    /// Copies all that is asked for later, so that nothing of udev's memory is kept.
    init?(_ device: OpaquePointer) {
        guard let syspath = text(udev_device_get_syspath(device)),
            let devpath = text(udev_device_get_devpath(device)),
            let sysname = text(udev_device_get_sysname(device))
        else { return nil }
        self.syspath = syspath
        self.devpath = devpath
        self.sysname = sysname
        subsystem = text(udev_device_get_subsystem(device)) ?? ""
        devtype = text(udev_device_get_devtype(device))
        action = text(udev_device_get_action(device))
        // The parent belongs to the device and goes with it.
        parentDevpath = udev_device_get_parent(device).flatMap { text(udev_device_get_devpath($0)) }
        properties = Dictionary(
            UdevList(udev_device_get_properties_list_entry(device)).map { ($0.name, $0.value) },
            uniquingKeysWith: { _, last in last })
    }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
}
