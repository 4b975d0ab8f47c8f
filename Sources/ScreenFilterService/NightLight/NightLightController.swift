// The programs that a pure state machine selects run here, one at a time.

internal import AppearanceDesktop
internal import DBus
internal import DesktopControl
internal import EventLoop
internal import Linux

/// Holds the settings of a desktop's night light, and restores them.
final class NightLightController {
    /// The timeout of a program.
    private static let timeout = Duration.seconds(4)

    private let nightLight: NightLight
    private let session: DesktopSession
    /// The restore journal; `nil` without a home directory, and then nothing is changed.
    private let file: JournalFile?
    private let log: Log
    private let access: DesktopAccess
    private var retry: SettingRetry?
    private var bus: NightLightBus?
    private var wasChanged = false
    private(set) var isAbandoned = false
    private(set) var hold: NightLightHold
    private let changed: () -> Void

    /// Creates a controller; `succeeded` is called after each program, `changed` after every change of
    /// the state, and `lost` when the session has ended.
    init(
        of nightLight: NightLight, _ found: NightLightHold, in file: JournalFile?,
        _ place: NightLightPlace, on loop: EventLoop, log: Log, succeeded: @escaping () -> Void,
        changed: @escaping () -> Void, lost: @escaping () -> Void
    ) throws(IOError) {
        self.nightLight = nightLight
        self.file = file
        self.log = log
        self.changed = changed
        session = place.session
        hold = found
        access = DesktopAccess(on: loop, timeout: Self.timeout)
        access.onSuccess = succeeded
        retry = try SettingRetry(
            of: nightLight.name, among: SettingProblems(), on: loop, log: log
        ) { [weak self] in
            guard let self, hold.isBlocked else { return }
            hold.tryAgain()
            proceed()
        }
        guard let address = place.busAddress else { return }
        do throws(DBusError) {
            bus = try NightLightBus(
                of: nightLight, in: session, at: address, on: loop, log: log,
                changed: { [weak self] in
                    self?.hold.notice()
                    self?.proceed()
                }, lost: lost)
        } catch {
            log.warning("cannot watch \(nightLight.name): \(error.message)")
        }
    }

    var problem: String? { retry?.problem }
    /// The reason, for a person, why the night light is not visible; `nil` if it is.
    var obstacle: String? { bus?.obstacle }
    /// Whether nothing is left to do or to retry.
    var isDone: Bool {
        isAbandoned || hold.isAtRest && !(hold.isBlocked && hold.isHolding)
    }

    func want(_ target: NightLight.Target?) {
        hold.want(target)
        proceed()
    }

    /// Retries soon after each failure, and now.
    func hurry(pause: Duration) {
        retry?.pause = pause
        retry?.arm()
    }

    func stop() { DesktopAccess.stop([access]) }

    /// Takes no further step, for the session has ended.
    func abandon() {
        isAbandoned = true
        retry?.disarm()
    }

    // MARK: Steps

    private func proceed() {
        guard !isAbandoned else { return }
        while let step = hold.next() {
            do throws(DesktopError) { try perform(step) } catch { fail(error) }
        }
        if hold.isHolding { bus?.listen() } else { bus?.rest() }
        if hold.isAtRest {
            if !hold.isBlocked { retry?.succeed() }
            logChanges()
        }
        changed()
    }

    private func perform(_ step: NightLightHold.Step) throws(DesktopError) {
        switch step {
        case .load:
            guard let file else { return hold.didLoad(nil, originals: .known) }
            let journal = try file.read(log)
            hold.didLoad(journal, originals: try file.hasCopies() ? .lost : .known)
        case .read:
            try access.read(
                nightLight.source(in: session), in: session,
                as: { [nightLight] in NightLightReading(of: nightLight, texts: $0) }
            ) { [weak self] reading in
                self?.finish { () throws(DesktopError) in self?.apply(try reading.get()) }
            }
        case .keep(let journal):
            guard let file else {
                throw DesktopError("HOME is not set, so its original value cannot be saved")
            }
            let isForLostOriginals = hold.isForLostOriginals
            try file.write(journal)
            hold.didKeep()
            if isForLostOriginals { logDefaults(journal) }
        case .write(let value, let key):
            try access.write(.programs(nightLight.writing(value, to: key)), in: session) {
                [weak self] result in
                self?.finish { () throws(DesktopError) in
                    _ = try result.get()
                    self?.hold.didWrite()
                }
            }
        case .announce(let keys):
            guard let bus else {
                throw DesktopError("there is no session bus, so the change cannot be announced")
            }
            try bus.announce(keys)
            hold.didAnnounce()
        }
    }

    private func logDefaults(_ journal: SettingsJournal?) {
        let keys = journal?.entries.filter { $0.original == nil }.map(\.setting) ?? []
        log.warning(
            "\(nightLight.name) has values of an earlier night, whose original values are lost; at the end of"
                + " night the defaults are set: \(keys.joined(separator: ", "))")
    }

    private func finish(_ body: () throws(DesktopError) -> Void) {
        do throws(DesktopError) { try body() } catch { fail(error) }
        proceed()
    }

    private func apply(_ reading: NightLightReading) {
        let lost = hold.didRead(reading)
        guard let key = lost.first else { return }
        let command = nightLight.writing(nil, to: key).first
        retry?.fail(
            "`\(command?.program ?? "")` reported success, but did not change "
                + "\(lost.joined(separator: ", ")); check that the settings can be written")
    }

    private func fail(_ error: DesktopError) {
        let isMarking = hold.isMarking
        hold.didFail()
        if isMarking {
            return log.warning(
                "\(nightLight.name) is restored, although its journal cannot be changed: \(error)")
        }
        retry?.fail(error.description)
    }

    private func logChanges() {
        let changed = hold.changedByOthers
        if !changed.isEmpty, !wasChanged {
            log.notice(
                "\(nightLight.name) was changed (\(changed.joined(separator: ", ")));"
                    + " it is left so until the end of night")
        }
        wasChanged = !changed.isEmpty
    }
}
