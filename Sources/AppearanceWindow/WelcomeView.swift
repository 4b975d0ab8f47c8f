import CAdw
import Diagnosis

/// The page *Welcome*: starts the service and makes this desktop follow, with one button.
@MainActor final class WelcomeView {
    let widget: Widget
    private let group = Widget.group()
    private let changes = Widget(adw_expander_row_new())
    private let changesGroup: Widget
    private let turnOn: Widget
    private let later: Widget
    /// The part for what has to be done elsewhere.
    private let elsewhere = Widget.group(title: tr("Not from Here"))
    private var problems: [Widget] = []
    private let spinner = Widget(gtk_spinner_new())
    private var steps: [(step: SetupRun.Step, row: Widget, box: Widget)] = []
    private var programs: [(program: SessionProgram, row: Widget, box: Widget)] = []
    /// The rows of both.
    private var choices: [Widget] = []
    private let place = Widget.row(tr("Place for sunrise and sunset"))
    private let placeGroup: Widget
    private var lines: [Widget] = []
    private let onEnd: @MainActor () -> Void

    /// A page that looks for the steps at once.
    ///
    /// - Parameters:
    ///   - placeText: The place whose sun counts.
    ///   - choosePlace: Called when the user wants to name the place.
    ///   - onEnd: Called when nothing is left to do, or the user wants to do it later.
    init(
        placeText: String, choosePlace: @escaping @MainActor () -> Void,
        onEnd: @escaping @MainActor () -> Void
    ) {
        place.setSubtitle(placeText)
        place.addSuffix(.button(tr("Change…"), choosePlace))
        placeGroup = .group([place])
        self.onEnd = onEnd
        let title = Widget.label(tr("Light by day, dark in the evening, by itself"), wraps: true)
            .styled("title-2")
        turnOn = Widget(gtk_button_new_with_label(tr("Turn On"))).styled("suggested-action", "pill")
        later = Widget(gtk_button_new_with_label(tr("Not Now"))).styled("pill")
        later.connect("clicked", onEnd)
        let buttons = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, [later, turnOn])
        gtk_widget_set_halign(buttons.gtk, GTK_ALIGN_CENTER)
        adw_preferences_row_set_title(
            changes.as(AdwPreferencesRow.self), tr("What Will Be Changed"))
        changes.setName(tr("What Will Be Changed"))
        changesGroup = .group([changes])
        for part in [group, placeGroup, changesGroup, elsewhere] { part.setVisible(false) }
        widget = .page([
            title, group, placeGroup, changesGroup, spinner, elsewhere, buttons,
        ])
        turnOn.connect("clicked") { [weak self] in self?.run() }
        find([])
    }

    /// Looks for the steps again.
    func search() { find([]) }

    private func run() {
        func isSelected(_ box: Widget) -> Bool {
            gtk_check_button_get_active(box.as(GtkCheckButton.self)) != 0
        }
        find(
            steps.filter { isSelected($0.box) }.map(\.step.action),
            programs.filter { isSelected($0.box) }.map(\.program))
    }

    /// Does some steps and starts programs, and shows what is left.
    private func find(_ actions: [RepairAction], _ programs: [SessionProgram] = []) {
        turnOn.setSensitive(false)
        spinner.setVisible(true)
        gtk_spinner_start(spinner.opaque)
        SetupRun.start(doing: actions, starting: programs) { [weak self] report in
            guard let self else { return }
            gtk_spinner_stop(spinner.opaque)
            spinner.setVisible(false)
            show(report)
            if !actions.isEmpty, report.problems.isEmpty { onEnd() }
        }
    }

    private func show(_ report: SetupRun.Report) {
        steps = report.steps.map { step in
            let (row, box) = Self.choice(
                step.action.title, step.action.subtitle, isOn: step.action.isUsual)
            return (step, row, box)
        }
        // They are of use only with a daemon, and never started unasked.
        programs = report.programs.map { program in
            let (row, box) = Self.choice(program.title, program.subtitle, isOn: false)
            return (program, row, box)
        }
        group.replace(&choices, by: steps.map(\.row) + programs.map(\.row))
        placeGroup.setVisible(!steps.isEmpty)
        for line in lines {
            adw_expander_row_remove(changes.as(AdwExpanderRow.self), line.gtk)
        }
        lines = report.steps.map { step in
            Widget.row(step.action.title, subtitle: step.lines.joined(separator: "\n"))
        }
        for line in lines { adw_expander_row_add_row(changes.as(AdwExpanderRow.self), line.gtk) }
        elsewhere.replace(
            &problems,
            by: report.problems.map { Widget.row(tr("This is left to you"), subtitle: $0) })
        elsewhere.setVisible(!problems.isEmpty)
        group.setVisible(!(steps.isEmpty && programs.isEmpty))
        changesGroup.setVisible(!steps.isEmpty)
        turnOn.setSensitive(!(steps.isEmpty && programs.isEmpty))
        turnOn.setVisible(!(steps.isEmpty && programs.isEmpty))
        gtk_button_set_label(
            later.as(GtkButton.self), steps.isEmpty ? tr("Continue") : tr("Not Now"))
    }
}

extension WelcomeView {
    /// Returns a row with a box to tick.
    private static func choice(
        _ title: String, _ subtitle: String, isOn: Bool
    ) -> (row: Widget, box: Widget) {
        let box = Widget(gtk_check_button_new())
        gtk_check_button_set_active(box.as(GtkCheckButton.self), isOn.gboolean)
        gtk_widget_set_valign(box.gtk, GTK_ALIGN_CENTER)
        let row = Widget.row(title, subtitle: subtitle)
        adw_action_row_add_prefix(row.as(AdwActionRow.self), box.gtk)
        return (row.activating(box), box)
    }
}

extension SessionProgram {
    @MainActor fileprivate var title: String {
        switch self {
        case .nightFilter: tr("Red screen at night")
        case .tray: tr("Icon in the panel")
        case .camera: tr("Camera as a Light Sensor")
        }
    }

    @MainActor fileprivate var subtitle: String {
        switch self {
        case .nightFilter: tr("Every program's window, also films")
        case .tray: tr("The appearance, and a menu that chooses another one")
        case .camera: tr("Measure the light with the camera")
        }
    }
}

extension RepairAction {
    /// Whether the page proposes it; any other step needs a decision of the user's own.
    fileprivate var isUsual: Bool {
        switch self {
        case .enableService, .setFollow, .installPortal, .enableExtension: true
        case .setPlace, .runDarkmanScripts, .replaceEveningProgram, .restartService,
            .restartPortal, .importVariables, .enableFilter, .ignoreSensor:
            false
        }
    }

    @MainActor fileprivate var title: String {
        switch self {
        case .enableService: tr("Start now and at every login")
        case .setFollow: tr("Change the colours of this desktop")
        case .installPortal: tr("Tell programs that ask the desktop portal")
        case .enableExtension: tr("Add the extensions of GNOME Shell")
        case .runDarkmanScripts: tr("Replace darkman, and run its scripts")
        case .replaceEveningProgram: tr("Warm the screen in place of another program")
        case .setPlace: tr("Set the place for sunrise and sunset")
        case .restartService: tr("Restart the service")
        case .restartPortal: tr("Restart the desktop portal")
        case .importVariables: tr("Give systemd the variables of this session")
        case .enableFilter: tr("Red screen at night")
        case .ignoreSensor: tr("Ignore the light sensor that cannot be read")
        }
    }

    @MainActor fileprivate var subtitle: String {
        switch self {
        case .enableService: tr("The service works also while this window is closed")
        case .setFollow: tr("Your own themes are kept, and can be restored")
        case .installPortal: tr("Such as Firefox, Chromium and Flatpaks")
        case .enableExtension:
            tr("A tile in the quick settings, and a red screen at night; it needs a new login")
        case .setPlace, .runDarkmanScripts, .replaceEveningProgram, .restartService,
            .restartPortal, .importVariables, .enableFilter, .ignoreSensor:
            ""
        }
    }
}
