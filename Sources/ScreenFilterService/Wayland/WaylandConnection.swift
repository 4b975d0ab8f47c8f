internal import CWayland
internal import CWaylandGamma
internal import DesktopControl
internal import Glibc
internal import Linux
internal import ScreenFilter

/// A connection to a Wayland compositor that lets its clients set gamma ramps or colour matrices.
final class WaylandConnection {
    let pointer: OpaquePointer
    private let registry: OpaquePointer
    private var manager: OpaquePointer?
    /// The manager of the power of displays; `nil` if the compositor has none.
    private var powerManager: OpaquePointer?
    /// The colour matrices of the outputs; `nil` if the compositor has none.
    private(set) var matrices: WaylandMatrices?
    private(set) var outputs: [UInt32: WaylandOutput] = [:]
    private let listener: UnsafeMutablePointer<wl_registry_listener>
    private let replyListener: UnsafeMutablePointer<wl_callback_listener>
    private var reply: OpaquePointer?
    /// The replies until the outputs are known: one for the globals, one for the properties of the outputs.
    private var missingReplies = 2

    /// Connects to a display such as `wayland-1`, and requests its outputs.
    init(display: String) throws(DesktopError) {
        guard let pointer = wl_display_connect(display) else { throw .withoutCompositor(display) }
        guard let registry = wl_display_get_registry(pointer) else {
            wl_display_disconnect(pointer)
            throw .withoutCompositor(display)
        }
        self.pointer = pointer
        self.registry = registry
        listener = .allocate(capacity: 1)
        listener.initialize(
            to: wl_registry_listener(
                global: { data, registry, name, interface, version in
                    guard let interface else { return }
                    object(at: data, WaylandConnection.self)?.add(
                        name, String(cString: interface), version)
                },
                global_remove: { data, _, name in
                    object(at: data, WaylandConnection.self)?.outputs[name] = nil
                }))
        replyListener = .allocate(capacity: 1)
        replyListener.initialize(
            to: wl_callback_listener(
                done: { data, _, _ in object(at: data, WaylandConnection.self)?.receiveReply() }))
        wl_registry_add_listener(registry, listener, Unmanaged.passUnretained(self).toOpaque())
        requestReply()
    }

    deinit {
        dropReply()
        matrices = nil
        outputs = [:]
        if let powerManager { power_manager_destroy(powerManager) }
        if let manager { zwlr_gamma_control_manager_v1_destroy(manager) }
        wl_registry_destroy(registry)
        wl_display_disconnect(pointer)
        listener.deallocate()
        replyListener.deallocate()
    }

    /// Whether the outputs are known.
    var isReady: Bool { missingReplies == 0 }

    /// Whether the compositor has a protocol by which a program can change its colours; known once it is
    /// ready.
    var canSetColors: Bool { manager != nil || matrices != nil }

    private func add(_ name: UInt32, _ interface: String, _ version: UInt32) {
        switch interface {
        case String(cString: gamma_manager_name()):
            manager = manager ?? gamma_manager_bind(registry, name)
        case String(cString: matrix_manager_interface.name):
            matrices = matrices ?? WaylandMatrices(registry, name, version: version)
        case String(cString: power_manager_interface.name) where powerManager == nil:
            powerManager = power_manager_bind(registry, name)
            followPower(of: Array(outputs.values))
        case "wl_output" where outputs.count < mostOutputs:
            let output = WaylandOutput(registry, name, version: version)
            outputs[name] = output
            followPower(of: [output])
        default: break
        }
    }

    /// Follows the power of outputs: a compositor may lose the colours of a display that is off.
    private func followPower(of outputs: [WaylandOutput]) {
        guard let powerManager else { return }
        for output in outputs { output.followPower(by: powerManager) }
    }

    /// Forgets the colours of the outputs that were switched on, so that they are sent again.
    func forgetLostColors() {
        for output in outputs.values where output.forgetLostColors() { matrices?.forgetShown() }
    }

    /// Requests the gamma control of an output; `process` handles the reply.
    func requestControl(of output: WaylandOutput) {
        guard let manager else { return output.fail() }
        output.requestControl(from: manager)
    }

    /// The descriptor to watch for input.
    var descriptor: Int32 { wl_display_get_fd(pointer) }

    /// Processes events, the first of which may take some milliseconds; returns false if the connection
    /// has ended.
    func process(within milliseconds: Int32 = 0) -> Bool {
        while wl_display_prepare_read(pointer) != 0 {
            guard wl_display_dispatch_pending(pointer) >= 0 else { return false }
        }
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&watched, 1, milliseconds) > 0 {
            guard wl_display_read_events(pointer) >= 0 else { return false }
        } else {
            wl_display_cancel_read(pointer)
        }
        return wl_display_dispatch_pending(pointer) >= 0 && flush()
    }

    /// Sends pending requests; returns false if the connection has ended.
    @discardableResult func flush() -> Bool {
        wl_display_flush(pointer) >= 0 || errno == EAGAIN
    }

    /// Waits until the compositor has processed all requests; returns false if it does not answer in
    /// time, or the connection has ended.
    @discardableResult func synchronize() -> Bool {
        requestReply() && process { self.reply == nil }
    }

    /// Waits until the outputs are known.
    ///
    /// - Throws: `DesktopError` if the compositor does not answer in time, or the connection has ended.
    func becomeReady(_ display: String) throws(DesktopError) {
        guard process(until: { self.isReady }) else {
            throw wl_display_get_error(pointer) == 0
                ? .unanswered(display) : .withoutCompositor(display)
        }
    }

    /// Processes events until a condition holds; returns false if that takes too long, or the connection
    /// has ended.
    private func process(until isDone: () -> Bool) -> Bool {
        let end = SystemClock.monotonic() + displayTimeout.microseconds
        while !isDone() {
            let rest = (end - SystemClock.monotonic()) / 1_000
            guard rest > 0, process(within: Int32(rest)) else { return false }
        }
        return true
    }

    /// Requests the reply that follows those to all earlier requests; returns false if the connection has
    /// ended.
    @discardableResult private func requestReply() -> Bool {
        dropReply()
        reply = wl_display_sync(pointer)
        guard let reply else { return false }
        wl_callback_add_listener(
            reply, replyListener, Unmanaged.passUnretained(self).toOpaque())
        return flush()
    }

    private func receiveReply() {
        dropReply()
        guard !isReady else { return }
        missingReplies -= 1
        if !isReady { requestReply() }
    }

    private func dropReply() {
        if let reply { wl_callback_destroy(reply) }
        reply = nil
    }
}

/// Returns the object whose address libwayland passes to the functions of its listener.
func object<Object: AnyObject>(
    at data: UnsafeMutableRawPointer?, _: Object.Type
) -> Object? {
    data.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}
