import CAdw
import Diagnosis
import SettingsFile
import WindowPages

/// The dialog that lists everything that was changed on the desktop, and restores it.
@MainActor final class ResetDialog {
    /// The outcome of looking for changes, or of restoring them.
    private enum Outcome: Sendable {
        case found([DesktopReset.Change])
        /// Restored, but for the reasons.
        case restored(failures: [String])
        /// Nothing was restored, for this reason.
        case failed(String)
    }

    private let dialog: Dialog
    private let text = Widget.label(wraps: true)
    private let list = Widget.group()
    private let spinner = Widget(gtk_spinner_new())
    private let button = Widget(gtk_button_new_with_label(tr("Restore"))).styled(
        "destructive-action", "pill")
    private var rows: [Widget] = []

    /// A dialog that looks for changes at once; `onEnd` is called after some were restored.
    init(over parent: Widget, onEnd: @escaping @MainActor () -> Void) {
        gtk_widget_set_halign(button.gtk, GTK_ALIGN_CENTER)
        button.setVisible(false)
        dialog = Dialog(tr("Restore Every Setting"), over: parent, [text, spinner, list, button])
        button.connect("clicked") { [self] in restore(onEnd) }
        run { .found(try DesktopReset().changes()) }
    }

    func present() { dialog.present() }

    private func restore(_ onEnd: @escaping @MainActor () -> Void) {
        button.setVisible(false)
        run {
            var reset = try DesktopReset()
            _ = try reset.run()
            return .restored(failures: reset.failures)
        } then: {
            onEnd()
        }
    }

    /// Does work that may take seconds, and shows its outcome, unless the dialog was closed meanwhile.
    private func run(
        _ work: @escaping @Sendable () throws -> Outcome,
        then finish: @escaping @MainActor @Sendable () -> Void = {}
    ) {
        spinner.setVisible(true)
        gtk_spinner_start(spinner.opaque)
        Background.run("reset") {
            do { return try work() } catch { return .failed("\(error)") }
        } then: { [self] outcome in
            finish()
            guard !dialog.isClosed else { return }
            spinner.setVisible(false)
            show(outcome ?? .failed(tr("The service did not accept this.")))
        }
    }

    private func show(_ outcome: Outcome) {
        var next: [Widget] = []
        switch outcome {
        case .found(let changes) where changes.isEmpty:
            text.setText(tr("Nothing on this desktop has been changed."))
        case .found(let changes):
            text.setText(
                tr("This restores what was changed on this desktop, which then no longer follows."))
            next = changes.map(Self.row)
            button.setVisible(true)
        case .restored(failures: []):
            text.setText(tr("Everything is as it was before."))
        case .restored(let failures):
            text.setText(tr("The rest is as it was before, but this could not be restored:"))
            next = failures.map { Widget.row($0) }
            button.setVisible(true)
        case .failed(let reason):
            text.setText(tr("Nothing was restored."))
            next = [Widget.row(reason)]
        }
        list.replace(&rows, by: next)
    }

    private static func row(_ change: DesktopReset.Change) -> Widget {
        // Of a file that is removed, its lines are not of interest.
        func lines(_ change: FileChange) -> String {
            ([change.path] + (change.after == nil ? [] : change.marked)).joined(separator: "\n")
        }
        switch change {
        case .configuration(let change):
            return .row(tr("The desktop no longer follows"), subtitle: lines(change))
        case .setting(let setting, let original):
            return .row(
                setting.name,
                subtitle: original.map { tr("%s again").filled($0) } ?? tr("Not set, as before"))
        case .nightFilter: return .row(tr("The red screen stops, and restores its settings"))
        case .program(let program): return .row(tr("%s starts again").filled(program.name))
        case .camera: return .row(tr("A camera gets its own exposure again"))
        case .hook(let name): return .row(tr("%s no longer follows").filled(name))
        case .portal(let change) where change.after == nil:
            return .row(tr("A file is removed"), subtitle: lines(change))
        case .portal(let change):
            return .row(
                tr("Programs that ask the desktop portal no longer follow"), subtitle: lines(change)
            )
        }
    }
}
