import AppearanceModel
import CAdw

// The widgets of the pages.

extension Widget {
    static func label(_ text: String = "", wraps: Bool = false) -> Widget {
        let label = Widget(gtk_label_new(text))
        if wraps {
            gtk_label_set_wrap(label.opaque, 1)
            gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
            gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
        }
        return label
    }

    func setText(_ text: String) {
        // An equal text would be announced and drawn again.
        guard String(cString: gtk_label_get_text(opaque)) != text else { return }
        gtk_label_set_text(opaque, text)
    }

    /// Shows a text, and hides the label without one.
    func setTextOrHide(_ text: String?) {
        setText(text ?? "")
        setVisible(text != nil)
    }

    static func box(
        _ orientation: GtkOrientation = GTK_ORIENTATION_VERTICAL, spacing: Int32 = 0,
        _ children: [Widget] = []
    ) -> Widget {
        let box = Widget(gtk_box_new(orientation, spacing))
        for child in children { gtk_box_append(box.as(GtkBox.self), child.gtk) }
        return box
    }

    func margins(_ size: Int32) -> Widget {
        gtk_widget_set_margin_top(gtk, size)
        gtk_widget_set_margin_bottom(gtk, size)
        gtk_widget_set_margin_start(gtk, size)
        gtk_widget_set_margin_end(gtk, size)
        return self
    }

    static func button(_ text: String, _ action: @escaping @MainActor () -> Void) -> Widget {
        let button = Widget(gtk_button_new_with_label(text)).connect("clicked", action)
        gtk_widget_set_valign(button.gtk, GTK_ALIGN_CENTER)
        return button
    }

    /// Lets a button be narrower than its text, which then ends in an ellipsis.
    func shrinking() -> Widget {
        if let child = gtk_button_get_child(self.as(GtkButton.self)),
            g_type_check_instance_is_a(
                UnsafeMutableRawPointer(child).assumingMemoryBound(to: GTypeInstance.self),
                gtk_label_get_type()) != 0
        {
            gtk_label_set_ellipsize(OpaquePointer(child), PANGO_ELLIPSIZE_END)
        }
        return self
    }

    // MARK: Rows

    static func group(title: String = "", description: String = "", _ rows: [Widget] = []) -> Widget
    {
        let group = Widget(adw_preferences_group_new())
        let pointer = group.as(AdwPreferencesGroup.self)
        if !title.isEmpty { adw_preferences_group_set_title(pointer, title.markup) }
        if !description.isEmpty {
            adw_preferences_group_set_description(pointer, description.markup)
        }
        for row in rows { adw_preferences_group_add(pointer, row.gtk) }
        return group
    }

    /// Replaces some rows of this group by others.
    func replace(_ rows: inout [Widget], by next: [Widget]) {
        let list = self.as(AdwPreferencesGroup.self)
        for row in rows { adw_preferences_group_remove(list, row.gtk) }
        rows = next
        for row in rows { adw_preferences_group_add(list, row.gtk) }
    }

    /// Marks a row with the reason for which its value was not written; `nil` for none.
    func setProblem(_ reason: String?) {
        setStyle("error", reason != nil)
        setTooltip(reason ?? "")
    }

    static func row(_ title: String, subtitle: String = "", suffix: Widget? = nil) -> Widget {
        let row = Widget(adw_action_row_new()).titled(title)
        row.setSubtitle(subtitle)
        if let suffix { row.addSuffix(suffix) }
        return row
    }

    func addSuffix(_ child: Widget) {
        gtk_widget_set_valign(child.gtk, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(self.as(AdwActionRow.self), child.gtk)
    }

    /// Sets the title of a row as it is, and not as markup.
    func titled(_ text: String) -> Widget {
        adw_preferences_row_set_use_markup(self.as(AdwPreferencesRow.self), 0)
        adw_preferences_row_set_title(self.as(AdwPreferencesRow.self), text)
        return self
    }

    func setSubtitle(_ text: String) {
        adw_action_row_set_subtitle(self.as(AdwActionRow.self), text)
    }

    /// Makes a click anywhere in the row that of its control, a switch or a button; the keyboard reaches the row.
    func activating(_ control: Widget) -> Widget {
        adw_action_row_set_activatable_widget(self.as(AdwActionRow.self), control.gtk)
        gtk_widget_set_can_focus(control.gtk, 0)
        return self
    }

    /// Makes a click anywhere in the row one into its number, which the keyboard reaches.
    func editing(_ number: Widget) -> Widget {
        adw_action_row_set_activatable_widget(self.as(AdwActionRow.self), number.gtk)
        gtk_widget_set_focusable(gtk, 0)
        return self
    }
}

extension Widget {
    /// A number with buttons; it changes when it is typed or stepped.
    static func spin(from least: Double, to most: Double) -> Widget {
        let spin = Widget(gtk_spin_button_new_with_range(least, most, 1))
        gtk_spin_button_set_numeric(spin.opaque, 1)
        spin.leaveWheelToPage()
        return spin
    }

    /// Lets the wheel scroll the page, instead of changing the number below the pointer.
    private func leaveWheelToPage() {
        guard let controllers = gtk_widget_observe_controllers(gtk) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
        for index in 0..<g_list_model_get_n_items(controllers) {
            guard let item = g_list_model_get_item(controllers, index) else { continue }
            defer { g_object_unref(item) }
            let instance = item.assumingMemoryBound(to: GTypeInstance.self)
            let isWheel =
                g_type_check_instance_is_a(instance, gtk_event_controller_scroll_get_type()) != 0
            guard isWheel else { continue }
            gtk_event_controller_set_propagation_phase(OpaquePointer(item), GTK_PHASE_NONE)
        }
    }

    var number: Double { gtk_spin_button_get_value(opaque) }

    /// Shows a number with all its digits; of a level, a fraction can be typed where it matters.
    ///
    /// With fewer digits GTK would read a rounded number back as soon as its field is left.
    func setNumber(_ value: Double, isLevel: Bool = false) {
        let text = figures(value)
        let digits = text.split(separator: ".").dropFirst().first?.count ?? 0
        let needed = Double(text) == value ? digits : 9
        gtk_spin_button_set_digits(opaque, guint(max(needed, isLevel && value < 10 ? 1 : 0)))
        guard number != value else { return }
        gtk_spin_button_set_value(opaque, value)
    }

    /// A text with a button that accepts it.
    static func entry(_ title: String) -> Widget {
        let row = Widget(adw_entry_row_new()).titled(title)
        adw_entry_row_set_show_apply_button(row.as(AdwEntryRow.self), 1)
        return row
    }

    var text: String { String(cString: gtk_editable_get_text(opaque)) }

    func setEditedText(_ text: String) {
        guard self.text != text else { return }
        gtk_editable_set_text(opaque, text)
    }

    /// A row with a choice of texts.
    static func choice(_ title: String, _ texts: [String]) -> Widget {
        let row = Widget(adw_combo_row_new()).titled(title)
        let list = gtk_string_list_new(nil)
        for text in texts { gtk_string_list_append(list, text) }
        adw_combo_row_set_model(row.as(AdwComboRow.self), list)
        adw_combo_row_set_use_subtitle(row.as(AdwComboRow.self), 1)
        return row
    }

    var selection: Int { Int(adw_combo_row_get_selected(self.as(AdwComboRow.self))) }

    func select(_ index: Int) {
        guard selection != index else { return }
        adw_combo_row_set_selected(self.as(AdwComboRow.self), guint(index))
    }

    /// A page that scrolls, with its content in the middle column.
    static func page(_ children: [Widget]) -> Widget {
        let clamp = Widget(adw_clamp_new())
        adw_clamp_set_child(clamp.opaque, Widget.box(spacing: 12, children).margins(18).gtk)
        let page = Widget(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(page.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(page.opaque, clamp.gtk)
        return page
    }
}

extension String {
    /// The text without markup, for the titles of rows, which read it.
    @MainActor var markup: String {
        guard let escaped = g_markup_escape_text(self, -1) else { return self }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}
