import AppearanceEngine
import AppearanceKit
import AppearanceModel
import CAdw
import Diagnosis
import SettingsFile
import WindowPages

// Changes outside the configuration: programs of the session, hooks, repairs and the history.
extension MainWindow {
    /// Gathers the state of everything that follows, and shows it.
    func gatherReport() {
        follow?.showSearch()
        Background.run("follow") {
            FollowReport.gathered()
        } then: { [weak self] report in
            guard let self, let report else { return }
            follow?.show(report)
            refresh()
        }
    }

    func repair(_ action: RepairAction) {
        // The place has to be named, on another page.
        guard action != .setPlace else { return showPage("when") }
        follow?.showSearch()
        SetupRun.start(doing: [action]) { [weak self] report in
            guard let self else { return }
            toast(report.failures.first ?? tr("Repaired"))
            gatherReport()
        }
    }

    func turn(_ program: SessionProgram, on isOn: Bool) {
        change { try program.turn(on: isOn) }
    }

    func turnHook(_ name: String, on isOn: Bool) {
        change { _ = isOn ? try HookSwitch.enable(name) : try HookSwitch.disable(name) }
    }

    /// Makes a change that may take seconds, and shows the state after it.
    private func change(_ body: @escaping @Sendable () throws -> Void) {
        Background.run("change") { () -> String? in
            do { try body() } catch { return "\(error)" }
            return nil
        } then: { [weak self] failure in
            guard let self else { return }
            if let text = failure ?? nil { toast(text) }
            refresh()
            if follow?.report != nil { gatherReport() }
        }
    }

    func previewNight() {
        do { try NightScreen.preview() } catch { toast("\(error)") }
    }

    func refuseNight(_ isRefused: Bool) {
        guard let schedule = settings?.schedule(at: .now) else { return }
        do { try NightScreen.refuse(isRefused, schedule) } catch { toast("\(error)") }
        refresh()
    }

    // MARK: History

    func acceptProposal() {
        guard let settings else { return }
        let format = PageFormatter(zone: settings.current.zone.rules, at: .now)
        guard let changes = historyPage(settings, format).proposal?.changes else { return }
        if let error = write(changes) { toast(error.reason) }
    }

    func deleteHistory() {
        do {
            guard let bytes = try KeptHistory.delete() else { return }
            offerUndo(tr("Deleted")) { [weak self] in
                do { try KeptHistory.restore(bytes) } catch { self?.toast("\(error)") }
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
