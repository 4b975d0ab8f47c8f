import AppearanceConfig
import AppearanceModel
import CAdw
import SettingsFile
import WindowPages

/// The page *When*: the light and the times at which the appearance changes.
@MainActor final class WhenView {
    /// The time after the last step of a number until it is written.
    private static let delayMilliseconds: UInt32 = 400

    let widget: Widget
    private let lock = Widget.label(wraps: true).styled("card")
    private let policy: Widget
    private let strip = LightStripView()
    private let light = Widget.label()
    private let levels: [(level: WhenPage.Level, row: Widget, spin: Widget)]
    private let here: [(level: WhenPage.Level, button: Widget)]
    private let times: [(time: WhenPage.Time, row: Widget)]
    private let otherDays = Widget.label(wraps: true).styled("dim-label", "caption")
    private var groups: [Widget] = []
    private var page: WhenPage?
    private var format: PageFormatter?
    /// The timer of levels that are not written yet; 0 for none.
    private var timer: UInt32 = 0
    /// Whether the widgets are being set, so that their signals are no changes by the user.
    private var isShowing = false
    private let write: @MainActor ([ConfigurationEdit.Change]) -> SettingsError?
    private let report: @MainActor (String) -> Void

    /// A page whose changes are written by `write`, which returns the reason if they are not; `report` shows it.
    init(
        _ format: PageFormatter,
        write: @escaping @MainActor ([ConfigurationEdit.Change]) -> SettingsError?,
        report: @escaping @MainActor (String) -> Void
    ) {
        self.write = write
        self.report = report
        policy = Widget.choice(tr("Decide by"), Policy.allCases.map { format.title($0) })
        levels = WhenPage.Level.allCases.map { level in
            let spin = Widget.spin(from: 0, to: 100_000)
            let title = level == .darkBelow ? tr("Dark below") : tr("Light above")
            return (level, Widget.row(title, suffix: spin).activating(spin), spin)
        }
        here = WhenPage.Level.allCases.map { level in
            (
                level,
                Widget(
                    gtk_button_new_with_label(
                        level == .darkBelow ? tr("Dark from Here") : tr("Light from Here")))
            )
        }
        times = WhenPage.Time.allCases.map { time in
            switch time {
            case .light: (time, Widget.entry(tr("Light from")))
            case .dark: (time, Widget.entry(tr("Dark from")))
            case .night: (time, Widget.entry(tr("Night from")))
            case .nightEnd: (time, Widget.entry(tr("Night until")))
            }
        }
        let hereRow = Widget.row(
            tr("Use the light of this moment"),
            suffix: .box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, here.map(\.button)))
        groups = [
            .group([policy]),
            .group(
                [Widget.row(tr("Light now"), suffix: light)] + levels.map(\.row) + [hereRow]),
            .group(
                title: tr("Sun and Clock"),
                description: tr("A time such as 07:30, sunrise, sunset or sunset-30m"),
                times.map(\.row)),
        ]
        lock.setVisible(false)
        widget = .page([
            lock, groups[0], .group(title: tr("Light in the Room"), [strip.widget]), groups[1],
            groups[2], otherDays,
        ])
        connect()
    }

    private func connect() {
        policy.connect("notify::selected") { [weak self] in
            guard let self, !isShowing, let page, let format else { return }
            let policies = Policy.allCases
            guard policies.indices.contains(policy.selection) else { return }
            apply([page.change(to: policies[policy.selection])], on: policy, format)
        }
        for (_, _, spin) in levels {
            spin.connect("value-changed") { [weak self] in self?.scheduleLevels() }
        }
        for (level, button) in here {
            gtk_widget_set_valign(button.gtk, GTK_ALIGN_CENTER)
            button.connect("clicked") { [weak self] in
                guard let self, let page, let format else { return }
                apply(page.changesFromHere(level), on: levels[0].row, format)
            }
        }
        for (time, row) in times {
            row.connect("apply") { [weak self] in self?.applyTime(time, row) }
        }
    }

    /// Shows a page.
    func show(_ page: WhenPage, isNight: Bool, _ format: PageFormatter) {
        isShowing = true
        defer { isShowing = false }
        let isFileSame = self.page.map { $0.isSameFile(as: page) } ?? false
        (self.page, self.format) = (page, format)
        lock.setText(page.lockText(format) ?? "")
        lock.setVisible(page.lock != nil)
        for group in groups { group.setSensitive(page.lock == nil) }
        let text = page.lightText(format)
        light.setText(text)
        strip.show(page, isNight: isNight, text: text)
        for (_, button) in here { button.setSensitive(page.light != nil) }
        // What the user is typing stays while only the light moves.
        guard !isFileSame, timer == 0 else { return }
        for row in [policy] + levels.map(\.row) + times.map(\.row) { clear(row) }
        policy.select(Policy.allCases.firstIndex(of: page.policy) ?? 0)
        for (level, row, spin) in levels {
            spin.setNumber(page.value(level))
            row.setSubtitle(page.unit == .lux ? tr("lux") : tr("% of the sensor's range"))
        }
        for (time, row) in times { row.setEditedText(page.text(time)) }
        otherDays.setText(page.otherDaysText(format))
    }

    // MARK: Changes

    private func scheduleLevels() {
        guard !isShowing else { return }
        if timer != 0 { g_source_remove(timer) }
        timer = Signal.call(afterMilliseconds: Self.delayMilliseconds) { [weak self] in
            self?.applyLevels()
        }
    }

    /// Writes both levels at once, since one must be above the other.
    private func applyLevels() {
        timer = 0
        guard let page, let format else { return }
        let changed = levels.filter { page.value($0.level) != $0.spin.number }
        guard let first = changed.first else { return }
        apply(changed.map { page.change($0.level, to: $0.spin.number) }, on: first.row, format)
    }

    private func applyTime(_ time: WhenPage.Time, _ row: Widget) {
        guard let page, let format else { return }
        guard let change = page.change(time, to: row.text) else {
            return mark(row, tr("This is no time"))
        }
        apply([change], on: row, format)
    }

    private func apply(
        _ changes: [ConfigurationEdit.Change], on row: Widget, _ format: PageFormatter
    ) {
        guard !changes.isEmpty else { return }
        guard let error = write(changes) else { return clear(row) }
        mark(row, error.reason)
    }

    /// Shows the reason for which the value of a row was not written.
    private func mark(_ row: Widget, _ reason: String) {
        row.setStyle("error", true)
        row.setTooltip(reason)
        report(reason)
        if levels.contains(where: { $0.row.raw == row.raw }) { row.setSubtitle(reason) }
    }

    private func clear(_ row: Widget) {
        row.setStyle("error", false)
        row.setTooltip("")
    }
}

extension WhenPage {
    /// Returns whether another page shows the same settings, whatever the light.
    fileprivate func isSameFile(as other: WhenPage) -> Bool {
        lock == other.lock && policy == other.policy && thresholds == other.thresholds
            && unit == other.unit && day == other.day && otherDays == other.otherDays
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
