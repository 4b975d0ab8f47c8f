public import AppearanceKit
internal import CGLib

/// A watch of GLib's default main loop, which ends when it is released.
///
/// ```swift
/// let store = try AppearanceStore(id: "org.example.Reader")
/// let watch = try store.attach()
/// ```
@MainActor public final class GLibWatch {
    private let tag: UInt32

    /// Runs `body` in the main loop whenever a descriptor is readable.
    ///
    /// - Throws: `AppearanceError` if the program does not link GLib.
    public init(
        _ descriptor: Int32, _ body: @escaping @MainActor () -> Void
    ) throws(AppearanceError) {
        let watch: cglib_watch = { _, _, data in
            MainActor.assumeIsolated { Body.at(data).run() }
            return 1
        }
        let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
            guard let data else { return }
            Unmanaged<Body>.fromOpaque(data).release()
        }
        let retained = Unmanaged.passRetained(Body(run: body))
        tag = cglib_add_watch(descriptor, watch, retained.toOpaque(), release)
        guard tag != 0 else {
            retained.release()
            throw .notLinked
        }
    }

    isolated deinit { cglib_remove_source(tag) }

    private final class Body {
        let run: @MainActor () -> Void

        init(run: @escaping @MainActor () -> Void) { self.run = run }

        static func at(_ data: UnsafeMutableRawPointer?) -> Body {
            guard let data else { preconditionFailure("GLib lost its user data") }
            return Unmanaged<Body>.fromOpaque(data).takeUnretainedValue()
        }
    }
}

extension AppearanceError {
    static let notLinked = AppearanceError("GLib is not linked; link the program with glib-2.0")
    static let noDisplay = AppearanceError(
        "there is no display; link GTK 4 and call gtk_init first")
}

extension AppearanceStore {
    /// Follows the desktop in GLib's default main loop while the returned watch exists, which retains
    /// the store.
    public func attach() throws(AppearanceError) -> GLibWatch {
        // GLib would report a closed descriptor without end.
        try GLibWatch(fileDescriptor) { self.process() }
    }
}

extension AppAppearance {
    /// Follows the desktop in GLib's default main loop while the returned watch exists.
    @MainActor public func attach() throws(AppearanceError) -> GLibWatch {
        try GLibWatch(fileDescriptor) { self.process() }
    }
}
