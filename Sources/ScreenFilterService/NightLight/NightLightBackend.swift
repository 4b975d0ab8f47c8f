// Some compositors do not let clients change their colours, but have a night light of their own.
// Here the programs run, one at a time, that a pure state machine selects.

internal import AppearanceDesktop
internal import AppearanceModel
internal import DBus
internal import DesktopControl
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The screens of a desktop, by the desktop's own night light.
final class NightLightBackend: ScreenBackend {
    /// The pause between attempts at exit.
    private static let lastPause = Duration.milliseconds(250)
    private static let resetTimeout = Duration.seconds(5)
    /// The timeout of a program.
    private static let timeout = Duration.seconds(4)

    let nightLight: NightLight
    private let place: NightLightPlace
    /// The restore journal; `nil` without a home directory, and then nothing is changed.
    private let file: JournalFile?
    private let log: Log
    private var hold: NightLightHold
    private var isWanted = false
    private var access: DesktopAccess?
    private var loop: EventLoop?
    private var bus: NightLightBus?
    private var retry: SettingRetry?
    private var deadline: TimerSource?
    /// The timeout of each step of the restoring, while somebody waits for it.
    private var stepTimeout: Duration?
    private var whenRestored: [() -> Void] = []
    private var handler: (ScreenEvent) -> Void = { _ in }
    private var reported: [OutputReport] = []
    private var reportedRefusal: String?
    private var wasChanged = false
    private(set) var refusal: String?
    let initialProgress: Double
    let hasOwnFade = true

    /// Restores what a killed filter has left.
    init(_ nightLight: NightLight, in place: NightLightPlace, log: Log) {
        self.nightLight = nightLight
        self.place = place
        self.log = log
        file = place.stateDirectory.map { JournalFile(of: .nightLight(nightLight), in: $0) }
        let journal = file?.read(log)
        hold = NightLightHold(nightLight, journal: journal)
        initialProgress = journal == nil ? 0 : 1
    }

    var outputs: [OutputReport] {
        let loss: String? =
            if let problem = retry?.problem {
                problem
            } else if hold.isTurning {
                "it is being set"
            } else if !hold.changedByOthers.isEmpty {
                "somebody has set it otherwise tonight, and it is left so until the night is over"
            } else {
                isWanted ? bus?.obstacle : nil
            }
        guard loss == nil else {
            return [OutputReport(name: nightLight.name, method: .nothing, loss: loss)]
        }
        return switch nightLight {
        case .gnome, .kwin: [OutputReport(name: nightLight.name, method: .nightLight)]
        case .magnifier:
            [OutputReport(name: nightLight.name, method: .luminance, loss: DesktopScreens.loss)]
        }
    }

    var nightLights: [NightLight] { [nightLight] }

    func reconsider() { refusal = nil }

    func follow(
        on loop: EventLoop, _ handler: @escaping (ScreenEvent) -> Void
    ) throws(IOError) {
        self.loop = loop
        self.handler = handler
        let access = DesktopAccess(on: loop, timeout: Self.timeout)
        self.access = access
        // A busy machine is slow, not stuck.
        access.onSuccess = { [weak self] in
            if let timeout = self?.stepTimeout { self?.deadline?.arm(after: timeout) }
        }
        retry = try SettingRetry(of: nightLight.name, on: loop, log: log) { [weak self] in
            guard let self, hold.isBlocked else { return }
            hold.tryAgain()
            goOn()
        }
        deadline = try loop.timer(.monotonic) { [weak self] in
            self?.access?.stop()
            self?.endWaiting()
        }
        guard let address = place.busAddress else { return }
        do throws(DBusError) {
            bus = try NightLightBus(
                of: nightLight, in: place.session, at: address, on: loop, log: log,
                changed: { [weak self] in self?.look() },
                lost: { [weak self] in self?.lose() })
        } catch {
            log.warning("cannot watch \(nightLight.name): \(error.message)")
        }
    }

    func show(_ transform: NightTransform) {
        isWanted = transform.progress > 0
        hold.want(night: isWanted)
        goOn()
    }

    func settle() {}

    /// Restores the settings, on a loop of its own.
    func reset() {
        guard hold.isHolding else { return }
        do throws(IOError) {
            let loop = try EventLoop()
            try follow(on: loop) { _ in }
            show(.none)
            whenRestored(within: Self.resetTimeout) { loop.exit(0) }
            _ = try loop.run()
        } catch {
            log.error("cannot restore \(nightLight.name): \(error)")
        }
    }

    func whenRestored(within timeout: Duration, _ then: @escaping () -> Void) {
        guard loop != nil, !isDone else { return then() }
        whenRestored.append(then)
        stepTimeout = timeout
        deadline?.arm(after: timeout)
        retry?.pause = Self.lastPause
        retry?.arm()
    }

    /// Whether nothing is left to do or to retry.
    private var isDone: Bool { hold.isAtRest && !(hold.isBlocked && hold.isHolding) }

    /// Whether there is nothing to restore.
    var isRestored: Bool { !hold.isHolding }

    private func endWaiting() {
        let waiting = whenRestored
        whenRestored = []
        for then in waiting { then() }
    }

    /// Handles the loss of the bus: its session has ended.
    private func lose() {
        if hold.isHolding {
            log.warning(
                "the session bus is lost; the next filter restores \(nightLight.name)")
        }
        loop = nil
        retry = nil
        handler(.gone)
    }

    // MARK: Steps

    private func look() {
        hold.notice()
        goOn()
    }

    private func goOn() {
        guard loop != nil else { return }
        while let step = hold.next() {
            do throws(SettingError) { try perform(step) } catch { fail(error) }
        }
        if let need = hold.need { refusal = "\(need.words), so it is left alone" }
        if hold.isHolding { bus?.listen() } else { bus?.rest() }
        if hold.isAtRest { comeToRest() }
        guard outputs != reported || refusal != reportedRefusal else { return }
        reported = outputs
        reportedRefusal = refusal
        handler(.changed)
    }

    private func perform(_ step: NightLightHold.Step) throws(SettingError) {
        switch step {
        case .read:
            try access?.read(
                nightLight.source(in: place.session), in: place.session,
                as: { [nightLight] in NightLightReading(of: nightLight, texts: $0) }
            ) { [weak self] reading in
                self?.finish { () throws(SettingError) in self?.apply(try reading.get()) }
            }
        case .keep(let journal):
            guard let file else {
                throw SettingError("HOME is not set, so its original value cannot be saved")
            }
            try file.write(journal)
            hold.didKeep()
        case .write(let value, let key):
            try access?.write(.programs(nightLight.writing(value, to: key)), in: place.session) {
                [weak self] result in
                self?.finish { () throws(SettingError) in
                    _ = try result.get()
                    self?.hold.didWrite()
                }
            }
        case .announce(let keys):
            guard let bus else {
                throw SettingError("there is no session bus, so the change cannot be announced")
            }
            try bus.announce(keys)
            hold.didAnnounce()
        }
    }

    /// Handles the end of a program.
    private func finish(_ body: () throws(SettingError) -> Void) {
        do throws(SettingError) {
            try body()
        } catch {
            fail(error)
        }
        goOn()
    }

    private func apply(_ reading: NightLightReading) {
        let lost = hold.didRead(reading)
        guard let key = lost.first else { return }
        let command = nightLight.writing(nil, to: key).first
        retry?.fail(
            "`\(command?.program ?? "")` reported success, but did not change "
                + "\(lost.joined(separator: ", ")); check that the settings can be written")
    }

    // MARK: Results

    private func comeToRest() {
        if !hold.isBlocked { retry?.succeed() }
        let changed = hold.changedByOthers
        if !changed.isEmpty, !wasChanged {
            log.notice(
                "\(nightLight.name) was changed (\(changed.joined(separator: ", ")));"
                    + " it is left so until the end of night")
        }
        wasChanged = !changed.isEmpty
        if isDone { endWaiting() }
    }

    private func fail(_ error: SettingError) {
        hold.didFail()
        retry?.fail(error.description)
    }
}
