internal import AppearanceEngine
internal import AppearanceKit
internal import AppearanceModel
internal import DBus
internal import DaemonClient
internal import DesktopControl
internal import EventLoop
internal import Linux
internal import ScreenFilter
internal import SettingsFile
internal import WindowPages

/// The notifier of automatic changes to red, which delays them and writes the user's answer as an
/// override.
///
/// It is connected to the bus only while a notice is shown.
final class NightNotifier {
    private var policy: NoticePolicy
    private let bus: String?
    private let loop: EventLoop
    private let overrides: NightOverrideFile
    private let hours: () -> NightHours
    private let language: UserLanguage
    private let log: Log
    private var timer: TimerSource?
    private var clock: WallClockWatch?
    private var failing: DeferSource?
    private var shown: Notice?
    private var session: NotificationSession?
    private var isFailureLogged = false
    /// The handler of the time for an update.
    var onDue: () -> Void = {}

    init(
        _ settings: NightfilterSettings, findsRed: Bool, bus: String?, overrides: NightOverrideFile,
        hours: @escaping () -> NightHours, in language: UserLanguage, on loop: EventLoop, log: Log
    ) throws(IOError) {
        policy = NoticePolicy(leadTime: Self.leadTime(settings), findsRed: findsRed)
        self.bus = bus
        self.overrides = overrides
        self.hours = hours
        self.language = language
        self.loop = loop
        self.log = log
        timer = try loop.timer(.realtime) { [weak self] in self?.onDue() }
        clock = try WallClockWatch(on: loop) { [weak self] in self?.onDue() }
        failing = loop.deferred { [weak self] in self?.noticeFailed() }
    }

    /// Whether to delay the change to red.
    var isDelaying: Bool { policy.isDelaying }

    func apply(_ settings: NightfilterSettings) { policy.leadTime = Self.leadTime(settings) }

    /// Returns the time of the notice before a change; zero if the filter has no effect.
    private static func leadTime(_ settings: NightfilterSettings) -> Microseconds {
        settings.intensity > 0 ? settings.notice : .zero
    }

    /// Updates the notice with a forecast and the state of the daemon.
    func update(_ forecast: NightForecast, _ status: AppearanceStatus) {
        let now = WallTime.now
        let hours = hours
        policy.update(forecast, at: now) { hours().end(after: now) }
        if let next = policy.nextUpdate(after: now) {
            timer?.arm(at: next.microsecondsSinceEpoch)
        } else {
            timer?.disarm()
        }
        let comesAtTurn = policy.currentNotice.map { $0.turn == forecast.next?.at } ?? false
        show(policy.currentNotice, status, comesAtTurn: comesAtTurn, at: now)
    }

    func stop() {
        timer = nil
        clock = nil
        failing = nil
        withdraw()
    }

    private func show(
        _ notice: Notice?, _ status: AppearanceStatus, comesAtTurn: Bool, at now: WallTime
    ) {
        guard notice != shown else { return }
        withdraw()
        shown = notice
        guard let notice else { return }
        let hours = hours()
        let format = hours.format(in: language, at: now)
        let sentence = hours.state(status, at: now).sentence(at: now).text(format)
        let tr = format.tr
        let notification = Notification(
            notice, because: comesAtTurn ? tr("Night begins then. %s").filled(sentence) : sentence,
            at: now, format)
        guard let bus else { return fail("there is no session bus") }
        do {
            session = try NotificationSession(notification, at: bus, on: loop) { [weak self] in
                self?.handle($0, of: notice, notification)
            }
        } catch {
            fail(error.message)
        }
    }

    private func withdraw() {
        session?.withdraw()
        session = nil
        shown = nil
    }

    private func handle(
        _ outcome: NotificationSession.Outcome, of notice: Notice,
        _ notification: Notification
    ) {
        switch outcome {
        case .shown:
            isFailureLogged = false
            log.notice("notification shown: \(notification.summary)")
        case .closed, .opened: session = nil
        case .answered(let key):
            session = nil
            guard let button = NightButton(rawValue: key) else { return }
            writeOverride(for: button, after: notice.turn)
        case .failed(let why):
            session = nil
            fail(why)
        }
    }

    private func writeOverride(for button: NightButton, after turn: WallTime) {
        let now = Moment.now
        let end =
            switch button {
            case .notTonight: hours().end(after: now.wall)
            case .later: max(turn, now.wall) + NightButton.delay
            }
        let line = NightOverride.Line(.off(until: end), isDuration: false, at: now)
        do throws(IOError) { try overrides.write(line) } catch {
            log.warning("cannot write the override, which ends with this program: \(error)")
            overrides.unwritten = line
            onDue()
        }
    }

    private func fail(_ why: String) {
        if !isFailureLogged {
            log.notice("notifications are unavailable; the screen turns red without one: \(why)")
        }
        isFailureLogged = true
        failing?.schedule()
    }

    private func noticeFailed() {
        policy.noticeFailed()
        onDue()
    }
}

/// The end of night and the local time, by a configuration.
struct NightHours {
    private let configuration: Configuration
    private let zone: LocalZone

    init(_ configuration: Configuration, in place: ConfigurationPlace) {
        self.configuration = configuration
        zone = place.zone(of: configuration)
    }

    /// Returns the evenings of the schedule that end after an instant.
    func evenings(after instant: WallTime, now: WallTime) -> [Range<WallTime>] {
        Schedule(configuration, in: zone, at: now).evenings(after: instant)
    }

    /// Returns the next end of night; in 12 hours if the sun does not rise.
    func end(after now: WallTime) -> WallTime {
        Schedule(configuration, in: zone, at: now).endOfTonight(after: now)
    }

    /// Returns the state of the daemon with the settings that it goes by.
    func state(_ status: AppearanceStatus, at now: WallTime) -> ServiceState {
        ServiceState(
            status.published, ambient: configuration.ambient,
            schedule: Schedule(configuration, in: zone, at: now))
    }

    /// Returns the forms of times and numbers in a language.
    func format(in language: UserLanguage, at now: WallTime) -> PageFormatter {
        PageFormatter(
            zone: zone.rules, now: now, decimalPoint: language.decimalPoint,
            groupSeparator: language.groupSeparator,
            clock: language.clock, date: language.date, ntr: language.text(_:_:count:),
            tr: language.text(_:))
    }
}

extension NightForecast {
    /// Creates a forecast from the status of the daemon and the override.
    ///
    /// After the daemon has stopped, the night is unknown, so that the screen does not stay red.
    init(_ status: AppearanceStatus, _ override: NightOverride?) {
        self.init(
            Self.night(status), mode: status.mode ?? .auto, modeEnd: status.until,
            next: status.next, override: override,
            isDark: status.appearance == .dark || status.appearance == .night)
    }

    private static func night(_ status: AppearanceStatus) -> Night {
        let isNight = status.appearance == .night
        return switch status.origin {
        case .remembered, .fallback: .unknown
        case .environment, .app: isNight ? .chosen : .no
        case .daemon, .portal: !isNight ? .no : status.mode == .night ? .chosen : .automatic
        }
    }
}
