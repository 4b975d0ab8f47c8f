import AppearanceConfig
import AppearanceKit
import AppearanceModel
import AppearanceProtocol
import CAdw
import DaemonClient
import Diagnosis
import SettingsFile
import WindowPages

/// The dialog that measures bright, dim and dark light, and proposes thresholds.
@MainActor final class CalibrationDialog {
    private static let intervalMilliseconds: UInt32 = 1000

    private let dialog: Dialog
    private let format: PageFormatter
    private let heading = Widget.label(wraps: true).styled("title-3")
    private let text = Widget.label(wraps: true)
    private let light = Widget.label().styled("dim-label")
    private let problem = Widget.label(wraps: true).styled("error")
    private let list = Widget.group()
    private let measure = Widget(gtk_button_new_with_label(tr("Measure"))).styled(
        "suggested-action", "pill")
    private let apply = Widget(gtk_button_new_with_label(tr("Apply"))).styled(
        "suggested-action", "pill")
    private let back = Widget(gtk_button_new_with_label(tr("Back"))).styled("pill")
    private var rows: [Widget] = []
    private var calibration: Calibration
    /// The measurement of the present step; `nil` before it.
    private var measurement: Measurement?
    /// Keeps the appearance while it exists, however this program ends.
    private var inhibition: DaemonConnection?
    private let explanation: @MainActor () -> Rationale?
    private let write: @MainActor ([ConfigurationEdit.Change]) -> SettingsError?

    /// A dialog that reads the light by `explanation` once a second, and writes the proposal by `write`.
    init(
        _ calibration: Calibration, over parent: Widget, _ format: PageFormatter,
        explanation: @escaping @MainActor () -> Rationale?,
        write: @escaping @MainActor ([ConfigurationEdit.Change]) -> SettingsError?
    ) {
        self.calibration = calibration
        self.format = format
        self.explanation = explanation
        self.write = write
        inhibition = try? .inhibiting(
            .inhibit(who: tr("Appearance"), why: tr("the light is measured")))
        let buttons = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, [back, measure, apply])
        gtk_widget_set_halign(buttons.gtk, GTK_ALIGN_CENTER)
        dialog = Dialog(
            tr("Measure the Light"), over: parent, [heading, text, light, problem, buttons, list])
        measure.connect("clicked") { [self] in startMeasurement() }
        back.connect("clicked") { [self] in goBack() }
        apply.connect("clicked") { [self] in applyProposal() }
        dialog.window.connect("destroy") { [self] in inhibition = nil }
        showStep()
        readLight()
    }

    func present() { dialog.present() }

    // MARK: Measuring

    private func startMeasurement() {
        measurement = calibration.measurement()
        calibration.requestLevel()
        showStep()
    }

    private func goBack() {
        measurement = nil
        calibration.goBack()
        showStep()
    }

    /// Reads the light, and does so again after a second.
    private func readLight() {
        guard !dialog.isClosed else { return }
        let requested = Measurement.Instant.now
        let rationale = explanation()
        let reading = rationale?.reading(in: calibration.unit)
        light.setText(
            reading.map { tr("Light now: %s").filled(format.level($0.value, $0.unit)) }
                ?? tr("No light sensor is read now"))
        if measurement != nil {
            measurement?.add(rationale, in: calibration.unit, requested: requested)
            follow()
        }
        _ = Signal.call(afterMilliseconds: Self.intervalMilliseconds) { [self] in readLight() }
    }

    /// Ends the measurement if its readings agree, or do not come.
    private func follow() {
        guard let measurement else { return }
        if let level = measurement.result {
            self.measurement = nil
            let reason = calibration.add(level)
            showStep(because: reason.map { $0.text(calibration.unit, format) })
        } else if measurement.hasFailed {
            self.measurement = nil
            showStep(because: tr("The sensor gives no readings."))
        } else if measurement.isWaitingForReport {
            problem.setTextOrHide(tr("The next report of the light is measured."))
        }
    }

    // MARK: Content

    /// Shows the next step, or the proposal after the last one, with the problem of the last measurement.
    private func showStep(because reason: String? = nil) {
        problem.setTextOrHide(reason)
        back.setVisible(!calibration.levels.isEmpty)
        guard let step = calibration.next else { return showProposal() }
        let number = (calibration.steps.firstIndex(of: step) ?? 0) + 1
        heading.setText(
            tr("Step %1$s of %2$s: %3$s").filled(
                "\(number)", "\(calibration.steps.count)", step.title))
        text.setText(step.instruction)
        light.setVisible(true)
        measure.setVisible(true)
        measure.setSensitive(measurement == nil)
        gtk_button_set_label(
            measure.as(GtkButton.self), measurement == nil ? tr("Measure") : tr("Measuring…"))
        apply.setVisible(false)
        fill(with: step.fill)
        list.replace(
            &rows,
            by: calibration.steps.compactMap { step in
                calibration.levels[step].map {
                    Widget.row(step.title, subtitle: format.level($0, calibration.unit))
                }
            })
    }

    /// Makes the dialog as large as the screen, in one colour; `nil` for the usual size and colours.
    private func fill(with colour: ScreenFill?) {
        for fill in ScreenFill.allCases {
            dialog.window.setStyle(fill.rawValue, fill == colour)
        }
        let pointer = dialog.window.as(GtkWindow.self)
        if colour == nil {
            gtk_window_unfullscreen(pointer)
        } else {
            gtk_window_fullscreen(pointer)
        }
    }

    private func showProposal() {
        let proposal = calibration.proposal
        let difference = proposal.map { AmbientDifference(from: calibration.present, to: $0) }
        let isChange = difference?.changes.isEmpty == false
        fill(with: nil)
        heading.setText(
            isChange
                ? tr("Suggested levels")
                : proposal == nil ? tr("No levels fit") : tr("The present levels fit"))
        text.setTextOrHide(calibration.remark(on: proposal)?.text(calibration.unit, format))
        light.setVisible(false)
        measure.setVisible(false)
        apply.setVisible(isChange)
        list.replace(
            &rows,
            by: (difference?.values ?? []).map { path, before, after in
                Widget.row(
                    Self.title(of: path),
                    subtitle: tr("%1$s instead of %2$s").filled(level(after), level(before)))
            })
    }

    private func applyProposal() {
        guard let proposal = calibration.proposal else { return }
        let changes = AmbientDifference(from: calibration.present, to: proposal).changes
        if let error = write(changes) { return problem.setTextOrHide(error.reason) }
        dialog.close()
    }

    /// Returns a level of the file as a person reads it.
    private func level(_ text: String?) -> String {
        guard let text else { return "–" }
        return Double(text).map { format.level($0, calibration.unit) } ?? text
    }

    private static func title(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "dark_below": tr("Dark below")
        case "light_above": tr("Light above")
        case "night_below": tr("Night below")
        case "night_above": tr("Night is over above")
        case "light": tr("Light of the screen itself")
        case _: path
        }
    }
}

extension Calibration.Step {
    @MainActor fileprivate var title: String {
        switch self {
        case .bright: tr("Bright light")
        case .dim: tr("Dim light")
        case .dark: tr("A dark room")
        case .screen: tr("The screen alone")
        }
    }

    @MainActor fileprivate var instruction: String {
        switch self {
        case .bright:
            tr(
                "Make the room as bright as it is when you want a light desktop: by daylight, or with all lamps on."
            )
        case .dim:
            tr("Dim the light to the brightest at which you want a dark desktop, such as one lamp.")
        case .dark:
            tr(
                "Make the room dark: lamps off, curtains closed. Set the screen to the brightness of your evenings. This window is black now."
            )
        case .screen:
            tr(
                "Leave the room dark and the screen as bright as it is. This window is white now: the sensor may see the light of the screen itself."
            )
        }
    }

    fileprivate var fill: ScreenFill? {
        switch self {
        case .bright, .dim: nil
        case .dark: .black
        case .screen: .white
        }
    }
}

extension Calibration.Problem {
    /// Returns the problem with what to do, as sentences.
    @MainActor fileprivate func text(_ unit: LightUnit, _ format: PageFormatter) -> String {
        switch self {
        case .tooDark(let level, let least):
            tr(
                "%1$s is too dark for bright light, which has at least %2$s. Make it brighter, or move the sensor into the light."
            )
            .filled(format.level(level, unit), format.level(least, unit))
        case .tooBright(let level, let most):
            tr("%1$s is too bright for dim light, which has at most %2$s. Make it darker.")
                .filled(format.level(level, unit), format.level(most, unit))
        case .noDifference(let level, _, let other, let limit):
            tr(
                "The sensor did not see a difference: %1$s now, and %2$s before. Make it darker than %3$s, or go back."
            )
            .filled(
                format.level(level, unit), format.level(other, unit), format.level(limit, unit))
        }
    }
}

extension Calibration.Remark {
    /// Returns the remark as sentences.
    @MainActor fileprivate func text(_ unit: LightUnit, _ format: PageFormatter) -> String {
        switch self {
        case .noProposal(let bright, _, let dim):
            tr(
                "Bright light, %1$s, and dim light, %2$s, differ too little for levels between them."
            )
            .filled(format.level(bright, unit), format.level(dim, unit))
        case .screenUnseen: tr("The sensor does not see the light of the screen itself.")
        case .screenSubtracted(let light):
            tr("The sensor sees %s of the screen itself, which is subtracted.")
                .filled(format.level(light, unit))
        case .screenSubtractedPartly(let light, let subtracted):
            tr(
                "The sensor sees %1$s of the screen itself, of which %2$s are subtracted: with more, a constant light would change the appearance again and again."
            )
            .filled(format.level(light, unit), format.level(subtracted, unit))
        case .screenAboveThreshold(let light):
            tr(
                "The sensor sees %s of the screen itself, which alone would keep the desktop light in a dark room. It is subtracted, which is exact only at this brightness of the screen."
            )
            .filled(format.level(light, unit))
        }
    }
}
