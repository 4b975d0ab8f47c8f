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

    func append(_ child: Widget) { gtk_box_append(self.as(GtkBox.self), child.pointer) }

    /// Calls a closure at a signal.
    func connect(_ signal: String, _ body: @escaping @MainActor () -> Void) {
        // The data comes first, whatever else the signal has.
        let call: @convention(c) (gpointer) -> Void = { data in
            MainActor.assumeIsolated {
                Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue().body()
            }
        }
        g_signal_connect_data(
            pointer, signal, unsafeBitCast(call, to: GCallback.self),
            Unmanaged.passRetained(Listener(body)).toOpaque(), nil, G_CONNECT_SWAPPED)
    }

    private final class Listener {
        let body: @MainActor () -> Void
        init(_ body: @escaping @MainActor () -> Void) { self.body = body }
    }
}
