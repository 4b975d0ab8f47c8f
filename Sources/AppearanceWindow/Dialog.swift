import CAdw

/// A window over the main one, whose content scrolls; Escape closes it.
@MainActor final class Dialog {
    let window = Widget(adw_window_new())
    /// Whether the user has closed it; its widgets are gone then.
    private(set) var isClosed = false

    init(_ title: String, over parent: Widget, _ children: [Widget]) {
        let header = Widget(adw_header_bar_new())
        let page = Widget.page(children)
        gtk_widget_set_vexpand(page.gtk, 1)
        adw_window_set_content(
            window.as(AdwWindow.self),
            Widget.box(GTK_ORIENTATION_VERTICAL, spacing: 0, [header, page]).gtk)
        let pointer = window.as(GtkWindow.self)
        gtk_window_set_title(pointer, title)
        gtk_window_set_default_size(pointer, 440, 480)
        gtk_widget_set_size_request(window.gtk, 300, 300)
        gtk_window_set_modal(pointer, 1)
        gtk_window_set_transient_for(pointer, parent.as(GtkWindow.self))
        gtk_window_set_destroy_with_parent(pointer, 1)
        // For the keys of the application.
        gtk_window_set_application(pointer, gtk_window_get_application(parent.as(GtkWindow.self)))
        // The signals of its widgets keep the owner of a dialog until then.
        window.connect("destroy") { [self] in isClosed = true }
    }

    func present() { gtk_window_present(window.as(GtkWindow.self)) }

    func close() { gtk_window_close(window.as(GtkWindow.self)) }
}
