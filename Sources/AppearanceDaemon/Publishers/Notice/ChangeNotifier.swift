import AppearanceEngine
import AppearanceModel
import DBus
import DesktopControl
import EventLoop
import Linux
import WindowPages

/// Announces automatic changes, with their cause and a button that takes it back: the first three after the
/// installation, all or none.
///
/// It is connected to the bus only while a notice is shown. Without a server nothing is counted.
final class ChangeNotifier: Publisher {
    private let runtime: Runtime
    private let address: String
    private let count: NoticeCount
    /// Loaded with the first notice, as a locale takes time and memory.
    private lazy var language = UserLanguage(CurrentProcess.variable)
    private let loop: EventLoop
    private let log: Log
    private var changes: NotifySettings.Changes
    private var last: Snapshot?
    private var session: NotificationSession?
    private var isFailureLogged = false

    init(
        _ settings: NotifySettings, serving runtime: Runtime, at address: String,
        countingIn count: NoticeCount, on loop: EventLoop, log: Log
    ) {
        changes = settings.changes
        self.runtime = runtime
        self.address = address
        self.count = count
        self.loop = loop
        self.log = log
    }

    func configure(_ configuration: Configuration) { changes = configuration.notify.changes }

    func publish(_ snapshot: Snapshot) {
        let before = last
        last = snapshot
        guard let before, before.appearance != snapshot.appearance || before.mode != snapshot.mode
        else { return }
        // A notice is about the last change, and its button takes no other one back.
        withdraw()
        guard isAutomatic(snapshot, after: before), isWanted else { return }
        announce(snapshot)
    }

    func stop() {
        withdraw()
        count.finish()
    }

    private var isWanted: Bool {
        switch changes {
        case .always: true
        case .never: false
        case .first: count.value < NoticeCount.most
        }
    }

    /// Returns whether light or schedule made a change, and no choice, or the end of one.
    private func isAutomatic(_ snapshot: Snapshot, after before: Snapshot) -> Bool {
        guard before.appearance != snapshot.appearance, before.mode == .auto, snapshot.mode == .auto
        else { return false }
        return before.reason != .inhibited && [.sensor, .schedule].contains(snapshot.reason)
    }

    private func withdraw() {
        session?.withdraw()
        session = nil
    }

    private func announce(_ snapshot: Snapshot) {
        let now = Moment(SystemClock.now()).wall
        let settings = runtime.settings
        let format = PageFormatter(
            zone: settings.schedule.zone, now: now, decimalPoint: language.decimalPoint,
            groupSeparator: language.groupSeparator,
            clock: language.clock, date: language.date, ntr: language.text(_:_:count:),
            tr: language.text(_:))
        let state = ServiceState(
            snapshot, ambient: settings.ambient, schedule: settings.schedule)
        let notice = ChangeNotice(
            snapshot.appearance, because: state.sentence(at: now),
            isByLight: snapshot.reason == .sensor, isOneOfFew: changes == .first, format)
        do throws(DBusError) {
            session = try NotificationSession(Notification(notice), at: address, on: loop) {
                [weak self] in
                self?.handle($0)
            }
        } catch {
            fail(error.message)
        }
    }

    private func handle(_ outcome: NotificationSession.Outcome) {
        switch outcome {
        case .shown:
            isFailureLogged = false
            if changes == .first { count.add() }
        case .closed, .opened: session = nil
        case .answered(let key):
            session = nil
            switch ChangeNotice.Button(rawValue: key) {
            case .undo: _ = runtime.submit(.toggled)
            case .notByLight: leaveLightOut()
            case .never:
                count.end()
                log.info("no further change is announced, as you asked")
            case nil: break
            }
        case .failed(let why):
            session = nil
            fail(why)
        }
    }

    /// Lets the schedule alone decide until the next sunrise; for twelve hours where the sun does not rise.
    private func leaveLightOut() {
        if runtime.submit(.lightPaused(end: .sunrise)) != nil {
            _ = runtime.submit(.lightPaused(end: .after(.hours(12))))
        }
    }

    private func fail(_ why: String) {
        guard !isFailureLogged else { return }
        isFailureLogged = true
        log.info("a change is not announced: \(why)")
    }
}

extension Notification {
    /// The notification of a change that was made by itself.
    fileprivate init(_ notice: ChangeNotice) {
        self.init(
            program: "appearanced", icon: "io.github.appearanced.Window",
            summary: notice.summary, because: notice.body, commands: notice.command,
            buttons: notice.buttons.map { Button($0.button.rawValue, $0.label) },
            windowLabel: notice.windowLabel, category: "x-appearanced.change",
            desktopEntry: "io.github.appearanced.Window")
    }
}
