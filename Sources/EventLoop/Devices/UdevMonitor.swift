import CUdev
package import Linux

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
