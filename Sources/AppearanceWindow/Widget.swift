import CAdw

/// A widget of GTK or libadwaita, with the casts that macros make in C.
///
/// C has two kinds of pointers to it: typed ones, and opaque ones to types whose structure is private.
@MainActor struct Widget {
    let raw: UnsafeMutableRawPointer

    init(_ pointer: UnsafeMutablePointer<GtkWidget>?) {
        guard let pointer else { fatalError("GTK made no widget") }
        raw = UnsafeMutableRawPointer(pointer)
    }

    init(_ pointer: OpaquePointer?) {
        guard let pointer else { fatalError("GTK made no widget") }
        raw = UnsafeMutableRawPointer(pointer)
    }

    var gtk: UnsafeMutablePointer<GtkWidget> { `as`(GtkWidget.self) }

    var opaque: OpaquePointer { OpaquePointer(raw) }

    func `as`<Kind>(_ kind: Kind.Type) -> UnsafeMutablePointer<Kind> {
        raw.assumingMemoryBound(to: kind)
    }

    // MARK: Properties of every widget

    func styled(_ classes: String...) -> Widget {
        for name in classes { gtk_widget_add_css_class(gtk, name) }
        return self
    }

    func setStyle(_ name: String, _ isOn: Bool) {
        if isOn {
            gtk_widget_add_css_class(gtk, name)
        } else {
            gtk_widget_remove_css_class(gtk, name)
        }
    }

    func setVisible(_ isVisible: Bool) { gtk_widget_set_visible(gtk, isVisible.gboolean) }

    func setSensitive(_ isSensitive: Bool) { gtk_widget_set_sensitive(gtk, isSensitive.gboolean) }

    func setTooltip(_ text: String) { gtk_widget_set_tooltip_text(gtk, text) }

    /// Sets the name that a screen reader reads.
    func setName(_ text: String) {
        var property = GTK_ACCESSIBLE_PROPERTY_LABEL
        var value = GValue()
        g_value_init(&value, GType.string)
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(opaque, 1, &property, &value)
        g_value_unset(&value)
        // Some rows of libadwaita name an empty label.
        gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    }

    // MARK: Signals

    /// Calls a closure at a signal that says nothing else.
    @discardableResult
    func connect(_ signal: String, _ body: @escaping @MainActor () -> Void) -> Widget {
        Signal.connect(raw, signal, body)
        return self
    }
}

extension Bool {
    var gboolean: CAdw.gboolean { self ? 1 : 0 }
}

extension GType {
    /// `G_TYPE_STRING`, a macro.
    static var string: GType { 16 << 2 }
}

/// The signals of GObject.
@MainActor enum Signal {
    private final class Listener {
        let body: @MainActor () -> Void
        init(_ body: @escaping @MainActor () -> Void) { self.body = body }
    }

    /// Calls a closure at a signal for as long as the object lives.
    static func connect(
        _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor () -> Void
    ) {
        // Swapped, the data comes first, whatever else the signal has; a result is 0.
        let call: @convention(c) (gpointer?) -> gboolean = { data in
            MainActor.assumeIsolated { Signal.run(data) }
            return 0
        }
        let release: @convention(c) (gpointer?, UnsafeMutablePointer<GClosure>?) -> Void = {
            data, _ in
            guard let data else { return }
            Unmanaged<Listener>.fromOpaque(data).release()
        }
        g_signal_connect_data(
            object, signal, unsafeBitCast(call, to: GCallback.self),
            Unmanaged.passRetained(Listener(body)).toOpaque(), release, G_CONNECT_SWAPPED)
    }

    private static func run(_ data: gpointer?) {
        guard let data else { return }
        Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue().body()
    }

    /// Calls a closure once after a time; the returned number cancels it.
    static func call(
        afterMilliseconds delay: UInt32, _ body: @escaping @MainActor () -> Void
    ) -> UInt32 {
        let call: GSourceFunc = { data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { Signal.run(data) }
            return 0
        }
        let release: GDestroyNotify = { data in
            guard let data else { return }
            Unmanaged<Listener>.fromOpaque(data).release()
        }
        return g_timeout_add_full(
            G_PRIORITY_DEFAULT, delay, call, Unmanaged.passRetained(Listener(body)).toOpaque(),
            release)
    }

    private final class Call: Sendable {
        let body: @MainActor @Sendable () -> Void
        init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }
    }

    /// Calls a closure in the main loop, from any thread.
    nonisolated static func callOnMainThread(_ body: @escaping @MainActor @Sendable () -> Void) {
        let call: GSourceFunc = { data in
            guard let data else { return 0 }
            let call = Unmanaged<Call>.fromOpaque(data).takeRetainedValue()
            MainActor.assumeIsolated { call.body() }
            return 0
        }
        g_idle_add(call, Unmanaged.passRetained(Call(body)).toOpaque())
    }

    // MARK: Actions

    private final class ActionListener {
        let body: @MainActor (String) -> Void
        init(_ body: @escaping @MainActor (String) -> Void) { self.body = body }
    }

    /// Adds an action to a window or an application, which menus activate by its name, with a word if
    /// `hasTarget`.
    static func addAction(
        _ name: String, hasTarget: Bool = false, to map: OpaquePointer,
        _ body: @escaping @MainActor (String) -> Void
    ) {
        let type = hasTarget ? g_variant_type_new("s") : nil
        defer { if let type { g_variant_type_free(type) } }
        guard let action = g_simple_action_new(name, type) else { return }
        let call: @convention(c) (OpaquePointer?, OpaquePointer?, gpointer?) -> Void = {
            _, target, data in
            let word = target.flatMap { g_variant_get_string($0, nil) }.map { String(cString: $0) }
            MainActor.assumeIsolated {
                guard let data else { return }
                Unmanaged<ActionListener>.fromOpaque(data).takeUnretainedValue().body(word ?? "")
            }
        }
        let release: @convention(c) (gpointer?, UnsafeMutablePointer<GClosure>?) -> Void = {
            data, _ in
            guard let data else { return }
            Unmanaged<ActionListener>.fromOpaque(data).release()
        }
        g_signal_connect_data(
            UnsafeMutableRawPointer(action), "activate", unsafeBitCast(call, to: GCallback.self),
            Unmanaged.passRetained(ActionListener(body)).toOpaque(), release, GConnectFlags(0))
        g_action_map_add_action(map, action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }
}
