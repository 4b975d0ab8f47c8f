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
    /// The colour matrices of the outputs; `nil` if the compositor has none.
    private(set) var matrices: WaylandMatrices?
    private(set) var outputs: [UInt32: WaylandOutput] = [:]
    private let listener: UnsafeMutablePointer<wl_registry_listener>
    private let replyListener: UnsafeMutablePointer<wl_callback_listener>
    private var hasReply = false

    /// Connects to a display such as `wayland-1`; `nil` if the compositor has no protocol by which a
    /// program could change its colours.
    init?(display: String) throws(DesktopError) {
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
                done: { data, _, _ in object(at: data, WaylandConnection.self)?.hasReply = true }))
        wl_registry_add_listener(registry, listener, Unmanaged.passUnretained(self).toOpaque())
        // Once for the globals, once for the properties of the outputs.
        guard synchronize(), synchronize() else {
            throw wl_display_get_error(pointer) == 0
                ? .unanswered(display) : .withoutCompositor(display)
        }
        guard manager != nil || matrices != nil else { return nil }
    }

    deinit {
        matrices = nil
        outputs = [:]
        if let manager { zwlr_gamma_control_manager_v1_destroy(manager) }
        wl_registry_destroy(registry)
        wl_display_disconnect(pointer)
        listener.deallocate()
        replyListener.deallocate()
    }

    private func add(_ name: UInt32, _ interface: String, _ version: UInt32) {
        switch interface {
        case String(cString: gamma_manager_name()):
            manager = manager ?? gamma_manager_bind(registry, name)
        case String(cString: matrix_manager_interface.name):
            matrices = matrices ?? WaylandMatrices(registry, name, version: version)
        case "wl_output":
            outputs[name] = WaylandOutput(registry, name, version: version)
        default: break
        }
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
        guard let callback = wl_display_sync(pointer) else { return false }
        defer { wl_callback_destroy(callback) }
        hasReply = false
        wl_callback_add_listener(
            callback, replyListener, Unmanaged.passUnretained(self).toOpaque())
        flush()
        let end = SystemClock.monotonic() + displayTimeout.microseconds
        while !hasReply {
            let rest = (end - SystemClock.monotonic()) / 1_000
            guard rest > 0, process(within: Int32(rest)) else { return false }
        }
        return true
    }
}

/// Returns the object whose address libwayland passes to the functions of its listener.
func object<Object: AnyObject>(
    at data: UnsafeMutableRawPointer?, _: Object.Type
) -> Object? {
    data.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}

/// The colour matrices of the outputs of Hyprland, by hyprland-ctm-control-v1.
///
/// One client controls the matrices of all outputs. Hyprland restores them when its manager is
/// destroyed, and when the client exits or is killed.
final class WaylandMatrices {
    private let registry: OpaquePointer
    private let global: UInt32
    private let version: UInt32
    private var manager: OpaquePointer?
    private var shown: (transform: NightTransform, outputs: Set<UInt32>)?
    /// Whether another client controls the matrices, in this night.
    private(set) var isBlocked = false
    private let listener: UnsafeMutablePointer<matrix_manager_listener>

    init(_ registry: OpaquePointer, _ global: UInt32, version: UInt32) {
        self.registry = registry
        self.global = global
        // Version 2 reports another client.
        self.version = min(version, 2)
        listener = .allocate(capacity: 1)
        listener.initialize(
            to: matrix_manager_listener(
                blocked: { data, _ in object(at: data, WaylandMatrices.self)?.block() }))
    }

    deinit {
        release()
        listener.deallocate()
    }

    /// Applies a transformation to outputs, if no other program controls the matrices.
    func show(_ transform: NightTransform, on outputs: [UInt32: WaylandOutput]) {
        let names = Set(outputs.keys)
        guard !isBlocked, shown?.transform != transform || shown?.outputs != names,
            let manager = manager ?? bind()
        else { return }
        shown = (transform, names)
        let elements = transform.matrix(over: .identity).elements
        let fixed = elements.map { Int32(($0 * 256).rounded()) }
        for output in outputs.values {
            guard let pointer = output.pointer else { continue }
            matrix_manager_set(manager, pointer, fixed)
        }
        matrix_manager_commit(manager)
    }

    /// Releases the matrices; the compositor restores them.
    func release() {
        if let manager { matrix_manager_destroy(manager) }
        manager = nil
        shown = nil
        isBlocked = false
    }

    private func block() {
        release()
        isBlocked = true
    }

    private func bind() -> OpaquePointer? {
        manager = matrix_manager_bind(registry, global, version)
        if let manager {
            matrix_manager_listen(
                manager, listener, Unmanaged.passUnretained(self).toOpaque())
        }
        return manager
    }
}
