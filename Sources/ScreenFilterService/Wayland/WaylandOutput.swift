internal import CWayland
internal import CWaylandGamma
internal import Glibc
internal import ScreenFilter

/// An output of a compositor, and the control of its ramps while there is one.
final class WaylandOutput {
    /// The state of the gamma control.
    enum Control: Equatable {
        /// Not requested.
        case none
        /// Requested; the size of the ramps is not known yet.
        case requested
        /// Granted, with the size of the ramps.
        case granted(size: Int)
        /// Refused or revoked.
        case failed
    }

    private(set) var control = Control.none
    /// The name in the compositor.
    private(set) var name: String
    private let output: OpaquePointer?
    /// The object of the server.
    var pointer: OpaquePointer? { output }
    private var proxy: OpaquePointer?
    private var shown: NightTransform?
    private let outputListener = UnsafeMutablePointer<wl_output_listener>.allocate(capacity: 1)
    private let listener = UnsafeMutablePointer<zwlr_gamma_control_v1_listener>.allocate(
        capacity: 1)

    init(_ registry: OpaquePointer, _ global: UInt32, version: UInt32) {
        // Version 4 has the name.
        let known = min(version, 4)
        name = "output \(global)"
        output = gamma_output_bind(registry, global, known)
        listener.initialize(
            to: zwlr_gamma_control_v1_listener(
                gamma_size: { data, _, size in
                    WaylandOutput.from(data)?.control = .granted(size: Int(size))
                },
                failed: { data, _ in WaylandOutput.from(data)?.fail() }))
        outputListener.initialize(
            to: wl_output_listener(
                geometry: { _, _, _, _, _, _, _, _, _, _ in }, mode: { _, _, _, _, _, _ in },
                done: { _, _ in }, scale: { _, _, _ in },
                name: { data, _, name in
                    if let name { WaylandOutput.from(data)?.name = String(cString: name) }
                }, description: { _, _, _ in }))
        if let output {
            wl_output_add_listener(
                output, outputListener, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    deinit {
        release()
        if let output { wl_output_destroy(output) }
        outputListener.deallocate()
        listener.deallocate()
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> WaylandOutput? {
        data.map { Unmanaged<WaylandOutput>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Requests the gamma control.
    func requestControl(from manager: OpaquePointer) {
        guard proxy == nil, let output else { return }
        control = .requested
        proxy = zwlr_gamma_control_manager_v1_get_gamma_control(manager, output)
        guard let proxy else { return }
        zwlr_gamma_control_v1_add_listener(
            proxy, listener, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Notes that the control was refused or revoked.
    func fail() {
        release()
        control = .failed
    }

    /// Releases the gamma control; the compositor restores the output.
    func release() {
        if let proxy { zwlr_gamma_control_v1_destroy(proxy) }
        proxy = nil
        shown = nil
        control = .none
    }

    /// Applies a transformation, if the control is granted.
    func show(_ transform: NightTransform) {
        guard let proxy, case .granted(let size) = control, size >= 2, shown != transform
        else { return }
        shown = transform
        let ramps = transform.ramps(over: .plain(count: size))
        let values = ramps.red + ramps.green + ramps.blue
        let file = gamma_file(values, values.count)
        guard file >= 0 else { return }
        // libwayland sends a copy of the descriptor.
        zwlr_gamma_control_v1_set_gamma(proxy, file)
        close(file)
    }
}
