import AppearanceKit
import AppearanceModel
import AppearanceTokens
import CAdw

/// The colours of the window itself, which follow the appearance too.
@MainActor struct WindowStyle {
    private let provider: UnsafeMutablePointer<GtkCssProvider>?

    init() {
        provider = gtk_css_provider_new()
        guard let display = gdk_display_get_default(), let provider else { return }
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    /// Parts that are white in every colour scheme, and text that would be too dark in red.
    private static let night = """
        switch > slider { background: @text_primary; }
        .dim-label, .subtitle { opacity: 0.85; }

        """

    /// Shows an appearance; `nil` for the one that the desktop asks for.
    func show(_ status: Snapshot?) {
        let manager = adw_style_manager_get_default()
        switch status?.appearance {
        case nil: adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_DEFAULT)
        case .light: adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_FORCE_LIGHT)
        case .dark, .night:
            adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_FORCE_DARK)
        }
        var sheet = ""
        if let status, status.appearance == .night {
            let traits = Traits(AppearanceStatus(status))
            sheet = traits.tokens.gtkColors(in: traits) + Self.night
        }
        gtk_css_provider_load_from_data(provider, sheet, -1)
    }
}
