import CAdw

/// The dialog of the desktop in which a picture is chosen.
@MainActor enum PictureChooser {
    /// Opens the dialog; the path of the chosen picture is reported later.
    static func open(
        title: String, accept: String, cancel: String, over window: Widget,
        _ finish: @escaping @MainActor (String) -> Void
    ) {
        guard
            let dialog = gtk_file_chooser_native_new(
                title, window.as(GtkWindow.self), GTK_FILE_CHOOSER_ACTION_OPEN, accept, cancel)
        else { return }
        let filter = gtk_file_filter_new()
        gtk_file_filter_add_mime_type(filter, "image/*")
        let raw = UnsafeMutableRawPointer(dialog)
        gtk_file_chooser_add_filter(OpaquePointer(raw), filter)
        Signal.connect(raw, "response") {
            let file = gtk_file_chooser_get_file(OpaquePointer(raw))
            gtk_native_dialog_hide(raw.assumingMemoryBound(to: GtkNativeDialog.self))
            defer { g_object_unref(raw) }
            guard let file else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            guard let path = g_file_get_path(file) else { return }
            defer { g_free(path) }
            finish(String(cString: path))
        }
        gtk_native_dialog_show(raw.assumingMemoryBound(to: GtkNativeDialog.self))
    }
}
