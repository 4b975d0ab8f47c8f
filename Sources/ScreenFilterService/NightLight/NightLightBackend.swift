// Some compositors do not let clients change their colours, but have a night light of their own.
// Here the programs run, one at a time, that a pure state machine selects.

internal import AppearanceDesktop
internal import AppearanceModel
internal import DBus
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The screens of a desktop, by the desktop's own night light.
final class NightLightBackend: ScreenBackend {
    /// The pause between attempts at exit.
    private static let lastPause = Duration.milliseconds(250)
    private static let resetTimeout = Duration.seconds(5)

    let nightLight: NightLight
    private let place: NightLightPlace
    private let file: NightLightFile
    private let log: Log
    private var hold: NightLightHold
    private var isWanted = false
    private var programs: NightLightPrograms?
    private var loop: EventLoop?
    private var bus: NightLightBus?
    private var watches: [PathWatch] = []
    private var retry: TimerSource?
    private var backoff = Backoff(first: .seconds(30), longest: .seconds(3600))
    private var deadline: TimerSource?
    /// The timeout of each step of the restoring, while somebody waits for it.
    private var stepTimeout: Duration?
    private var whenRestored: [() -> Void] = []
    private var handler: (ScreenEvent) -> Void = { _ in }
    private var reported: [OutputReport] = []
    private var reportedRefusal: String?
    /// The last logged problem.
    private var problem: String?
    private var wasChanged = false
    private(set) var refusal: String?
    let initialProgress: Double
    let hasOwnFade = true

    /// Restores what a killed filter has left.
    init(_ nightLight: NightLight, in place: NightLightPlace, log: Log) {
        self.nightLight = nightLight
        self.place = place
        self.log = log
        file = NightLightFile(of: nightLight, in: place.stateDirectory)
        let ledger = file.read(log)
        hold = NightLightHold(nightLight, ledger: ledger)
        initialProgress = ledger == nil ? 0 : 1
    }

    var outputs: [OutputReport] {
        let loss: String? =
            if let problem {
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
        programs = NightLightPrograms(on: loop)
        retry = try loop.timer(.monotonic) { [weak self] in
            guard let self, hold.isBlocked else { return }
            hold.tryAgain()
            goOn()
        }
        deadline = try loop.timer(.monotonic) { [weak self] in
            self?.programs?.end()
            self?.endWaiting()
        }
        guard let address = place.busAddress else { return }
        do throws(DBusError) {
            bus = try NightLightBus(
                of: nightLight, at: address, on: loop,
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
        retry?.arm(after: Self.lastPause)
    }

    /// Whether nothing is left to do or to retry.
    private var isDone: Bool { hold.isAtRest && !(hold.isBlocked && hold.isHolding) }

    /// Whether there is nothing to restore.
    var isRestored: Bool { !hold.isHolding }

    private func armRetry() {
        guard whenRestored.isEmpty else {
            retry?.arm(after: Self.lastPause)
            return
        }
        retry?.arm(after: backoff.next())
    }

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
            do throws(NightLightError) { try perform(step) } catch { fail(error) }
        }
        if let need = hold.need { refusal = "\(need.words), so it is left alone" }
        listen()
        if hold.isAtRest { comeToRest() }
        guard outputs != reported || refusal != reportedRefusal else { return }
        reported = outputs
        reportedRefusal = refusal
        handler(.changed)
    }

    private func perform(_ step: NightLightHold.Step) throws(NightLightError) {
        switch step {
        case .read: try read()
        case .keep(let ledger):
            try file.write(ledger)
            hold.didKeep()
        case .write(let value, let key):
            try programs?.run(nightLight.writing(value, to: key)) { [weak self] result in
                self?.finish(result) { self?.hold.didWrite() }
            }
        case .announce(let keys):
            guard let bus else {
                throw NightLightError("there is no session bus, so the change cannot be announced")
            }
            try bus.announce(keys)
            hold.didAnnounce()
        }
    }

    private func finish(
        _ result: Result<String, NightLightError>, _ body: () -> Void
    ) {
        switch result {
        case .success:
            // A busy machine is slow, not stuck.
            if let stepTimeout { deadline?.arm(after: stepTimeout) }
            body()
        case .failure(let trouble): fail(trouble)
        }
        goOn()
    }

    private func read() throws(NightLightError) {
        switch nightLight.source {
        case .files(let name):
            var texts: [String?] = []
            for path in place.settingsPaths(of: name) { texts.append(try text(at: path)) }
            apply(NightLightReading(of: nightLight, texts: texts))
        case .programs(let values, let defaults):
            try programs?.run([values]) { [weak self] answer in
                self?.read(values, answer, defaults)
            }
        }
    }

    private func text(at path: String) throws(NightLightError) -> String? {
        do throws(IOError) {
            return try File.readIfPresent(path, limit: 4 << 20)
                .map { String(decoding: $0, as: UTF8.self) }
        } catch {
            throw NightLightError("\(error)")
        }
    }

    private func read(
        _ command: DesktopCommand, _ answer: Result<String, NightLightError>,
        _ defaults: DesktopCommand
    ) {
        do throws(NightLightError) {
            let values = try answer.get()
            try programs?.run([defaults]) { [weak self] answer in
                guard let self else { return }
                finish(answer) {
                    let reading = NightLightReading(
                        of: self.nightLight, gsettings: values,
                        defaults: (try? answer.get()) ?? "")
                    if let reading { return self.apply(reading) }
                    self.fail(
                        NightLightError(
                            "`\(command.shellText)` does not print every setting"))
                }
            }
        } catch {
            fail(error)
            goOn()
        }
    }

    private func apply(_ reading: NightLightReading) {
        let lost = hold.didRead(reading)
        guard let key = lost.first else { return }
        let command = nightLight.writing(nil, to: key).first
        retry(
            after:
                "`\(command?.program ?? "")` reported success, but did not change "
                + "\(lost.joined(separator: ", ")); check that the settings can be written")
    }

    // MARK: Results

    /// Subscribes to the bus while a setting is changed.
    private func listen() {
        guard hold.isHolding else {
            bus?.rest()
            watches = []
            return
        }
        bus?.listen()
        guard watches.isEmpty, let loop, case .files(let name) = nightLight.source else { return }
        watches = place.settingsPaths(of: name).prefix(1).map { path in
            PathWatch(on: loop, path: path) { [weak self] _ in self?.look() }
        }
    }

    private func comeToRest() {
        if !hold.isBlocked {
            retry?.disarm()
            backoff.reset()
            if problem != nil { log.notice("\(nightLight.name) follows again") }
            problem = nil
        }
        let changed = hold.changedByOthers
        if !changed.isEmpty, !wasChanged {
            log.notice(
                "\(nightLight.name) was changed (\(changed.joined(separator: ", ")));"
                    + " it is left so until the end of night")
        }
        wasChanged = !changed.isEmpty
        if isDone { endWaiting() }
    }

    private func fail(_ trouble: NightLightError) {
        hold.didFail()
        retry(after: trouble.description)
    }

    /// Logs a problem once and retries later.
    private func retry(after words: String) {
        if words != problem { log.warning("\(nightLight.name) cannot be set: \(words)") }
        problem = words
        armRetry()
    }
}
