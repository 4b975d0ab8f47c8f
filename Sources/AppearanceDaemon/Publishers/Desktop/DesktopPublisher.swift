import AppearanceDesktop
import AppearanceEngine
import AppearanceModel
import DBus
import DesktopControl
import EventLoop
import Linux

/// Keeps the desktop's own settings in step, if the configuration asks for it, and reports a change
/// made by hand.
final class DesktopPublisher: Publisher {
    private let environment: ServiceEnvironment
    private let connection: BusConnection
    private let journal: RestoreJournal
    private let log: Log
    private let report: (Event) -> Void
    private var configuration: DesktopSettings
    private var detector: DesktopDetector?
    private var controllers: [DesktopSetting: SettingController] = [:]
    private let problems = SettingProblems()
    /// The attempts to read the journal.
    private var journalRetry: SettingRetry?
    /// Whether the journal has been read, unless that has not been tried.
    private var hasJournal = true
    private var followed: [DesktopSetting] = []
    private var snapshot: Snapshot?
    private var hasStarted = false
    /// Whether the settings are left alone until the configuration changes.
    private var hasLeft = false
    private var programChanges = ProgramChanges()
    /// Whether a program's change of the preference was logged in this session.
    private var hasLoggedProgram = false
    /// Reports changes of the displays, on a desktop without a switch of its own.
    private var displays: UdevMonitor?
    /// Whether themes, or the preference after them, are being written for the newest appearance.
    private var isOrdering = false
    /// Ends an order that takes too long.
    private var orderTimer: TimerSource?
    private var loggedSwitch: DesktopSwitch?
    private var hasWarnedOfQt = false

    /// The longest time for which the preference and the portal wait for themes.
    private static let longestOrder = Duration.milliseconds(500)

    /// Called once the themes and the preference of the newest appearance are written, have failed, or take
    /// too long.
    var onWritten: () -> Void = {}

    /// Creates a publisher to be started later; a change made by hand is reported as an event.
    init(
        _ configuration: DesktopSettings, in environment: ServiceEnvironment,
        _ journal: RestoreJournal,
        on connection: BusConnection, log: Log, _ report: @escaping (Event) -> Void
    ) {
        self.configuration = configuration
        self.environment = environment
        self.journal = journal
        self.connection = connection
        self.log = log
        self.report = report
        detector = DesktopDetector(environment, on: connection) { [weak self] in
            self?.beginSession()
            self?.followSettings()
        }
    }

    func publish(_ snapshot: Snapshot) {
        let before = self.snapshot?.appearance
        self.snapshot = snapshot
        guard snapshot.appearance != before else { return }
        if snapshot.appearance.tone != before?.tone { programChanges.recordOwn(at: Self.now) }
        if hasJournal { show() } else { followSettings() }
        detector?.refresh()
    }

    func start() {
        hasStarted = true
        beginSession()
        followSettings()
    }

    func configure(_ next: Configuration) {
        guard next.desktop != configuration else { return }
        configuration = next.desktop
        hasLeft = false
        followSettings()
    }

    /// Leaves the settings alone until the configuration changes; `then` is called once no program
    /// runs any more.
    func leave(_ then: @escaping () -> Void) {
        hasLeft = true
        followed = []
        logSwitch(nil)
        advance()
        var left = controllers.count
        guard left > 0 else { return then() }
        for controller in controllers.values {
            controller.leave { [journal] in
                left -= 1
                if left == 0 { journal.whenWritten(then) }
            }
        }
    }

    /// Ends the running programs, and waits until the journal is written.
    func stop() {
        advance(isOverdue: true)
        SettingController.stop(Array(controllers.values))
        journal.finish()
    }

    // MARK: What follows

    private var wantedSwitch: DesktopSwitch? {
        guard hasStarted, !hasLeft, configuration.follow != .none else { return nil }
        detector?.start()
        if configuration.follow == .auto, detector?.desktop == nil { return nil }
        return DesktopSwitch(configuration.follow, on: detector?.desktop ?? .other)
    }

    private func followSettings() {
        let next = wantedSwitch
        let settings = usable(
            next?.settings(in: configuration, on: detector?.desktop ?? .other) ?? [])
        for setting in followed where !settings.contains(setting) { controllers[setting]?.leave() }
        if followed.isEmpty {
            guard settings.isEmpty || loadJournal() else { return }
        }
        followed = settings
        for setting in settings { begin(setting) }
        if let next {
            let desktop = next.desktop(of: detector?.desktop ?? .other)
            for setting in settings { controllers[setting]?.onTurn = nil }
            let leaders = next.leaders(in: configuration, on: detector?.desktop ?? .other)
            for leader in leaders where configuration.external == .adopt {
                controllers[leader]?.onTurn = { [weak self] tone, whileAway in
                    self?.receiveTurn(of: leader, to: tone, in: desktop, whileAway: whileAway)
                }
            }
        }
        followDisplays(next != nil && configuration.external == .adopt && lacksSwitch)
        logSwitch(next)
        show()
    }

    /// Reads the journal, and again later if it cannot be read.
    private func loadJournal() -> Bool {
        do throws(DesktopError) {
            try journal.load()
            journalRetry?.succeed()
            hasJournal = true
        } catch {
            hasJournal = false
            if journalRetry == nil { journalRetry = makeJournalRetry() }
            journalRetry?.fail(error.description)
        }
        return hasJournal
    }

    private func makeJournalRetry() -> SettingRetry? {
        do throws(IOError) {
            return try SettingRetry(
                of: "the desktop", among: problems, on: connection.loop, log: log
            ) { [weak self] in self?.followSettings() }
        } catch {
            log.warning("cannot set the desktop: \(error)")
            return nil
        }
    }

    /// Returns the settings without those whose file is missing.
    private func usable(_ settings: [DesktopSetting]) -> [DesktopSetting] {
        let home = environment.desktopSession.configHome ?? ""
        let usable = settings.filter { $0.isUsable { File.exists("\(home)/\($0)") } }
        let isWithoutQt =
            settings.contains(where: \.needsFile) && !usable.contains(where: \.needsFile)
        if isWithoutQt, !hasWarnedOfQt {
            log.warning(
                "desktop.qt_color_scheme has no effect: neither qt5ct/qt5ct.conf nor"
                    + " qt6ct/qt6ct.conf is in \(home); install qt5ct or qt6ct, start it once, and"
                    + " reload: sudo apt install qt5ct qt6ct")
        }
        hasWarnedOfQt = isWithoutQt
        return usable
    }

    private func begin(_ setting: DesktopSetting) {
        do throws(IOError) {
            let controller: SettingController
            if let known = controllers[setting] {
                controller = known
            } else {
                controller = try SettingController(
                    setting, in: environment, journal, among: problems, on: connection, log: log)
            }
            controllers[setting] = controller
            controller.onStep = { [weak self] in self?.advance() }
            controller.begin()
        } catch {
            log.warning("cannot set \(setting.rawValue): \(error)")
        }
    }

    private func logSwitch(_ next: DesktopSwitch?) {
        guard next != loggedSwitch else { return }
        loggedSwitch = next
        guard next != nil else { return log.notice("the desktop's own settings are left alone") }
        log.info("following: " + followed.map(\.rawValue).joined(separator: ", "))
    }

    private func show() {
        guard let appearance = snapshot?.appearance else { return }
        let configuration = configuration.resolved(on: detector?.names)
        let session = environment.desktopSession.joined(
            with: detector?.variables ?? [:], replacing: environment.isManaged)
        let hasThemes = followed.contains(where: \.isTheme)
        let wasOrdering = isOrdering
        // Until all have received it, those that have not would count as written.
        isOrdering = false
        if hasThemes {
            for setting in followed where setting.isPreference { controllers[setting]?.holdBack() }
        }
        for setting in followed {
            controllers[setting]?.show(appearance, configuration, in: session)
        }
        isOrdering = hasThemes || wasOrdering
        if hasThemes, !wasOrdering { limitOrder() }
        advance()
    }

    // MARK: Changes by others

    private static var now: BootTime { Moment(SystemClock.now()).boot }

    private var lacksSwitch: Bool { detector?.desktop?.lacksSwitch == true }

    private func beginSession() {
        programChanges.expectRestoring(after: .sessionStart, at: Self.now)
        hasLoggedProgram = false
    }

    /// Reports a change by a person; one by a program stays until the appearance changes.
    private func receiveTurn(
        of leader: DesktopSetting, to tone: Tone, in desktop: Desktop, whileAway: Bool
    ) {
        let present = snapshot?.appearance.tone ?? tone
        let sign =
            lacksSwitch
            ? programChanges.sign(
                ofChangeTo: tone, from: present, isOverridden: snapshot?.mode != .auto,
                at: Self.now) : nil
        guard let sign else {
            return report(.switchTurned(tone, in: desktop, whileAway: whileAway))
        }
        controllers[leader]?.leavePresent()
        guard tone != present, !hasLoggedProgram else { return }
        hasLoggedProgram = true
        log.notice(
            "\(leader.rawValue) was set to \(tone.rawValue) \(sign.text), so by a program; it stays so until"
                + " the appearance changes, and the mode is unchanged; to choose it:"
                + " appearancectl set \(tone.rawValue)")
    }

    /// Starts or ends to follow the displays that are connected.
    private func followDisplays(_ isFollowed: Bool) {
        guard isFollowed != (displays != nil) else { return }
        displays = nil
        guard isFollowed else { return }
        do throws(IOError) {
            displays = try UdevMonitor(
                on: connection.loop, UdevContext(), subsystems: ["drm"]
            ) { [weak self] _ in
                self?.programChanges.expectRestoring(after: .outputChange, at: Self.now)
            }
        } catch {
            log.warning("cannot watch for changes of the displays: \(error)")
        }
    }

    // MARK: The order of writing

    /// Returns whether the portal is to publish a state only when `onWritten` is called.
    ///
    /// A program that follows the portal looks up its theme when the signal comes.
    func comesBeforePortal(_ snapshot: Snapshot) -> Bool {
        isOrdering
            || followed.contains(where: \.isTheme)
                && snapshot.appearance != self.snapshot?.appearance
    }

    /// Lets the preference follow once the themes are written, and then the portal.
    private func advance(isOverdue: Bool = false) {
        guard isOrdering, isOverdue || !isWriting(\.isTheme) else { return }
        for setting in followed where setting.isPreference { controllers[setting]?.letGo() }
        // A preference that is already right may have ended the order.
        guard isOrdering, isOverdue || !isWriting(\.isPreference) else { return }
        isOrdering = false
        orderTimer?.disarm()
        onWritten()
    }

    private func isWriting(_ isAmong: (DesktopSetting) -> Bool) -> Bool {
        followed.contains { isAmong($0) && controllers[$0]?.isWriting == true }
    }

    private func limitOrder() {
        do throws(IOError) {
            if orderTimer == nil {
                orderTimer = try connection.loop.timer(.monotonic) { [weak self] in
                    self?.advance(isOverdue: true)
                }
            }
            orderTimer?.arm(after: Self.longestOrder)
        } catch {
            log.warning("cannot order the settings of the desktop: \(error)")
            advance(isOverdue: true)
        }
    }
}
