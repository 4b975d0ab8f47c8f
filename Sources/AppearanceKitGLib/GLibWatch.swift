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
    /// Retained by all watches of `attach()`.
    private var mainQueue: GLibWatch?

    /// Runs `body` in the main loop whenever a descriptor is readable.
    ///
    /// - Throws: `AppearanceError` if the program does not link GLib, or the descriptor is negative.
    public init(
        _ descriptor: Int32, _ body: @escaping @MainActor () -> Void
    ) throws(AppearanceError) {
        let watch: cglib_watch = { _, _, data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { Body.at(data)?.run() }
            return 1
        }
        let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
            guard let data else { return }
            Unmanaged<Body>.fromOpaque(data).release()
        }
        // GLib would abort a program whose warnings are fatal.
        guard descriptor >= 0 else { throw .invalidDescriptor }
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

        static func at(_ data: UnsafeMutableRawPointer?) -> Body? {
            data.map { Unmanaged<Body>.fromOpaque($0).takeUnretainedValue() }
        }
    }
}

// GLib's main loop runs no task of the main actor: they wait in libdispatch's main queue, which only Swift's
// own main loop and CoreFoundation's take from.
extension GLibWatch {
    private static weak var sharedMainQueue: GLibWatch?

    /// Runs the tasks of the main actor in GLib's main loop while this watch exists.
    fileprivate func runsMainActor() throws(AppearanceError) -> GLibWatch {
        mainQueue = Self.sharedMainQueue
        if mainQueue == nil { mainQueue = try Self.ofMainQueue() }
        return self
    }

    /// Returns a watch of the main queue; `nil` without libdispatch, where nothing waits in it.
    private static func ofMainQueue() throws(AppearanceError) -> GLibWatch? {
        let descriptor = cglib_main_queue_descriptor()
        guard descriptor >= 0 else { return nil }
        let watch = try GLibWatch(descriptor) { cglib_run_main_queue() }
        sharedMainQueue = watch
        return watch
    }
}

extension AppearanceError {
    static let notLinked = AppearanceError("GLib is not linked; link the program with glib-2.0")
    static let invalidDescriptor = AppearanceError("a source without a descriptor has no events")
    static let noDisplay = AppearanceError(
        "there is no display; link GTK 4 and call gtk_init first")
}

extension AppearanceStore {
    /// Follows the desktop in GLib's default main loop while the returned watch exists, which retains
    /// the store, and runs the tasks of the main actor there.
    public func attach() throws(AppearanceError) -> GLibWatch {
        // GLib would report a closed descriptor without end.
        try GLibWatch(fileDescriptor) { self.process() }.runsMainActor()
    }
}

extension AppAppearance {
    /// Follows the desktop in GLib's default main loop while the returned watch exists, and runs the
    /// tasks of the main actor there.
    @MainActor public func attach() throws(AppearanceError) -> GLibWatch {
        try GLibWatch(fileDescriptor) { self.process() }.runsMainActor()
    }
}
