/// The colours of the widgets of GTK's own theme, which has them fixed; libadwaita's follow named colours.
///
/// The rules change colours alone: sizes, images and fonts are the theme's.
struct GTKWidgetRules {
    let isHighContrast: Bool

    var rules: [String] { groups.map { StyleSheet.rule($0.selectors, $0.declarations) } }

    private struct Group {
        let selectors: String
        let declarations: [String]

        init(_ selectors: String..., declarations: String...) {
            self.selectors = selectors.joined(separator: ",\n")
            self.declarations = declarations.map { $0 + ";" }
        }
    }

    private var edge: String { isHighContrast ? "@text_primary" : "@border_default" }
    private static let flat = "background-image: none"
    private static let plain = "text-shadow: none"

    private var groups: [Group] { surfaces + controls + accents + messages }

    private var surfaces: [Group] {
        [
            Group(
                "headerbar", "actionbar > revealer > box", "searchbar > revealer > box",
                "infobar > revealer > box",
                "menubar", ".toolbar", "notebook > header", "stacksidebar", "placessidebar",
                "statusbar",
                "columnview > header", "treeview.view > header",
                declarations: "background-color: @background_secondary", Self.flat,
                "color: @text_primary", "border-color: \(edge)", Self.plain),
            Group(
                "popover.background > contents", "popover.background > arrow", "tooltip.background",
                declarations: "background-color: @surface_elevated", Self.flat,
                "color: @text_primary", "border-color: \(edge)", Self.plain),
            Group(
                ".view", "textview > text", "iconview", "list", "listview", "gridview",
                "columnview",
                "treeview.view", "calendar", "notebook > stack",
                declarations: "background-color: @background_primary", "color: @text_primary",
                "border-color: \(edge)"),
            Group(
                "frame", "scrolledwindow", "separator", "paned > separator", "expander-widget",
                declarations: "border-color: \(edge)"),
            Group("separator", "paned > separator", declarations: "background-color: \(edge)"),
        ]
    }

    private var controls: [Group] {
        [
            Group(
                "button:not(.flat)", "dropdown > button", "entry", "spinbutton:not(.vertical)",
                "spinbutton.vertical > text", "check", "radio", "switch", "scale > trough > slider",
                declarations: "background-color: @surface_card", Self.flat, "color: @text_primary",
                "border-color: \(edge)", Self.plain),
            Group(
                "button:hover:not(.flat):not(:disabled)", "dropdown > button:hover",
                declarations: "background-color: mix(@surface_card, @text_primary, 0.1)"),
            Group(
                "button:active:not(.flat)", "button:checked:not(.flat)",
                "button.flat:checked", "dropdown > button:checked", "modelbutton:hover",
                "tab:checked",
                "row:hover", "calendar > grid > label:hover",
                declarations: "background-color: mix(@surface_card, @text_primary, 0.2)"),
            Group(
                ".dim-label", declarations: "color: @text_secondary", "opacity: 1"),
            Group(
                "scale > trough", "progressbar > trough", "levelbar > trough > block", "scrollbar",
                declarations: "background-color: @background_tertiary", "border-color: \(edge)"),
            Group(
                "scrollbar > range > trough > slider", "switch > slider",
                declarations: "background-color: @text_secondary", Self.flat,
                "border-color: \(edge)"),
        ]
    }

    private var accents: [Group] {
        [
            Group(
                "button.suggested-action", "check:checked", "check:indeterminate", "radio:checked",
                "radio:indeterminate", "switch:checked", "row:selected", ".view:selected",
                "iconview:selected", "treeview.view:selected", "textview > text > selection",
                "label > selection", "text > selection", "flowboxchild:selected", "child:selected",
                "calendar > grid > label.day-number:selected",
                "calendar > grid > label.today:selected",
                declarations: "background-color: @accent", Self.flat, "color: @text_on_accent"),
            Group(
                "scale > trough > highlight", "scale > trough > fill",
                "progressbar > trough > progress",
                "levelbar > trough > block.filled",
                declarations: "background-color: @accent", Self.flat, "border-color: @accent"),
            Group("switch:checked > slider", declarations: "background-color: @text_on_accent"),
            Group("link", "button.link", "*:link", declarations: "color: @accent"),
        ]
    }

    private var messages: [Group] {
        [
            Group(
                "button.destructive-action", declarations: "background-color: @error", Self.flat,
                "color: @text_on_accent"),
            Group(
                "levelbar > trough > block.low", declarations: "background-color: @warning",
                "border-color: @warning"),
            Group(
                "levelbar > trough > block.full", declarations: "background-color: @success",
                "border-color: @success"),
            Group("label.error", "entry.error", declarations: "color: @error"),
            Group("label.warning", "entry.warning", declarations: "color: @warning"),
            Group("label.success", "entry.success", declarations: "color: @success"),
        ]
    }
}
