import AppearanceModel
import CAdw
import Diagnosis
import WindowPages

/// The page *Night*: when it is night, and the red screen.
@MainActor final class NightView {
    let widget: Widget
    private let lock = Widget.label(wraps: true).styled("card")
    private let night: SettingGroupView
    private let evening: SettingGroupView
    private let red: SettingGroupView
    private let filter = Widget(gtk_switch_new())
    private let filterRow: Widget
    private let tryRow: Widget
    private let tryEveningRow: Widget
    private let refuseRow: Widget
    private let refuse: Widget
    private var page: NightPage?
    private var isShowing = false

    /// A page whose rows are written by `writer`; the functions turn the filter on, show red or the colours of
    /// the evening for a moment, and refuse them until the end of night, or take that back.
    init(
        _ writer: SettingsWriter, turnFilter: @escaping @MainActor (Bool) -> Void,
        preview: @escaping @MainActor (_ ofEvening: Bool) -> Void,
        refuse setRefused: @escaping @MainActor (Bool) -> Void
    ) {
        filterRow = Widget.row(tr("Red screen"), suffix: filter).activating(filter)
        func trial(ofEvening isEvening: Bool) -> Widget {
            let button = Widget.button(tr("Try for 10 Seconds")) { preview(isEvening) }
            return Widget.row(tr("Look at it"), suffix: button)
        }
        tryRow = trial(ofEvening: false)
        tryEveningRow = trial(ofEvening: true)
        refuse = Widget(gtk_button_new_with_label(tr("Not Tonight")))
        refuseRow = Widget.row(tr("Tonight"), suffix: refuse)
        night = SettingGroupView(title: tr("Night"), writer)
        evening = SettingGroupView(title: tr("Evening"), above: [tryEveningRow], writer)
        red = SettingGroupView(
            title: tr("Red Screen"), above: [filterRow, tryRow, refuseRow], writer)
        lock.setVisible(false)
        widget = .page([lock, night.widget, evening.widget, red.widget])
        filter.connect("notify::active") { [weak self] in
            guard let self, !isShowing else { return }
            turnFilter(gtk_switch_get_active(filter.opaque) != 0)
        }
        refuse.connect("clicked") { [weak self] in
            guard let self, let page else { return }
            setRefused(page.offUntil == nil)
        }
    }

    func show(_ page: NightPage, lock reason: String?, _ format: PageFormatter) {
        isShowing = true
        defer { isShowing = false }
        self.page = page
        lock.setTextOrHide(reason)
        night.show(page.night)
        evening.show(page.evening)
        red.show(page.red)
        night.widget.setSensitive(reason == nil)
        filterRow.setSensitive(page.isFilterInstalled)
        filterRow.setSubtitle(page.filterText(format))
        gtk_switch_set_active(filter.opaque, page.isFilterOn.gboolean)
        tryRow.setVisible(page.isFilterOn)
        tryEveningRow.setVisible(page.isFilterOn && page.evening.count > 1)
        refuseRow.setVisible(page.isFilterOn)
        gtk_button_set_label(
            refuse.as(GtkButton.self),
            page.offUntil == nil ? tr("Not Tonight") : tr("As Usual"))
    }
}
