public import AppearanceKit
internal import AppearanceTokens
internal import CGLib

/// The styles of GTK 4: its own widgets, and a part for each class of widgets that has a node.
///
/// ```swift
/// let styles = try GtkStyles()
/// styles.followWidgets(store.root)
/// styles.follow(window, class: "page") { traits in
///     "background: \(traits.color(.backgroundPrimary)); color: \(traits.color(.textPrimary));"
/// }
/// ```
///
/// The style sheet is loaded once in the next iteration of GLib's main loop, however many nodes have changed.
@MainActor public final class GtkStyles {
    /// The colours of GTK's own widgets.
    public enum WidgetColors: String, CaseIterable, Hashable, Sendable {
        /// Those of the design tokens of the node.
        case tokens
        /// Those of the theme in light and dark, and those of the tokens at night.
        case theme
    }

    private let widgets: GtkStyleSheet
    private let classes: GtkStyleSheet
    private var observations: [String: AppearanceObservation] = [:]
    private var widgetObservation: AppearanceObservation?
    private var sheetObservation: AppearanceObservation?
    /// Whether the theme is the dark one by a node; `nil` if it is that of the desktop.
    private var isDark: Bool?

    /// Adds the styles to the default display.
    ///
    /// - Throws: `AppearanceError` without GTK 4 or a display.
    public init() throws(AppearanceError) {
        widgets = try GtkStyleSheet { cglib_warn("the style sheet for \($0): \($1)") }
        classes = try GtkStyleSheet { cglib_warn("the declarations of the class \"\($0)\": \($1)") }
    }

    isolated deinit { endWidgets() }

    /// Shows the widgets of GTK and libadwaita in the appearance of a node, usually the root of the app, now
    /// and at every change.
    ///
    /// In dark and at night they have the dark variant of their theme. At night everything that the app shows
    /// in its windows, popovers and tooltips is black or a shade of the tint, pictures included. Sizes are
    /// the same in every appearance. The variant of the theme is one for the process, so another call
    /// replaces the one before.
    public func followWidgets(_ node: AppearanceNode, colors: WidgetColors = .tokens) {
        widgetObservation = node.observe { [weak self] in self?.showWidgets($0, colors) }
    }

    private func showWidgets(_ traits: Traits, _ colors: WidgetColors) {
        setDark(traits.appearance != .light)
        let isPlain = colors == .theme && traits.appearance != .night
        widgets["GTK's widgets"] =
            isPlain
            ? nil
            : .text(
                traits.tokens.gtkWidgets(
                    in: traits, ofLibadwaita: cglib_has_libadwaita() != 0))
    }

    /// Leaves GTK's own widgets to the desktop again.
    public func endWidgets() {
        widgetObservation = nil
        widgets["GTK's widgets"] = nil
        setDark(nil)
    }

    private func setDark(_ newValue: Bool?) {
        guard isDark != newValue else { return }
        isDark = newValue
        cglib_set_dark(newValue.map { $0 ? 1 : 0 } ?? -1)
    }

    /// Styles the widgets of a class by the traits of a node, now and at every change, instead of by
    /// those of the node that the class had before.
    ///
    /// Errors that GTK finds are written to standard error with the name of the class, and leave other
    /// classes alone.
    public func follow(
        _ node: AppearanceNode, class name: String,
        _ declarations: @escaping @MainActor (Traits) -> String
    ) {
        observations[name] = node.observe { [weak self] traits in
            let declarations = GtkDeclarations(text: declarations(traits))
            if declarations.isClosed {
                self?.classes[name] = .rule(declarations: declarations.text)
            } else {
                self?.classes[name] = nil
                cglib_warn(
                    "the declarations of the class \"\(name)\" are ignored: they do not close "
                        + "every brace, string and comment: \(declarations.text)")
            }
        }
    }

    /// Ends the style of a class.
    public func end(class name: String) {
        observations[name] = nil
        classes[name] = nil
    }

    /// Applies a whole style sheet by the traits of a node, now and at every change, instead of the one before.
    public func follow(
        _ node: AppearanceNode, sheet: @escaping @MainActor (Traits) -> String
    ) {
        sheetObservation = node.observe { [weak self] in self?.widgets["the app"] = .text(sheet($0))
        }
    }

    /// Ends the whole style sheet.
    public func endSheet() {
        sheetObservation = nil
        widgets["the app"] = nil
    }
}
