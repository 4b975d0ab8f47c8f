internal import AppearanceModel
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// Says that the screen is about to turn red by itself, holds it back until then, and takes the
/// answer down as a wish.
///
/// The bus is joined only while there is something to say.
final class NightNotifier {
    private var policy: NoticePolicy
    private let bus: String?
    private let loop: EventLoop
    private let wishes: NightOverrideFile
    private let hours: () -> NightHours
    private let log: Log
    private var timer: TimerSource?
    private var clock: WallClockWatch?
    private var failing: DeferSource?
    private var said: Notice?
    private var talk: NotificationSession?
    private var isSilenceLogged = false
    /// Told when it is time to look again at what is known.
    var onDue: () -> Void = {}

    init(
        _ settings: NightfilterSettings, findsRed: Bool, bus: String?, wishes: NightOverrideFile,
        hours: @escaping () -> NightHours, on loop: EventLoop, log: Log
    ) throws(IOError) {
        policy = NoticePolicy(notice: Self.notice(by: settings), findsRed: findsRed)
        self.bus = bus
        self.wishes = wishes
        self.hours = hours
        self.loop = loop
        self.log = log
        timer = try loop.timer(.realtime) { [weak self] in self?.onDue() }
        clock = try WallClockWatch(on: loop) { [weak self] in self?.onDue() }
        failing = loop.deferred { [weak self] in self?.findNobody() }
    }

    /// Whether the screen is to stay as it is for now, though it is to be red.
    var holdsBack: Bool { policy.holdsBack }

    /// Takes other settings.
    func take(_ settings: NightfilterSettings) { policy.notice = Self.notice(by: settings) }

    /// Of a screen that stays as it is, nothing is said.
    private static func notice(by settings: NightfilterSettings) -> Microseconds {
        settings.intensity > 0 ? settings.notice : .zero
    }

    /// Takes what is known now, and the service's sentence for it.
    func take(_ outlook: NightForecast, _ explanation: String) {
        let now = WallTime.now
        let hours = hours
        policy.take(outlook, at: now) { hours().end(after: now) }
        if let look = policy.nextLook(after: now) {
            timer?.arm(at: look.microsecondsSinceEpoch)
        } else {
            timer?.disarm()
        }
        say(policy.announcement, explanation, at: now)
    }

    /// Says nothing any more.
    func stop() {
        timer = nil
        clock = nil
        failing = nil
        withdraw()
    }

    private func say(_ announcement: Notice?, _ explanation: String, at now: WallTime) {
        guard announcement != said else { return }
        withdraw()
        said = announcement
        guard let announcement else { return }
        let notification = Notification(
            announcement, clock: hours().clock(at: announcement.turn), explanation: explanation,
            at: now)
        guard let bus else { return fail("there is no session bus") }
        do {
            talk = try NotificationSession(notification, at: bus, on: loop) { [weak self] in
                self?.take($0, of: announcement, notification)
            }
        } catch {
            fail("\(error)")
        }
    }

    private func withdraw() {
        talk?.withdraw()
        talk = nil
        said = nil
    }

    private func take(
        _ outcome: NotificationSession.Outcome, of announcement: Notice,
        _ notification: Notification
    ) {
        switch outcome {
        case .shown:
            isSilenceLogged = false
            log.notice("a notification says: \(notification.summary)")
        case .closed: talk = nil
        case .answered(let button):
            talk = nil
            wish(for: button, after: announcement.turn)
        case .unheard(let why):
            talk = nil
            fail(why)
        }
    }

    private func wish(for button: Notification.Button, after turn: WallTime) {
        let now = WallTime.now
        let end =
            switch button {
            case .notTonight: hours().end(after: now)
            case .later: max(turn, now) + Notification.Button.delay
            }
        do throws(IOError) { try wishes.write(.off(until: end)) } catch {
            log.warning("the wish cannot be written: \(error)")
        }
    }

    private func fail(_ why: String) {
        if !isSilenceLogged {
            log.notice("nobody shows notifications, so the screen turns red without: \(why)")
        }
        isSilenceLogged = true
        failing?.schedule()
    }

    private func findNobody() {
        policy.findNobody()
        onDue()
    }
}
