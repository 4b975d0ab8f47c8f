public import AppearanceKit
internal import CGLib

/// A style sheet of GTK 4 with a part for each class of widgets that has a node.
///
/// ```swift
/// let styles = try GtkStyles()
/// styles.follow(window, class: "page") { traits in
///     "background: \(traits.color(.backgroundPrimary)); color: \(traits.color(.textPrimary));"
/// }
/// ```
@MainActor public final class GtkStyles {
    private let provider: UnsafeMutableRawPointer
    private var parts: [String: String] = [:]
    private var observations: [String: AppearanceObservation] = [:]

    /// Adds the style sheet to the default display.
    ///
    /// - Throws: `AppearanceError` without GTK 4 or a display.
    public init() throws(AppearanceError) {
        guard let provider = cglib_add_styles() else { throw .noDisplay }
        self.provider = provider
    }

    isolated deinit { cglib_remove_styles(provider) }

    /// Styles the widgets of a class by the traits of a node, now and at every change, instead of by
    /// those of the node that the class had before.
    public func follow(
        _ node: AppearanceNode, class name: String,
        _ declarations: @escaping @MainActor (Traits) -> String
    ) {
        followSheet(node, name) { ".\(name) { \(declarations($0)) }" }
    }

    /// Applies a whole style sheet by the traits of a node, such as that of
    /// `DesignTokens.gtkCSS(in:)`, which styles GTK's own widgets too, instead of the one before.
    public func follow(
        _ node: AppearanceNode, sheet: @escaping @MainActor (Traits) -> String
    ) {
        followSheet(node, "", sheet)
    }

    private func followSheet(
        _ node: AppearanceNode, _ name: String, _ sheet: @escaping @MainActor (Traits) -> String
    ) {
        observations[name] = node.observe { [weak self] traits in
            guard let self else { return }
            parts[name] = sheet(traits)
            cglib_load_styles(
                provider, parts.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n"))
        }
    }
}
