import CUdev
package import Linux

/// The present devices, as udev knows them.
package final class UdevContext {
    let udev: OpaquePointer

    /// Opens udev's library.
    package init() throws(IOError) { udev = try SystemCall.pointer("udev_new") { udev_new() } }

    deinit { udev_unref(udev) }

    /// Returns the devices of a subsystem such as `iio`, in udev's order.
    package func devices(inSubsystem subsystem: String) throws(IOError) -> [UdevDevice] {
        let enumeration = try SystemCall.pointer("udev_enumerate_new") { udev_enumerate_new(udev) }
        defer { udev_enumerate_unref(enumeration) }
        try SystemCall.check(
            "udev_enumerate_add_match_subsystem",
            udev_enumerate_add_match_subsystem(enumeration, subsystem), subsystem)
        try SystemCall.check(
            "udev_enumerate_scan_devices", udev_enumerate_scan_devices(enumeration), subsystem)
        return UdevList(udev_enumerate_get_list_entry(enumeration))
            .compactMap { device(syspath: $0.name) }
    }

    /// Returns a device by its path below `/sys`; `nil` if it is gone.
    package func device(syspath: String) -> UdevDevice? {
        guard let device = udev_device_new_from_syspath(udev, syspath) else { return nil }
        defer { udev_device_unref(device) }
        return UdevDevice(device)
    }
}

/// A device as udev described it at one moment; it may be gone since.
package struct UdevDevice: Hashable, Sendable {
    /// The path below `/sys`.
    package let syspath: String
    /// The path without `/sys`, which identifies the device.
    package let devpath: String
    /// The last name of its path, such as `iio:device0`.
    package let sysname: String
    /// The kernel's class or bus, such as `iio`; empty for none.
    package let subsystem: String
    /// The kind within the subsystem, such as `iio_device`.
    package let devtype: String?
    /// The change that was reported, such as `add`; `nil` for a device from a list.
    package let action: String?
    /// The device to which it belongs, without `/sys`.
    package let parentDevpath: String?
    /// The properties from udev's rules and the kernel, such as `ID_PATH`.
    package let properties: [String: String]

    /// Returns a property from udev's rules or the kernel.
    package func property(_ name: String) -> String? { properties[name] }
}

extension UdevDevice {
    /// Copies everything, so that no memory of udev's is kept.
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
        // The parent belongs to the device and is released with it.
        parentDevpath = udev_device_get_parent(device).flatMap { text(udev_device_get_devpath($0)) }
        properties = Dictionary(
            UdevList(udev_device_get_properties_list_entry(device)).map { ($0.name, $0.value) },
            uniquingKeysWith: { _, last in last })
    }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
}

/// A list that belongs to the udev object it came from.
struct UdevList: Sequence, IteratorProtocol {
    private var entry: OpaquePointer?

    init(_ first: OpaquePointer?) { entry = first }

    mutating func next() -> (name: String, value: String)? {
        guard let entry else { return nil }
        self.entry = udev_list_entry_get_next(entry)
        return (
            name: udev_list_entry_get_name(entry).map { String(cString: $0) } ?? "",
            value: udev_list_entry_get_value(entry).map { String(cString: $0) } ?? ""
        )
    }
}
