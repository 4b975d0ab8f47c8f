internal import CWaylandGamma
internal import ScreenFilter

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

    /// Forgets what is shown, so that it is sent again.
    func forgetShown() { shown = nil }

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
