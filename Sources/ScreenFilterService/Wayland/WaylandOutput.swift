internal import CWayland
internal import CWaylandGamma
internal import Glibc
internal import ScreenFilter

/// An output of a compositor, and the control of its ramps while there is one.
final class WaylandOutput {
    enum Control: Equatable {
        case none
        /// Requested; the size of the ramps is not known yet.
        case requested
        /// Granted, with the size of the ramps.
        case granted(size: Int)
        case failed
    }

    private(set) var control = Control.none
    /// The error of the last step, for a person; `nil` if it was shown.
    private(set) var error: String?
    /// The name in the compositor.
    private(set) var name: String
    /// The object of the server.
    let pointer: OpaquePointer?
    private var proxy: OpaquePointer?
    private var shown: NightTransform?
    /// The report of its power; `nil` if there is none.
    private var power: OpaquePointer?
    /// Whether it is on; `nil` until that is reported.
    private var isOn: Bool?
    /// Whether it was switched on, or has another resolution, since the last look.
    private var cameOn = false
    /// The sizes of ramps of any hardware: the largest is that of 16-bit colours.
    private static let sizes = 2...65_536
    private let outputListener = UnsafeMutablePointer<wl_output_listener>.allocate(capacity: 1)
    private let powerListener = UnsafeMutablePointer<output_power_listener>.allocate(capacity: 1)
    private let listener = UnsafeMutablePointer<zwlr_gamma_control_v1_listener>.allocate(
        capacity: 1)

    init(_ registry: OpaquePointer, _ global: UInt32, version: UInt32) {
        // Version 4 has the name.
        let known = min(version, 4)
        name = "output \(global)"
        pointer = gamma_output_bind(registry, global, known)
        listener.initialize(
            to: zwlr_gamma_control_v1_listener(
                gamma_size: { data, _, size in
                    object(at: data, WaylandOutput.self)?.grant(Int(size))
                },
                failed: { data, _ in object(at: data, WaylandOutput.self)?.fail() }))
        powerListener.initialize(
            to: output_power_listener(
                mode: { data, _, mode in
                    object(at: data, WaylandOutput.self)?.setPower(isOn: mode == 1)
                },
                failed: { data, _ in object(at: data, WaylandOutput.self)?.dropPower() }))
        outputListener.initialize(
            to: wl_output_listener(
                geometry: { _, _, _, _, _, _, _, _, _, _ in }, mode: { _, _, _, _, _, _ in },
                done: { _, _ in }, scale: { _, _, _ in },
                name: { data, _, name in
                    if let name {
                        object(at: data, WaylandOutput.self)?.name = String(cString: name)
                    }
                }, description: { _, _, _ in }))
        if let pointer {
            wl_output_add_listener(
                pointer, outputListener, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    deinit {
        release()
        dropPower()
        if let pointer {
            if wl_output_get_version(pointer) >= WL_OUTPUT_RELEASE_SINCE_VERSION {
                wl_output_release(pointer)
            } else {
                wl_output_destroy(pointer)
            }
        }
        outputListener.deallocate()
        powerListener.deallocate()
        listener.deallocate()
    }

    func requestControl(from manager: OpaquePointer) {
        guard proxy == nil, let pointer else { return }
        control = .requested
        proxy = zwlr_gamma_control_manager_v1_get_gamma_control(manager, pointer)
        guard let proxy else { return }
        zwlr_gamma_control_v1_add_listener(
            proxy, listener, Unmanaged.passUnretained(self).toOpaque())
    }

    func followPower(by manager: OpaquePointer) {
        guard power == nil, let pointer else { return }
        power = output_power_get(manager, pointer)
        guard let power else { return }
        _ = output_power_listen(
            power, powerListener, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Records its power: the first report is of the present state, and each later one of a change.
    private func setPower(isOn: Bool) {
        if self.isOn != nil, isOn { cameOn = true }
        self.isOn = isOn
    }

    private func dropPower() {
        if let power { output_power_destroy(power) }
        power = nil
    }

    /// Forgets its colours if it was switched on; returns whether it was.
    func forgetLostColors() -> Bool {
        guard cameOn else { return false }
        cameOn = false
        shown = nil
        return true
    }

    /// Whether its colours could not be set.
    var hasFailed: Bool { control == .failed || error != nil }

    /// Accepts ramps of a size; an output with ramps of an impossible size counts as one without.
    private func grant(_ size: Int) {
        guard Self.sizes.contains(size) else {
            fail()
            error = "the compositor reports ramps of \(size) entries, which no display has"
            return
        }
        control = .granted(size: size)
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
        error = nil
        control = .none
    }

    /// Applies a transformation, if the control is granted.
    func show(_ transform: NightTransform) {
        guard let proxy, case .granted(let size) = control, shown != transform
        else { return }
        let ramps = transform.ramps(over: .plain(count: size))
        let values = ramps.red + ramps.green + ramps.blue
        let file = gamma_file(values, values.count)
        guard file >= 0 else {
            error = "its colours cannot be set: \(String(cString: strerror(errno)))"
            return
        }
        shown = transform
        error = nil
        // libwayland sends a copy of the descriptor.
        zwlr_gamma_control_v1_set_gamma(proxy, file)
        close(file)
    }
}
