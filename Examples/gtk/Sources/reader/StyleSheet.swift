import AppearanceKit
import CGtk

extension SemanticColor {
    static let ground = SemanticColor(
        "ground",
        DynamicColor(light: Color(0xFAF7F0), dark: Color(0x16161A), night: .black)
            .elevated(DynamicColor(light: Color(0xFFFFFF), dark: Color(0x2A2A30))))
    static let text = SemanticColor("text", light: Color(0x1A1A1A), dark: Color(0xE6E6E6))
    static let border = SemanticColor("border", light: Color(0xD0CCC0), dark: Color(0x48484F))
}

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

    private static func rules(for name: String, _ traits: Traits) -> String {
        let ground = SemanticColor.ground.resolved(in: traits)
        let text = SemanticColor.text.resolved(in: traits)
        let border = SemanticColor.border.resolved(in: traits)
        return """
            .\(name) { background: \(ground); color: \(text); border-color: \(border); }
            .\(name) dropdown > button, .\(name) popover > contents, .\(name) popover row {
                background: \(ground); color: \(text); border: 1px solid \(border);
                box-shadow: none; text-shadow: none;
            }
            """
    }

    private func load() {
        let shape = """
            .page { padding: 24px; }
            .title { font-size: 24px; font-weight: bold; }
            .card, .map { padding: 24px; border-radius: 12px; border: 1px solid; }
            """
        let text = ([shape] + parts.keys.sorted().compactMap { parts[$0] }).joined(separator: "\n")
        gtk_css_provider_load_from_data(provider, text, -1)
    }
}
