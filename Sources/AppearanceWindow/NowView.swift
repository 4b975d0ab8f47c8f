import AppearanceModel
import CAdw
import WindowPages

/// The page *Now*: the mode, the state in a sentence, the day, the pause and the inputs.
@MainActor final class NowView {
    let widget: Widget
    private let modes: [(mode: Mode, button: Widget)]
    private let banner = Widget.label(wraps: true)
    private let remedy = Widget(gtk_button_new())
    private let bannerBox: Widget
    private let heading = Widget.label().styled("title-1")
    private let sentence = Widget.label(wraps: true)
    private let end = Widget(gtk_menu_button_new())
    private let start: Widget
    private let bar = DayBarView()
    private let changes = Widget.label(wraps: true).styled("dim-label", "caption")
    private let pause = Widget(gtk_switch_new())
    private let pauseRow: Widget
    private let skip: Widget
    private let details = Widget(adw_expander_row_new())
    private var rows: [Widget] = []
    private var page: NowPage?
    private var endLabels: [String] = []
    /// Whether the widgets are being set, so that their signals are no choices of the user.
    private var isShowing = false

    /// A page that reports the user's choices.
    init(
        choose: @escaping @MainActor (Mode) -> Void,
        pause setPause: @escaping @MainActor (Bool) -> Void,
        skip skipChange: @escaping @MainActor () -> Void, copy: @escaping @MainActor () -> Void,
        help: @escaping @MainActor (NowPage.Remedy) -> Void, start: @escaping @MainActor () -> Void
    ) {
        modes = Mode.allCases.map { mode in
            let button = Widget(gtk_toggle_button_new())
            gtk_widget_set_hexpand(button.gtk, 1)
            return (mode, button)
        }
        pauseRow = Widget.row(tr("Pause Changes"), suffix: pause).activating(pause)
        skip = Widget.button(tr("Skip"), skipChange)
        let skipRow = Widget.row(tr("Skip the Next Change"), suffix: skip).activating(skip)
        let switcher = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: 0, modes.map(\.button))
            .styled("linked")
        gtk_box_set_homogeneous(switcher.as(GtkBox.self), 1)
        let copyButton = Widget.button(tr("Copy"), copy).styled("flat")
        adw_preferences_row_set_title(details.as(AdwPreferencesRow.self), tr("Details"))
        details.setName(tr("Details"))
        adw_expander_row_add_action(details.as(AdwExpanderRow.self), copyButton.gtk)
        gtk_widget_set_halign(end.gtk, GTK_ALIGN_CENTER)
        self.start = Widget.button(tr("Start…"), start).styled("suggested-action", "pill")
        gtk_widget_set_halign(self.start.gtk, GTK_ALIGN_CENTER)
        gtk_widget_set_halign(remedy.gtk, GTK_ALIGN_CENTER)
        bannerBox = Widget.box(spacing: 6, [banner.margins(12), remedy.margins(12)]).styled("card")
        bannerBox.setVisible(false)
        gtk_widget_set_margin_top(heading.gtk, 12)
        widget = .page([
            bannerBox, switcher, heading, sentence, end, self.start, bar.widget, changes,
            .group([pauseRow, skipRow]),
            .group([details]),
        ])

        for (mode, button) in modes {
            if let first = modes.first?.button, first.raw != button.raw {
                gtk_toggle_button_set_group(
                    button.as(GtkToggleButton.self), first.as(GtkToggleButton.self))
            }
            button.connect("clicked") { [weak self] in
                guard let self, !isShowing, page?.mode != mode else { return }
                choose(mode)
            }
        }
        remedy.connect("clicked") { [weak self] in
            if let banner = self?.page?.banner { help(banner.remedy) }
        }
        pause.connect("notify::active") { [weak self] in
            guard let self, !isShowing else { return }
            setPause(gtk_switch_get_active(self.pause.opaque) != 0)
        }
    }

    /// Shows a page, and the ends that its mode can have.
    func show(
        _ page: NowPage, appearance: Appearance?, ends: [(end: OverrideEnd, text: String)],
        _ format: PageFormatter
    ) {
        isShowing = true
        defer { isShowing = false }
        self.page = page
        for (mode, button) in modes {
            gtk_button_set_label(button.as(GtkButton.self), format.title(mode))
            _ = button.shrinking()
            gtk_toggle_button_set_active(
                button.as(GtkToggleButton.self), (page.mode == mode).gboolean)
            button.setSensitive(page.mode != nil)
        }
        banner.setText(page.banner?.text(format) ?? "")
        bannerBox.setVisible(page.banner != nil)
        gtk_button_set_label(
            remedy.as(GtkButton.self), page.banner?.remedy.title(format) ?? "")
        heading.setText(page.heading)
        sentence.setText(page.sentence)
        end.setVisible(page.end != nil)
        start.setVisible(page.mode == nil)
        if let text = page.end { showEnds(text, ends) }
        let day = page.bar?.text(format) ?? ""
        bar.show(page.bar, isNight: appearance == .night, text: day)
        changes.setText(day)
        gtk_switch_set_active(pause.opaque, page.isPaused.gboolean)
        pauseRow.setSubtitle(page.pause)
        pauseRow.setSensitive(page.mode != nil)
        skip.setSensitive(page.canSkip)
        showDetails(page.details)
    }

    private func showEnds(_ text: String, _ ends: [(end: OverrideEnd, text: String)]) {
        gtk_menu_button_set_label(end.opaque, text)
        let labels = ends.map(\.text)
        // A menu that is open would close.
        guard labels != endLabels else { return }
        endLabels = labels
        let menu = g_menu_new()
        for (end, text) in ends { g_menu_append(menu, text, "win.end::\(end)") }
        gtk_menu_button_set_menu_model(
            end.opaque, UnsafeMutableRawPointer(menu)?.assumingMemoryBound(to: GMenuModel.self))
    }

    private func showDetails(_ details: [NowPage.Detail]) {
        self.details.setVisible(!details.isEmpty)
        while rows.count > details.count {
            adw_expander_row_remove(self.details.as(AdwExpanderRow.self), rows.removeLast().gtk)
        }
        while rows.count < details.count {
            let row = Widget.row("")
            adw_expander_row_add_row(self.details.as(AdwExpanderRow.self), row.gtk)
            rows.append(row)
        }
        for (row, detail) in zip(rows, details) {
            row.titled("\(detail.name): \(detail.vote)").setSubtitle(detail.why)
        }
    }
}
