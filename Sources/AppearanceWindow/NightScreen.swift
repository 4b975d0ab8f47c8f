import AppearanceEngine
import AppearanceKit
import AppearanceModel
import AppearanceProtocol
import DaemonClient
import Diagnosis
import Linux
import SettingsFile
import WindowPages

/// The program that turns the screen red, as its files show it.
enum NightScreen {
    static var filter: NightPage.Filter {
        guard let folder = CurrentProcess.variable("XDG_RUNTIME_DIR") else { return .missing }
        let statuses = FilterStatus.all(in: folder)
        guard statuses.isEmpty else {
            return .running(
                statuses.flatMap(\.outputs),
                evening: statuses.first { !$0.isRed && $0.evening != nil }?.evening)
        }
        return SessionProgram.nightFilter.isInstalled ? .off : .missing
    }

    /// Returns the end of an override by which the screen is not red; `nil` without one.
    static func offUntil(at now: WallTime) -> WallTime? {
        let override = try? NightFilters.ofThisSession().override(at: Moment.now)
        guard case .off(let end)? = override, end > now else { return nil }
        return end
    }

    /// Shows red, or the colours of the evening, for ten seconds.
    static func preview(ofEvening isEvening: Bool) throws {
        let now = Moment.now
        let end = now.wall + .seconds(10)
        let line = NightOverride.Line(
            isEvening ? .evening(until: end) : .on(until: end), isDuration: true, at: now)
        try NightFilters.ofThisSession().interrupt(with: line, at: now)
    }

    /// Keeps the screen from turning red until the end of night, or takes that back.
    static func refuse(_ isRefused: Bool, _ schedule: Schedule) throws {
        try NightFilters.ofThisSession().refuseTonight(isRefused, by: schedule, at: .now)
    }
}
