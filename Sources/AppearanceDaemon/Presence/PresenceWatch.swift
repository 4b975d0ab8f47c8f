import AppearanceEngine
import AppearanceModel
import DBus
import EventLoop
import Linux

/// Follows the services of the session that know whether the user may be disturbed, as far as the configuration
/// asks for them.
///
/// While a change is due and waits, they are asked again every ten seconds, as one that hangs sends no signal;
/// and the programs are looked for that the configuration names.
final class PresenceWatch: Publisher {
    private static let interval = Duration.seconds(10)

    private let connection: BusConnection
    private let reports: PresenceReports
    private let log: Log
    private var settings: SwitchSettings
    private var services: [PresenceService] = []
    private var input: InputWatch?
    private let programs: ProgramWatch
    private var timer: TimerSource?
    /// The circumstance for which a change waits.
    private var cause: WaitCause?
    private var hasStarted = false

    init(
        _ settings: SwitchSettings, on connection: BusConnection, _ reports: PresenceReports,
        log: Log
    ) {
        programs = ProgramWatch(reports, on: connection.loop, log: log)
        self.settings = settings
        self.connection = connection
        self.reports = reports
        self.log = log
    }

    func start() throws(IOError) {
        hasStarted = true
        follow()
    }

    func configure(_ configuration: Configuration) {
        guard configuration.change != settings else { return }
        settings = configuration.change
        if hasStarted { follow() }
    }

    func publish(_ snapshot: Snapshot) {
        let before = cause
        cause = snapshot.waitsFor?.cause
        if cause == nil, before != nil { return stopSearch() }
        if cause?.kind != before?.kind { search() }
    }

    func stop() {
        stopSearch()
        services = []
        input = nil
    }

    private func follow() {
        let wanted = PresenceQuestion.all.filter { $0.isWanted(settings) }
        services.removeAll { service in !wanted.contains { $0.subject == service.subject } }
        for question in wanted where !services.contains(where: { $0.subject == question.subject }) {
            services.append(PresenceService(question, on: connection, reports, log: log))
        }
        input =
            settings.when == .pause
            ? InputWatch(after: settings.quiet, on: connection, reports, log: log) : nil
    }

    // MARK: While a change waits

    private func search() {
        guard cause != nil else { return }
        for service in services { service.ask() }
        // Whatever it waits for now: a program may be started meanwhile.
        if settings.hold.contains(.programs), !settings.programs.isEmpty {
            programs.search(for: settings.programs)
        }
        timer = try? timer ?? connection.loop.timer(.monotonic) { [weak self] in self?.search() }
        timer?.arm(after: Self.interval)
    }

    private func stopSearch() {
        cause = nil
        timer = nil
        programs.stop()
    }
}
