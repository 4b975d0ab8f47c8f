import AppearanceKit
import CGtk

/// GTK's style sheet for the whole program, of one part for each place that has a node.
@MainActor
final class StyleSheet {
    private let provider = gtk_css_provider_new()
    private var parts: [String: String] = [:]
    private var observations: [AppearanceObservation] = []

    init() {
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), OpaquePointer(provider),
            UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    /// Draws widgets of a class by a node, now and whenever its traits are others.
    func follow(_ node: AppearanceNode, class name: String) {
        observations.append(
            node.observe { [weak self] traits in
                self?.parts[name] = Self.rules(for: name, traits)
                self?.load()
                print(name, traits.appearance.rawValue)
                fflush(nil)
            })
    }

    /// A page is the ground; a card lies on it as the tokens have it, with a shadow or a border.
    private static func rules(for name: String, _ traits: Traits) -> String {
        let tokens = DesignTokens.standard
        let card = tokens.card(in: traits)
        let isPage = name == "page"
        let ground = isPage ? tokens.color(.backgroundPrimary, in: traits) : card.fill
        let ink = tokens.color(.textPrimary, in: traits)
        let quiet = tokens.color(.textSecondary, in: traits)
        let edge = tokens.color(.borderDefault, in: traits)
        let border = isPage ? nil : card.border
        let shadow = isPage ? nil : card.shadow
        let radius = Int(isPage ? 0 : card.cornerRadius)
        return """
            .\(name) {
                background: \(ground); color: \(ink); border-radius: \(radius)px;
                border: \(border.map { "\(Int($0.width))px solid \($0.color)" } ?? "none");
                box-shadow: \(shadow.map(text) ?? "none");
                padding: \(Int(isPage ? tokens.spacing(.xl) : card.padding))px;
            }
            .\(name) .text { color: \(quiet); }
            .\(name) dropdown > button, .\(name) popover > contents, .\(name) popover row {
                background: \(ground); color: \(ink); border: 1px solid \(edge);
                box-shadow: none; text-shadow: none;
            }
            """
    }

    private static func text(_ shadow: Shadow) -> String {
        "0 \(Int(shadow.offsetY))px \(Int(shadow.blur))px rgba(0, 0, 0, \(shadow.color.alpha))"
    }

    private func load() {
        let title = DesignTokens.standard.text(.title)
        let shape = ".title { font-size: \(Int(title.size))px; font-weight: \(title.weight); }"
        let text = ([shape] + parts.keys.sorted().compactMap { parts[$0] }).joined(separator: "\n")
        gtk_css_provider_load_from_data(provider, text, -1)
    }
}
