import AppearanceKit
import AppearanceKitGLib
import AppearanceModel
import CAdw

/// The look of the window itself, which follows the appearance too.
@MainActor final class WindowStyle {
    private let node = AppearanceNode()
    /// `nil` without a display, where there is no window either.
    private let styles = try? GtkStyles()
    private var isFollowing = false

    init() {
        guard let display = gdk_display_get_default(), let provider = gtk_css_provider_new()
        else { return }
        gtk_css_provider_load_from_data(provider, ScreenFill.css, -1)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), Self.fillPriority)
        g_object_unref(provider)
    }

    /// The priority of a fill, above that of the colours of an appearance.
    private static let fillPriority = guint(GTK_STYLE_PROVIDER_PRIORITY_USER) + 1

    /// Shows an appearance; `nil` for the one that the desktop asks for.
    func show(_ status: Snapshot?) {
        if let status { node.system = Traits(AppearanceStatus(status)) }
        guard isFollowing != (status != nil) else { return }
        isFollowing = status != nil
        if isFollowing {
            styles?.followWidgets(node, colors: .theme)
        } else {
            styles?.endWidgets()
        }
    }
}
