import AppearanceConfig
import AppearanceModel
import CAdw
import Diagnosis
import SettingsFile
import WindowPages

/// The page *When*: the light and the times at which the appearance changes.
@MainActor final class WhenView {
    /// The least ratio of two levels while one is dragged.
    private static let leastRatio = 1.1

    let widget: Widget
    private let lock = Widget.label(wraps: true).styled("card")
    private let rule: SettingGroupView
    private let strip = LightStripView()
    private let light = Widget.label()
    private let levels: [(level: WhenPage.Level, row: Widget, spin: Widget)]
    private let here: [(level: WhenPage.Level, button: Widget)]
    private let measure: Widget
    private let camera = Widget(gtk_switch_new())
    private let cameraGroup: Widget
    private let dwell: SettingGroupView
    private let times: SettingGroupView
    private let manners: SettingGroupView
    private let day: Widget
    private let place: PlaceView
    private let otherDays = Widget.label(wraps: true).styled("dim-label", "caption")
    private var groups: [Widget] = []
    private var page: WhenPage?
    /// The writing of levels that were changed.
    private let delayedWrite = DelayedWrite()
    /// Whether the widgets are being set, so that their signals are no changes by the user.
    private var isShowing = false
    private let writer: SettingsWriter

    /// A page whose changes are written by `writer`; `chooseDay` is called after another day was chosen,
    /// `calibrate` to measure the light of the room, and `turnCamera` to let a camera measure it or not.
    init(
        _ format: PageFormatter, _ writer: SettingsWriter,
        chooseDay: @escaping @MainActor () -> Void, calibrate: @escaping @MainActor () -> Void,
        turnCamera: @escaping @MainActor (Bool) -> Void
    ) {
        self.writer = writer
        rule = SettingGroupView(writer)
        levels = WhenPage.Level.allCases.map { level in
            let spin = Widget.spin(from: 0, to: 200_000)
            let title =
                switch level {
                case .darkBelow: tr("Dark below")
                case .lightAbove: tr("Light above")
                case .nightBelow: tr("Night below")
                case .nightAbove: tr("Night is over above")
                }
            return (level, Widget.row(title, suffix: spin).editing(spin), spin)
        }
        let texts: [(WhenPage.Level, String)] = [
            (.darkBelow, tr("Dark from Here")), (.lightAbove, tr("Light from Here")),
        ]
        here = texts.map { ($0, Widget(gtk_button_new_with_label($1)).shrinking()) }
        let hereRow = Widget.row(
            tr("Use the light of this moment"),
            suffix: .box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, here.map(\.button)))
        measure = Widget.button(tr("Measure…"), calibrate)
        let measureRow = Widget.row(
            tr("Find the levels of this room"),
            subtitle: tr("By measuring bright, dim and dark light"), suffix: measure)
        dwell = SettingGroupView(title: tr("How Long It Must Last"), writer)
        day = Widget.choice(tr("Times of"), [tr("Every day")] + Weekday.allCases.map(format.name))
        times = SettingGroupView(
            title: tr("Sun and Clock"),
            description: tr("A time such as 07:30, sunrise, sunset or sunset-30m"), above: [day],
            writer)
        place = PlaceView(writer)
        manners = SettingGroupView(
            title: tr("A Change by Itself"),
            description: tr("One of yours comes at once"), writer)
        let levelGroup = Widget.group(
            [Widget.row(tr("Light now"), suffix: light)] + levels.map(\.row)
                + [hereRow, measureRow.activating(measure)])
        cameraGroup = .group(
            title: tr("Camera as a Light Sensor"),
            description: tr(
                "The camera measures the light of this room for half a second now and then, while it could change what you see. Only one number remains of each picture, which is never stored, shown or sent. The lamp of the camera is on meanwhile."
            ),
            [
                Widget.row(tr("Measure the light with the camera"), suffix: camera)
                    .activating(camera)
            ])
        cameraGroup.setVisible(false)
        groups = [
            rule.widget, levelGroup, dwell.widget, times.widget, place.widget, manners.widget,
        ]
        lock.setVisible(false)
        widget = .page([
            lock, rule.widget, .group(title: tr("Light in the Room"), [strip.widget, Self.places]),
            levelGroup, cameraGroup,
            dwell.widget, times.widget, otherDays, place.widget, manners.widget,
        ])
        strip.move = { [weak self] level, value in self?.move(level, to: value) ?? false }
        connect(chooseDay)
        camera.connect("notify::active") { [weak self] in
            guard let self, !isShowing else { return }
            turnCamera(gtk_switch_get_active(camera.opaque) != 0)
        }
    }

    /// Shows whether a camera measures the light; one whose program is not installed is not shown.
    func show(camera state: SessionProgram.State) {
        isShowing = true
        defer { isShowing = false }
        cameraGroup.setVisible(state != .unavailable)
        gtk_switch_set_active(camera.opaque, (state == .on).gboolean)
    }

    /// The usual light of some places below the scale, each a sixth of its five decades.
    private static var places: Widget {
        let texts = [
            tr("moon"), tr("candle"), tr("lamp"), tr("living room"), tr("office"), tr("day"),
        ]
        let labels = texts.map { Widget.label($0, wraps: true).styled("dim-label", "caption") }
        for label in labels { gtk_widget_set_valign(label.gtk, GTK_ALIGN_START) }
        let box = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: 0, labels)
        gtk_box_set_homogeneous(box.as(GtkBox.self), 1)
        return box
    }

    /// The day whose times are shown; `nil` for those of every day.
    var chosenDay: Weekday? {
        let days = Weekday.allCases
        return days.indices.contains(day.selection - 1) ? days[day.selection - 1] : nil
    }

    private func connect(_ chooseDay: @escaping @MainActor () -> Void) {
        for (_, _, spin) in levels {
            spin.connect("value-changed") { [weak self] in self?.scheduleLevels() }
        }
        for (level, button) in here {
            gtk_widget_set_valign(button.gtk, GTK_ALIGN_CENTER)
            button.connect("clicked") { [weak self] in
                guard let self, let page else { return }
                apply(page.changesFromHere(level), on: levels[0].row)
            }
        }
        day.connect("notify::selected", chooseDay)
    }

    /// Shows a page.
    func show(_ page: WhenPage, isNight: Bool, _ format: PageFormatter) {
        isShowing = true
        defer { isShowing = false }
        let isFileSame =
            self.page.map { $0.thresholds == page.thresholds && $0.unit == page.unit } ?? false
        self.page = page
        lock.setTextOrHide(page.lock?.text(format))
        for group in groups { group.setSensitive(page.lock == nil) }
        let text = page.lightText(format)
        light.setText(text)
        strip.show(page, isNight: isNight, text: text)
        for (_, button) in here { button.setSensitive(page.light != nil) }
        measure.setSensitive(page.light != nil)
        rule.show([page.rule])
        dwell.show(page.dwell)
        times.show(page.times)
        manners.show(page.manners)
        place.show(page, format)
        otherDays.setText(page.otherDaysText(format))
        // What the user is typing stays while only the light moves.
        guard !isFileSame, !delayedWrite.isDue else { return }
        for (level, row, spin) in levels {
            row.setProblem(nil)
            spin.setNumber(page.value(level), isLevel: true)
            row.setSubtitle(format.unit(page.unit))
        }
    }

    // MARK: Levels

    /// Moves a level that is dragged; returns false if that would bring it too near to its neighbours.
    private func move(_ level: WhenPage.Level, to value: Double) -> Bool {
        guard let page else { return false }
        let (darker, brighter): (WhenPage.Level?, WhenPage.Level?) =
            switch level {
            case .nightBelow: (nil, .nightAbove)
            case .nightAbove: (.nightBelow, .darkBelow)
            case .darkBelow: (.nightAbove, .lightAbove)
            case .lightAbove: (.darkBelow, nil)
            }
        let least = darker.map { page.value($0) * Self.leastRatio } ?? 0
        let most = brighter.map { page.value($0) / Self.leastRatio } ?? .infinity
        guard value >= least, value <= most,
            let spin = levels.first(where: { $0.level == level })?.spin
        else { return false }
        spin.setNumber(value)
        return true
    }

    private func scheduleLevels() {
        guard !isShowing else { return }
        delayedWrite.schedule { [weak self] in self?.applyLevels() }
    }

    /// Writes the levels at once, since one must be above the other.
    private func applyLevels() {
        guard let page else { return }
        let changed = levels.filter { page.value($0.level) != $0.spin.number }
        guard let first = changed.first else { return }
        apply(changed.map { page.change($0.level, to: $0.spin.number) }, on: first.row)
    }

    private func apply(_ changes: [ConfigurationEdit.Change], on row: Widget) {
        guard !changes.isEmpty else { return }
        guard let error = writer.write(changes) else { return row.setProblem(nil) }
        row.setProblem(error.reason)
        row.setSubtitle(error.reason)
        writer.report(error.reason)
    }
}
