import AppearanceConfig
import AppearanceModel
import CAdw
import SettingsFile
import WindowPages

/// The functions by which a page changes the configuration.
@MainActor struct SettingsWriter {
    /// Writes changes; returns the reason if the file is unchanged.
    let write: @MainActor ([ConfigurationEdit.Change]) -> SettingsError?
    /// Shows the user the reason for which something was not done.
    let report: @MainActor (String) -> Void
    /// Lets the user choose a picture; the path is reported later, or never.
    let choosePicture: @MainActor (@escaping @MainActor (String) -> Void) -> Void
}

/// The rows of a group of settings, each with the control that its value needs.
@MainActor final class SettingGroupView {
    let widget: Widget
    private var rows: [SettingRowView] = []
    private let writer: SettingsWriter

    /// A group without settings yet, with other rows above them.
    init(
        title: String = "", description: String = "", above first: [Widget] = [],
        _ writer: SettingsWriter
    ) {
        self.writer = writer
        widget = .group(title: title, description: description, first)
    }

    /// Shows the settings; a group with other rows than before is built again.
    func show(_ settings: [SettingRow]) {
        let isSame =
            rows.count == settings.count
            && zip(rows, settings).allSatisfy { $0.canShow($1) }
        guard !isSame else { return zip(rows, settings).forEach { $0.show($1) } }
        var present = rows.map(\.widget)
        let next = settings.map { SettingRowView($0, writer) }
        widget.replace(&present, by: next.map(\.widget))
        rows = next
    }
}

/// A row with a setting, which writes each change by the user.
@MainActor final class SettingRowView {
    let widget: Widget
    private let control: Widget
    private var row: SettingRow
    private let writer: SettingsWriter
    /// The writing of a number that was changed.
    private let delayedWrite = DelayedWrite()
    /// Whether the control has no value yet.
    private var isFresh = true
    /// Whether the control is being set, so that its signals are no changes by the user.
    private var isShowing = false

    init(_ row: SettingRow, _ writer: SettingsWriter) {
        self.row = row
        self.writer = writer
        switch row.control {
        case .toggle:
            control = Widget(gtk_switch_new())
            widget = Widget.row(row.title, subtitle: row.subtitle, suffix: control)
                .activating(control)
        case .choice(let options, _):
            control = Widget.choice(row.title, options.map(\.title))
            widget = control
        case .number(_, let range, _):
            control = Widget.spin(from: range.lowerBound, to: range.upperBound)
            widget = Widget.row(row.title, subtitle: row.subtitle, suffix: control)
                .editing(control)
        case .text:
            control = Widget.entry(row.title)
            widget = control
        case .picture:
            control = Widget(gtk_button_new())
            widget = Widget.row(row.title, subtitle: row.subtitle, suffix: control)
                .activating(control)
        }
        // The group drops it as soon as other rows are shown, which a change of this row may cause.
        g_object_ref(widget.raw)
        connect()
        show(row)
    }

    isolated deinit { g_object_unref(widget.raw) }

    /// Returns whether a row has the same control.
    func canShow(_ other: SettingRow) -> Bool {
        guard row.key == other.key, row.title == other.title else { return false }
        switch (row.control, other.control) {
        case (.toggle, .toggle), (.number, .number), (.text, .text), (.picture, .picture):
            return true
        case (.choice(let options, _), .choice(let others, _)):
            return options.map(\.title) == others.map(\.title)
        case (.toggle, _), (.number, _), (.text, _), (.picture, _), (.choice, _): return false
        }
    }

    /// Shows the value of a row; one that is being typed stays while the file has the same.
    func show(_ next: SettingRow) {
        isShowing = true
        defer { isShowing = false }
        let isSame = row == next && !isFresh
        isFresh = false
        row = next
        guard !isSame, !delayedWrite.isDue else { return }
        clear()
        switch next.control {
        case .toggle(let isOn, _, _): gtk_switch_set_active(control.opaque, isOn.gboolean)
        case .choice(_, let selected): control.select(selected)
        case .number(let number, let range, _):
            control.setNumber(number, isLevel: range.lowerBound < 1)
        case .text(let text, _): control.setEditedText(text)
        case .picture(let path, _, _):
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            widget.setSubtitle(name.isEmpty ? tr("As it is") : name)
            gtk_button_set_label(
                control.as(GtkButton.self), name.isEmpty ? tr("Choose…") : tr("Remove"))
        }
    }

    private func connect() {
        switch row.control {
        case .toggle: control.connect("notify::active") { [weak self] in self?.applyToggle() }
        case .choice: control.connect("notify::selected") { [weak self] in self?.applyChoice() }
        case .number: control.connect("value-changed") { [weak self] in self?.scheduleNumber() }
        case .text: control.connect("apply") { [weak self] in self?.applyText() }
        case .picture: control.connect("clicked") { [weak self] in self?.applyPicture() }
        }
    }

    // MARK: Changes

    private func applyToggle() {
        guard !isShowing, case .toggle(_, let on, let off) = row.control else { return }
        apply(.changes(gtk_switch_get_active(control.opaque) != 0 ? on : off))
    }

    private func applyChoice() {
        guard !isShowing, case .choice(let options, _) = row.control,
            options.indices.contains(control.selection)
        else { return }
        apply(.changes(options[control.selection].changes))
    }

    private func scheduleNumber() {
        guard !isShowing else { return }
        // It keeps the row until then, also if the group drops it meanwhile.
        delayedWrite.schedule { [self] in
            apply(.changes(row.changes(toNumber: control.number)))
        }
    }

    private func applyText() { apply(row.outcome(of: control.text)) }

    private func applyPicture() {
        guard case .picture(let path, _, let removal) = row.control else { return }
        guard path.isEmpty else { return apply(.changes(removal)) }
        writer.choosePicture { [weak self] path in
            guard let self else { return }
            apply(row.outcome(ofPicture: path))
        }
    }

    private func apply(_ outcome: SettingRow.Outcome) {
        switch outcome {
        case .invalid(let reason): mark(reason)
        case .changes(let changes):
            guard !changes.isEmpty else { return }
            guard let error = writer.write(changes) else { return clear() }
            // Of a typed value, the row keeps what the user has to correct.
            switch row.control {
            case .toggle, .choice:
                isFresh = true
                show(row)
            case .number, .text, .picture: break
            }
            mark(error.reason)
        }
    }

    /// Shows the reason for which the value was not written.
    private func mark(_ reason: String) {
        widget.setProblem(reason)
        writer.report(reason)
        switch row.control {
        // These show their value there, or nothing.
        case .text, .choice: break
        case .toggle, .number, .picture: widget.setSubtitle(reason)
        }
    }

    private func clear() {
        widget.setProblem(nil)
        switch row.control {
        case .text, .choice, .picture: break
        case .toggle, .number: widget.setSubtitle(row.subtitle)
        }
    }
}

extension SettingsError {
    /// The reason in one line, in the words of the configuration's rules.
    var reason: String {
        if case .wouldBeInvalid(_, let error) = self, let first = error.diagnostics.first {
            return first.reason
        }
        return String("\(self)".prefix { $0 != "\n" })
    }
}
