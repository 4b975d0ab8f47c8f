import CUdev
package import Linux

/// What udev knows of the devices that are there.
package final class UdevContext {
    let udev: OpaquePointer

    /// Opens udev's library.
    package init() throws(IOError) { udev = try SystemCall.pointer("udev_new") { udev_new() } }

    deinit { udev_unref(udev) }

    /// The devices of a subsystem such as `iio`, in udev's order.
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

    /// One device by its path below `/sys`; nil when it is gone.
    package func device(syspath: String) -> UdevDevice? {
        guard let device = udev_device_new_from_syspath(udev, syspath) else { return nil }
        defer { udev_device_unref(device) }
        return UdevDevice(device)
    }
}
