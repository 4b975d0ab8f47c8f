import CGtk

/// A widget of GTK's, and the casts that its macros do in C.
@MainActor
struct Widget {
    let pointer: UnsafeMutablePointer<GtkWidget>

    init(_ pointer: UnsafeMutablePointer<GtkWidget>?) {
        guard let pointer else { fatalError("GTK made no widget") }
        self.pointer = pointer
    }

    init(label text: String, class name: String) {
        self.init(gtk_label_new(text))
        gtk_widget_add_css_class(pointer, name)
    }

    init(boxAlong orientation: GtkOrientation, class name: String) {
        self.init(gtk_box_new(orientation, 16))
        gtk_widget_add_css_class(pointer, name)
    }

    init(dropDownOf rows: [String]) {
        let model = gtk_string_list_new(nil)
        for row in rows { gtk_string_list_append(model, row) }
        self.init(gtk_drop_down_new(model, nil))
    }

    var opaque: OpaquePointer { OpaquePointer(pointer) }

    func `as`<Kind>(_ kind: Kind.Type) -> UnsafeMutablePointer<Kind> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: kind)
    }

    func append(_ child: Widget) {
        gtk_box_append(self.as(GtkBox.self), child.pointer)
    }

    /// Calls a method of an object at a signal; the object must outlive the widget.
    func connect<Object: AnyObject>(
        _ signal: String, to object: Object, _ method: @escaping @MainActor (Object) -> Void
    ) {
        let listener = Listener { [unowned object] in method(object) }
        // For "notify" the instance is followed by what has changed, for others by the data.
        let hear: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, _, data in
            MainActor.assumeIsolated { Pointer.object(data, Listener.self).hear() }
        }
        let hearOnly: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            MainActor.assumeIsolated { Pointer.object(data, Listener.self).hear() }
        }
        g_signal_connect_data(
            pointer, signal,
            signal.hasPrefix("notify")
                ? unsafeBitCast(hear, to: GCallback.self)
                : unsafeBitCast(hearOnly, to: GCallback.self),
            Unmanaged.passRetained(listener).toOpaque(), nil, GConnectFlags(rawValue: 0))
    }

    @MainActor
    private final class Listener {
        let hear: @MainActor () -> Void
        init(_ hear: @escaping @MainActor () -> Void) { self.hear = hear }
    }
}

/// Objects as C carries them about.
enum Pointer {
    static func object<Object: AnyObject>(_ data: gpointer?, _: Object.Type) -> Object {
        guard let data else { fatalError("GTK lost its data") }
        return Unmanaged<Object>.fromOpaque(data).takeUnretainedValue()
    }
}
