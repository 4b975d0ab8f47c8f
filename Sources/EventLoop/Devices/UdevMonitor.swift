import CUdev
package import Linux

/// Tells of devices that come, change and go.
package final class UdevMonitor {
    /// Something to tell.
    package enum Event: Hashable, Sendable {
        /// The device says what happened to it.
        case device(UdevDevice)
        /// Messages were lost, so all devices must be looked for anew.
        case overflow
    }

    /// Who sends the messages.
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

    /// So many at most before other sources have their turn.
    private static let messagesAtOnce = 64

    /// Begins to listen for the devices of some subsystems, such as `iio`.
    ///
    /// Of other devices this process is not even woken. The buffer says how much may wait unread
    /// before messages are lost; it takes memory only while they wait. The handler is told of
    /// each message, in order.
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
        // Without the right to more, the buffer keeps the size that the system gives to all.
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

    /// The next message; nil in place of one that names no device.
    private func nextDevice() -> Result<UdevDevice?, Errno> {
        guard let device = udev_monitor_receive_device(monitor) else { return .failure(.current) }
        defer { udev_device_unref(device) }
        return .success(UdevDevice(device))
    }
}
