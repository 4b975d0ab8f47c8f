// Some compositors do not let clients change their colours, but have a night light of their own.

internal import AppearanceDesktop
internal import AppearanceModel
internal import AppearanceProtocol
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

    let nightLight: NightLight
    private let place: NightLightPlace
    private let file: JournalFile?
    /// The state of the settings after an earlier run, until the controller has it.
    private var found: NightLightHold
    private let log: Log
    private var target: NightLight.Target?
    private var controller: NightLightController?
    private var deadline: TimerSource?
    /// The timeout of each step of the restoring, while somebody waits for it.
    private var stepTimeout: Duration?
    private var whenRestored: [() -> Void] = []
    private var handler: (ScreenEvent) -> Void = { _ in }
    private var reported: [OutputReport] = []
    private var reportedReasons: [String?] = []
    private(set) var refusal: String?
    let hasOwnFade = true

    /// Restores what a killed filter has left.
    init(_ nightLight: NightLight, in place: NightLightPlace, log: Log) {
        self.nightLight = nightLight
        self.place = place
        self.log = log
        file = place.stateDirectory.map { JournalFile(of: .nightLight(nightLight), in: $0) }
        do throws(DesktopError) {
            let journal = try file?.read(log)
            found = NightLightHold(
                nightLight, journal: journal,
                originals: try file?.hasCopies() == true ? .lost : .known)
            initialProgress = journal?.isOfNight(nightLight) == true ? 1 : 0
        } catch {
            // The controller reads it again.
            found = NightLightHold(nightLight, journal: nil, originals: .unread)
            initialProgress = 1
        }
    }

    let initialProgress: Double
    var nightLights: [NightLight] { [nightLight] }
    /// Whether there is nothing to restore.
    var isRestored: Bool { !(controller?.hold ?? found).isHolding }

    var outputs: [OutputReport] {
        guard let loss else {
            return switch nightLight {
            case .gnome, .kwin: [OutputReport(name: nightLight.name, method: .nightLight)]
            case .magnifier:
                [OutputReport(name: nightLight.name, method: .luminance, loss: DesktopScreens.loss)]
            }
        }
        return [OutputReport(name: nightLight.name, method: .nothing, loss: loss)]
    }

    /// The reason why the screens are not as wanted; `nil` if they are.
    private var loss: String? {
        if let problem = controller?.problem { return problem }
        if controller?.hold.isTurning ?? !isRestored { return "it is being set" }
        if controller?.hold.changedByOthers.isEmpty == false {
            return "it was changed by hand tonight, and is left so until the end of night"
        }
        return target == nil ? nil : controller?.obstacle
    }

    var eveningLoss: String? {
        guard case .evening? = target, let hold = controller?.hold else { return nil }
        if let need = hold.need { return "\(nightLight.name): \(need.words), so it is left alone" }
        if hold.isOwn { return "\(nightLight.name) was changed by hand, and is left so" }
        return hold.isTurning && controller?.problem == nil
            ? nil : loss.map { "\(nightLight.name): \($0)" }
    }

    func reconsider() { refusal = nil }

    func follow(
        on loop: EventLoop, _ handler: @escaping (ScreenEvent) -> Void
    ) throws(IOError) {
        self.handler = handler
        deadline = try loop.timer(.monotonic) { [weak self] in
            self?.controller?.stop()
            self?.endWaiting()
        }
        controller = try NightLightController(
            of: nightLight, found, in: file, place, on: loop, log: log,
            // A busy machine is slow, not stuck.
            succeeded: { [weak self] in
                if let timeout = self?.stepTimeout { self?.deadline?.arm(after: timeout) }
            },
            changed: { [weak self] in self?.report() }, lost: { [weak self] in self?.lose() })
    }

    func show(_ transform: NightTransform, over _: Microseconds) {
        let temperature = transform.evening.temperature
        target = transform.progress > 0 ? .night : temperature > 0 ? .evening(temperature) : nil
        controller?.want(target)
    }

    func reset() {
        // A journal may have been lost with its disk.
        if nightLight == .magnifier, isRestored, file != nil {
            found = NightLightHold(nightLight, journal: nil, originals: .doubtful)
        }
        restore()
    }

    /// Restores what a journal has, or may have.
    func restore() {
        guard !isRestored else { return }
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
        guard let controller, !controller.isDone else { return then() }
        whenRestored.append(then)
        stepTimeout = timeout
        deadline?.arm(after: timeout)
        controller.hurry(pause: Self.lastPause)
    }

    private func endWaiting() {
        let waiting = whenRestored
        whenRestored = []
        for then in waiting { then() }
    }

    private func report() {
        guard let controller else { return }
        if target == .night, let need = controller.hold.need {
            refusal = "\(need.words), so it is left alone"
        }
        if controller.isDone { endWaiting() }
        let reasons = [refusal, eveningLoss]
        guard outputs != reported || reasons != reportedReasons else { return }
        reported = outputs
        reportedReasons = reasons
        handler(.changed)
    }

    /// Handles the loss of the bus: its session has ended.
    private func lose() {
        abandon()
        handler(.gone)
    }

    func abandon() {
        guard let controller, !controller.isAbandoned else { return }
        controller.abandon()
        if !isRestored {
            log.warning(
                "the session bus is lost; the next filter restores \(nightLight.name)")
        }
    }
}

/// The paths of a desktop's night light settings and of the restore journal, by the environment.
struct NightLightPlace {
    /// The state directory; `nil` without a home directory.
    let stateDirectory: String?
    let session: DesktopSession
    /// The session bus; `nil` without one.
    let busAddress: String?
    /// The desktop in the environment; `nil` if unset.
    let currentDesktop: String?

    /// Whether GNOME Shell draws the desktop, as far as the environment names one.
    var hasGnomeShell: Bool {
        currentDesktop.map { Desktop(currentDesktop: $0) == .gnome } ?? true
    }

    init(_ environment: (String) -> String?) {
        stateDirectory = BaseDirectories(environment).state
        session = DesktopSession(environment)
        busAddress = BusAddress.ofSession(environment)
        currentDesktop = environment("XDG_CURRENT_DESKTOP")?.nonEmpty
    }
}

extension NightLight {
    /// The timeout of the bus.
    private static let timeout = Duration.seconds(1)

    /// Finds the night light of the running desktop, by `XDG_CURRENT_DESKTOP` or by the names on
    /// the session bus; `nil` if it has none.
    init?(runningIn place: NightLightPlace) {
        let found: NightLight? =
            if let names = place.currentDesktop {
                NightLight(of: Desktop(currentDesktop: names))
            } else {
                place.busAddress.flatMap(Self.onBus)
            }
        guard let found else { return nil }
        self = found
    }

    /// Finds the night light on a bus, on a loop of its own.
    private static func onBus(at address: String) -> NightLight? {
        guard let loop = try? EventLoop(),
            let connection = try? BusConnection(loop: loop, address: address),
            let timer = try? loop.timer(.monotonic, { loop.exit(0) })
        else { return nil }
        defer { connection.close() }
        connection.onDisconnected = { loop.exit(0) }
        timer.arm(after: timeout)
        var found: NightLight?
        let candidates = [NightLight.gnome, .kwin]
        var unanswered = candidates.count
        for nightLight in candidates {
            connection.followOwner(of: nightLight.busName) { owner in
                if owner != nil { found = nightLight }
                unanswered -= 1
                if found != nil || unanswered == 0 { loop.exit(0) }
            }
        }
        _ = try? loop.run()
        return found
    }
}
