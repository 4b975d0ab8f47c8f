internal import CWayland
internal import CWaylandGamma
internal import DesktopControl
internal import Glibc

/// A connection to a Wayland compositor that lets its clients set gamma ramps or colour matrices.
final class WaylandConnection {
    let pointer: OpaquePointer
    private let registry: OpaquePointer
    private var manager: OpaquePointer?
    /// The colour matrices of the outputs; `nil` if the compositor has none.
    private(set) var matrices: WaylandMatrices?
    private(set) var outputs: [UInt32: WaylandOutput] = [:]
    private let listener: UnsafeMutablePointer<wl_registry_listener>

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
                    WaylandConnection.from(data)?.add(name, String(cString: interface), version)
                },
                global_remove: { data, _, name in
                    WaylandConnection.from(data)?.outputs[name] = nil
                }))
        wl_registry_add_listener(registry, listener, Unmanaged.passUnretained(self).toOpaque())
        // Once for the globals, once for the properties of the outputs.
        guard wl_display_roundtrip(pointer) >= 0, wl_display_roundtrip(pointer) >= 0
        else { throw .withoutCompositor(display) }
        guard manager != nil || matrices != nil else { return nil }
    }

    deinit {
        matrices = nil
        outputs = [:]
        if let manager { zwlr_gamma_control_manager_v1_destroy(manager) }
        wl_registry_destroy(registry)
        wl_display_disconnect(pointer)
        listener.deallocate()
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> WaylandConnection? {
        data.map { Unmanaged<WaylandConnection>.fromOpaque($0).takeUnretainedValue() }
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

    /// Processes pending events without blocking; returns false if the compositor has exited.
    func process() -> Bool {
        while wl_display_prepare_read(pointer) != 0 {
            guard wl_display_dispatch_pending(pointer) >= 0 else { return false }
        }
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&watched, 1, 0) > 0 {
            guard wl_display_read_events(pointer) >= 0 else { return false }
        } else {
            wl_display_cancel_read(pointer)
        }
        return wl_display_dispatch_pending(pointer) >= 0 && flush()
    }

    /// Sends pending requests; returns false if the compositor has exited.
    @discardableResult func flush() -> Bool {
        wl_display_flush(pointer) >= 0 || errno == EAGAIN
    }

    /// Waits until the compositor has processed all requests.
    func synchronize() { wl_display_roundtrip(pointer) }
}
