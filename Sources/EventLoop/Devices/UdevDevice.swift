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
    /// The change that was reported, such as `add`; `nil` for a device from a list.
    package let action: String?
    /// The device to which it belongs, without `/sys`.
    package let parentDevpath: String?
    /// The properties from udev's rules and the kernel, such as `ID_PATH`.
    package let properties: [String: String]
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

/// Reports devices that appear, change and disappear.
package final class UdevMonitor {
    /// A report.
    package enum Event: Hashable, Sendable {
        /// A message about a device.
        case device(UdevDevice)
        /// Messages were lost, so all devices must be listed again.
        case overflow
    }

    /// The sender of the messages.
    package enum Origin: String, Sendable {
        /// udev, once its rules have been applied.
        case udev
        /// The kernel, before that and even without udev.
        case kernel
    }

    private let context: UdevContext
    private let monitor: OpaquePointer
    private let handler: (Event) -> Void
    private var source: IOSource?

    /// The number of messages after which other sources have their turn.
    private static let messagesAtOnce = 64

    /// Starts listening for the devices of some subsystems, such as `iio`.
    ///
    /// Other devices do not wake this process. `bufferBytes` is the size of the unread messages
    /// above which some are lost; it uses memory only while messages wait. The handler is called
    /// for each message, in order.
    package init(
        on loop: EventLoop, _ context: UdevContext, subsystems: [String],
        origin: Origin = .udev, bufferBytes: Int32 = 4 << 20,
        _ handler: @escaping (Event) -> Void
    ) throws(IOError) {
        self.context = context
        self.handler = handler
        monitor = try SystemCall.pointer("udev_monitor_new_from_netlink", origin.rawValue) {
            udev_monitor_new_from_netlink(context.udev, origin.rawValue)
        }
        for subsystem in subsystems {
            try SystemCall.check(
                "udev_monitor_filter_add_match_subsystem_devtype",
                udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil), subsystem)
        }
        // Without the privilege for more, the buffer keeps the default size.
        _ = udev_monitor_set_receive_buffer_size(monitor, bufferBytes)
        try SystemCall.check(
            "udev_monitor_enable_receiving", udev_monitor_enable_receiving(monitor))
        let descriptor = try SystemCall.check("udev_monitor_get_fd", udev_monitor_get_fd(monitor))
        source = try loop.watch(descriptor, for: .readable) { [weak self] _ in
            self?.receive()
        }
    }

    // The source must leave epoll before libudev closes the descriptor.
    deinit {
        source = nil
        udev_monitor_unref(monitor)
    }

    private func receive() {
        for _ in 0..<Self.messagesAtOnce {
            switch nextDevice() {
            case .success(let device): if let device { handler(.device(device)) }
            case .failure(.noBufferSpace): handler(.overflow)
            case .failure: return
            }
        }
    }

    /// Returns the next message; `nil` in place of one that names no device.
    private func nextDevice() -> Attempt<UdevDevice?> {
        guard let device = udev_monitor_receive_device(monitor) else { return .failure(.current) }
        defer { udev_device_unref(device) }
        return .success(UdevDevice(device))
    }
}
