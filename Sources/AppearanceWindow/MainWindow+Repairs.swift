import AppearanceKit
import AppearanceModel
import DaemonClient
import Diagnosis
import SettingsFile
import WindowPages

// Changes outside the configuration: programs of the session, hooks, repairs and the history.
extension MainWindow {
    /// Gathers the state of everything that follows, and shows it, unless that is being done.
    func gatherReport() {
        guard let follow, !follow.isSearching else { return }
        follow.showSearch()
        Background.run("follow") {
            FollowReport.gathered()
        } then: { [weak self] report in
            self?.show(report)
        }
    }

    func repair(_ action: RepairAction) {
        // The place has to be named, on another page.
        guard action != .setPlace else { return showPage("when") }
        follow?.showSearch()
        Background.run("repair") {
            var undo = SetupUndo()
            let failure = SetupRun.perform([action], &undo).first
            return (failure: failure, undo: undo, report: FollowReport.gathered())
        } then: { [weak self] result in
            guard let self else { return }
            show(result?.report)
            guard let result else { return }
            let text = result.failure ?? tr("Repaired")
            guard result.undo.isPossible, !result.undo.isEmpty else { return toast(text) }
            offerUndo(text) { [weak self] in self?.takeBack(result.undo) }
        }
    }

    /// Undoes a repair, and shows the state after it.
    private func takeBack(_ undo: SetupUndo) {
        follow?.showSearch()
        Background.run("undo") {
            var failure: (any Error)?
            do { try undo.run() } catch { failure = error }
            return (failure: failure, report: FollowReport.gathered())
        } then: { [weak self] result in
            guard let self else { return }
            show(result?.report)
            switch result?.failure {
            case nil: toast(tr("Undone"))
            case is SettingsError: toast(tr("The file has changed since, so it is kept."))
            case let failure?: toast("\(failure)")
            }
        }
    }

    /// Measures the light of the room, and proposes levels.
    func openCalibration() {
        guard let service, let settings, let status = service.status,
            let unit = service.rationale?.light.unit
        else { return }
        CalibrationDialog(
            Calibration(of: status, in: unit, settings.current.values.ambient), over: window,
            format(at: .now), explanation: { [weak service] in service?.explanation() },
            write: { [weak self] changes in self?.write(changes) }
        ).present()
    }

    /// Lists everything that was changed on the desktop, and restores it once that is confirmed.
    func openReset() {
        ResetDialog(over: window) { [weak self] in
            guard let self else { return }
            settings?.reload()
            if follow?.report != nil { gatherReport() }
        }.present()
    }

    /// Shows the state of everything that follows; `nil` if it is unknown.
    private func show(_ report: FollowReport?) {
        follow?.show(report)
        refresh()
    }

    func turn(_ program: SessionProgram, on isOn: Bool) {
        change { try program.turn(on: isOn) }
    }

    func turnHook(_ name: String, on isOn: Bool) {
        change { _ = isOn ? try HookSwitch.enable(name) : try HookSwitch.disable(name) }
    }

    /// Makes a change that may take seconds, after those before it, and shows the state after the last one.
    private func change(_ body: @escaping @Sendable () throws -> Void) {
        changes.append(body)
        if changes.count == 1 { makeNextChange() }
    }

    /// Makes the first change that waits; at once with the next one, the earlier click could win.
    private func makeNextChange() {
        guard let body = changes.first else { return }
        Background.run("change") { () -> String? in
            do { try body() } catch { return "\(error)" }
            return nil
        } then: { [weak self] failure in
            guard let self else { return }
            changes.removeFirst()
            if let text = failure ?? nil { toast(text) }
            guard changes.isEmpty else { return makeNextChange() }
            refresh()
            if follow?.report != nil { gatherReport() }
            if when != nil { gatherCamera() }
        }
    }

    /// Shows on its page whether a camera measures the light.
    func gatherCamera() {
        Background.run("camera") {
            SessionProgram.camera.state
        } then: { [weak self] state in
            self?.when?.show(camera: state ?? .unavailable)
        }
    }

    func previewNight(ofEvening isEvening: Bool) {
        do { try NightScreen.preview(ofEvening: isEvening) } catch { toast("\(error)") }
    }

    func refuseNight(_ isRefused: Bool) {
        guard let schedule = settings?.schedule(at: .now) else { return }
        do { try NightScreen.refuse(isRefused, schedule) } catch { toast("\(error)") }
        refresh()
    }

    // MARK: History

    func deleteHistory() {
        do {
            let files = try KeptHistory.delete()
            guard !files.isEmpty else { return }
            offerUndo(tr("Deleted")) { [weak self] in
                do { try KeptHistory.restore(files) } catch { self?.toast("\(error)") }
                self?.refresh()
            }
        } catch {
            toast("\(error)")
        }
        refresh()
    }
}

extension FollowPage.Themes {
    init(_ installed: InstalledThemes) {
        self.init()
        (gtk, icons, pointers) = (installed.gtk, installed.icons, installed.pointers)
        plasma = installed.plasma
    }
}
