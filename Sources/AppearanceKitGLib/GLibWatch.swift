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
    /// - Throws: `GLibError` if the program does not link GLib.
    public init(
        _ descriptor: Int32, _ body: @escaping @MainActor () -> Void
    ) throws(GLibError) {
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

    isolated deinit { cglib_remove_watch(tag) }

    private final class Body {
        let run: @MainActor () -> Void

        init(run: @escaping @MainActor () -> Void) { self.run = run }

        static func at(_ data: UnsafeMutableRawPointer?) -> Body {
            guard let data else { preconditionFailure("GLib lost its user data") }
            return Unmanaged<Body>.fromOpaque(data).takeUnretainedValue()
        }
    }
}

/// The reason why a main loop or a display cannot be used.
public enum GLibError: Error, Hashable, CustomStringConvertible {
    /// The program does not link GLib.
    case notLinked
    /// The program does not link GTK 4, or has not opened a display.
    case noDisplay

    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .notLinked: "GLib is not linked; link the program with glib-2.0"
        case .noDisplay: "there is no display; link GTK 4 and call gtk_init first"
        }
    }
}

extension AppearanceStore {
    /// Follows the desktop in GLib's default main loop while the returned watch exists.
    public func attach() throws(GLibError) -> GLibWatch {
        try GLibWatch(fileDescriptor) { [weak self] in self?.process() }
    }
}

extension AppAppearance {
    /// Follows the desktop in GLib's default main loop while the returned watch exists.
    @MainActor public func attach() throws(GLibError) -> GLibWatch {
        try GLibWatch(fileDescriptor) { self.process() }
    }
}
