import AppearanceModel
import CAdw
import Diagnosis
import WindowPages

/// The page *What follows*: the desktop's own settings, the programs, and the problems with their repairs.
@MainActor final class FollowView {
    let widget: Widget
    private let lock = Widget.label(wraps: true).styled("card")
    private let desktop: SettingGroupView
    private let wallpaper: SettingGroupView
    private let themes: SettingGroupView
    private let programs = Widget.group(
        title: tr("Programs in the Terminal"), description: tr("By ready-made hooks"))
    private let panel: Widget
    private let tray = Widget(gtk_switch_new())
    private let problems: Widget
    private let spinner = Widget(gtk_spinner_new())
    private var hookRows: [Widget] = []
    private var problemRows: [Widget] = []
    private(set) var report: FollowReport?
    /// Whether the state is being gathered.
    private(set) var isSearching = false
    private var isShowing = false
    private let repair: @MainActor (RepairAction) -> Void
    private let copy: @MainActor (String) -> Void
    private let turnHook: @MainActor (String, Bool) -> Void

    /// A page whose rows are written by `writer`; the functions do a repair, copy a command, and turn hooks and
    /// the icon in the panel on or off.
    init(
        _ writer: SettingsWriter, repair: @escaping @MainActor (RepairAction) -> Void,
        copy: @escaping @MainActor (String) -> Void, again: @escaping @MainActor () -> Void,
        turnHook: @escaping @MainActor (String, Bool) -> Void,
        turnTray: @escaping @MainActor (Bool) -> Void
    ) {
        self.repair = repair
        self.copy = copy
        self.turnHook = turnHook
        desktop = SettingGroupView(title: tr("This Desktop"), writer)
        wallpaper = SettingGroupView(title: tr("Wallpaper"), writer)
        themes = SettingGroupView(title: tr("Themes"), writer)
        problems = .group(title: tr("Problems"))
        let againButton = Widget.button(tr("Check Again"), again).styled("flat")
        adw_preferences_group_set_header_suffix(
            problems.as(AdwPreferencesGroup.self), againButton.gtk)
        panel = .group([Widget.row(tr("Icon in the panel"), suffix: tray).activating(tray)])
        for part in [lock, programs, panel, problems] { part.setVisible(false) }
        widget = .page([
            lock, desktop.widget, wallpaper.widget, themes.widget, programs, panel, spinner,
            problems,
        ])
        tray.connect("notify::active") { [weak self] in
            guard let self, !isShowing else { return }
            turnTray(gtk_switch_get_active(tray.opaque) != 0)
        }
    }

    func show(_ page: FollowPage, lock reason: String?) {
        lock.setTextOrHide(reason)
        desktop.show(page.desktop)
        wallpaper.show(page.wallpaper)
        themes.show(page.themes)
        for (view, group) in [(wallpaper, page.wallpaper), (themes, page.themes)] {
            view.widget.setVisible(!group.isEmpty)
        }
        for view in [desktop, wallpaper, themes] { view.widget.setSensitive(reason == nil) }
    }

    /// Shows that the state is being gathered.
    func showSearch() {
        isSearching = true
        spinner.setVisible(true)
        gtk_spinner_start(spinner.opaque)
    }

    /// Shows the state; `nil` if it could not be gathered.
    func show(_ report: FollowReport?) {
        isSearching = false
        gtk_spinner_stop(spinner.opaque)
        spinner.setVisible(false)
        guard let report else { return }
        isShowing = true
        defer { isShowing = false }
        self.report = report
        panel.setVisible(report.tray != .unavailable)
        gtk_switch_set_active(tray.opaque, (report.tray == .on).gboolean)
        programs.replace(&hookRows, by: report.hooks.map(row))
        programs.setVisible(!report.hooks.isEmpty)
        problems.replace(
            &problemRows,
            by: report.problems.isEmpty
                ? [Widget.row(tr("Nothing is wrong"))] : report.problems.map(row))
        problems.setVisible(true)
    }

    private func row(_ hook: FollowReport.ReadyHook) -> Widget {
        let control = Widget(gtk_switch_new())
        gtk_switch_set_active(control.opaque, hook.isOn.gboolean)
        let row = Widget.row(hook.name, suffix: control).activating(control)
        let turnHook = turnHook
        control.connect("notify::active") {
            turnHook(hook.name, gtk_switch_get_active(control.opaque) != 0)
        }
        return row
    }

    private func row(_ problem: FollowReport.Problem) -> Widget {
        let row = Widget.row(
            problem.cause.isEmpty ? problem.finding : "\(problem.finding) \(problem.cause)")
        adw_preferences_row_set_title_selectable(row.as(AdwPreferencesRow.self), 1)
        if let action = problem.action {
            let repair = repair
            row.setSubtitle(problem.lines.joined(separator: "\n"))
            let button = Widget.button(tr("Repair")) { repair(action) }
            button.setName(tr("Repair: %s").filled(problem.finding))
            row.addSuffix(button)
        } else if !problem.command.isEmpty {
            let copy = copy
            row.setSubtitle(problem.command)
            let button = Widget.button(tr("Copy")) { copy(problem.command) }
            button.setName(tr("Copy: %s").filled(problem.command))
            row.addSuffix(button)
        }
        return row
    }
}
