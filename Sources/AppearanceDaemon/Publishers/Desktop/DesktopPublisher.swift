import AppearanceDesktop
import AppearanceEngine
import AppearanceModel
import DBus
import Linux

/// Has the desktop's own setting follow, where the configuration asks for it, and hears when somebody
/// turns it.
final class DesktopPublisher: Publisher {
    private let environment: ServiceEnvironment
    private let connection: BusConnection
    private let ledger: RestoreJournal
    private let log: Log
    private let report: (Event) -> Void
    private var configuration: DesktopSettings
    private var running: DesktopDetector?
    private var keepers: [DesktopSetting: SettingController] = [:]
    private var followed: [DesktopSetting] = []
    private var snapshot: Snapshot?
    private var hasStarted = false
    /// Whether somebody wants it left alone until the configuration is another.
    private var hasLeft = false
    private var saidSwitch: DesktopSwitch?

    /// Follows once it is started; what somebody turns is reported as an event.
    init(
        _ configuration: DesktopSettings, in environment: ServiceEnvironment,
        _ ledger: RestoreJournal,
        on connection: BusConnection, log: Log, _ report: @escaping (Event) -> Void
    ) {
        self.configuration = configuration
        self.environment = environment
        self.ledger = ledger
        self.connection = connection
        self.log = log
        self.report = report
        running = DesktopDetector(environment, on: connection) { [weak self] in self?.settle() }
    }

    func publish(_ snapshot: Snapshot) {
        let before = self.snapshot?.appearance
        self.snapshot = snapshot
        if snapshot.appearance != before { show() }
    }

    func publishLight(_ snapshot: Snapshot) {}

    /// Begins, now that the bus is there.
    func start() {
        hasStarted = true
        settle()
    }

    /// Goes by another configuration from now on.
    func follow(_ next: DesktopSettings) {
        guard next != configuration else { return }
        configuration = next
        hasLeft = false
        settle()
    }

    /// Leaves everything alone until the configuration is another; `then` is called when nothing of
    /// it runs any more.
    func leave(_ then: @escaping () -> Void) {
        hasLeft = true
        followed = []
        say(nil)
        var left = keepers.count
        guard left > 0 else { return then() }
        for keeper in keepers.values {
            keeper.leave { [ledger] in
                left -= 1
                if left == 0 { ledger.afterWriting(then) }
            }
        }
    }

    /// Ends the programs that run, and waits until what was changed has been noted.
    func stop() {
        for keeper in keepers.values { keeper.stop() }
        ledger.finish()
    }

    // MARK: What follows

    private var wantedSwitch: DesktopSwitch? {
        guard hasStarted, !hasLeft, configuration.follow != .none else { return nil }
        running?.start()
        if configuration.follow == .auto, running?.desktop == nil { return nil }
        return DesktopSwitch(configuration.follow, on: running?.desktop ?? .other)
    }

    private func settle() {
        let next = wantedSwitch
        let settings = next?.settings(in: configuration) ?? []
        for setting in followed where !settings.contains(setting) { keepers[setting]?.leave() }
        if followed.isEmpty, !settings.isEmpty { ledger.load() }
        followed = settings
        for setting in settings { begin(setting) }
        if let next {
            let desktop = next.desktop(of: running?.desktop ?? .other)
            for setting in settings { keepers[setting]?.onTurn = nil }
            if configuration.external == .adopt, let leader = settings.first {
                keepers[leader]?.onTurn = { [report] tone, whileAway in
                    report(.switchTurned(tone, in: desktop, whileAway: whileAway))
                }
            }
        }
        say(next)
        show()
    }

    private func begin(_ setting: DesktopSetting) {
        do throws(IOError) {
            let keeper: SettingController
            if let known = keepers[setting] {
                keeper = known
            } else {
                keeper = try SettingController(
                    setting, in: environment, ledger, on: connection, log: log)
            }
            keepers[setting] = keeper
            keeper.begin()
        } catch {
            log.warning("\(setting.rawValue) cannot follow: \(error)")
        }
    }

    private func say(_ next: DesktopSwitch?) {
        guard next != saidSwitch else { return }
        saidSwitch = next
        guard next != nil else { return log.notice("the desktop's own settings are left alone") }
        log.info("following: " + followed.map(\.rawValue).joined(separator: ", "))
    }

    private func show() {
        guard let appearance = snapshot?.appearance else { return }
        let configuration = configuration.resolved(on: running?.names)
        for setting in followed { keepers[setting]?.show(appearance, configuration) }
    }
}
