internal import AppearanceKit
internal import AppearanceModel
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// Turns the screens red when the appearance is night, and back when it is not.
///
/// Between two changes no timer is due, and nothing runs.
final class FilterRuntime {
    /// The unit's TimeoutStopSec is longer.
    private static let longestFarewell = Duration.seconds(5)

    private let screens: any ScreenBackend
    private let log: Log
    private let wishes: NightOverrideFile
    private let desk: NightNotifier
    private let motion: MotionPreference
    private var wish: NightOverride?
    private var wishTimer: TimerSource?
    private var settings: NightfilterSettings
    private var status: AppearanceStatus
    private var progress: Double
    private var fade: Fade?
    private var timer: TimerSource?
    private var isStopping = false
    /// Told when something is to be seen that was not before, and stays.
    var onSettled: () -> Void = {}
    /// Told when there is nothing left to be filtered.
    var onGone: () -> Void = {}

    init(
        _ screens: any ScreenBackend, _ settings: NightfilterSettings, _ status: AppearanceStatus,
        wishes: NightOverrideFile, desk: NightNotifier, motion: MotionPreference,
        on loop: EventLoop, log: Log
    ) throws(IOError) {
        self.wishes = wishes
        self.desk = desk
        self.motion = motion
        self.screens = screens
        self.settings = settings
        self.status = status
        self.log = log
        progress = screens.progressFound
        timer = try loop.timer(.monotonic) { [weak self] in self?.step() }
        wishTimer = try loop.timer(.realtime) { [weak self] in self?.wishChanged() }
        wishes.follow(on: loop) { [weak self] in self?.wishChanged() }
        desk.onDue = { [weak self] in self?.lookAgain() }
        readWish()
        try screens.follow(on: loop) { [weak self] in self?.take($0) }
    }

    /// Whether the screens are red, or on the way there.
    var isRed: Bool { target > 0 }

    /// What every output can do.
    var outputs: [OutputReport] { screens.outputs }

    private var outlook: NightForecast { NightForecast(status, wish) }

    private var target: Double {
        outlook.wantsRed && !desk.holdsBack && !isStopping ? settings.intensity : 0
    }

    /// Begins, at once: what is found at the start is no change to be faded to.
    func start() {
        desk.take(outlook, status.explanation)
        log.notice("the screen is \(isRed ? "red" : "as it always is")\(reason)")
        jump()
    }

    /// Takes what the service says now.
    func take(_ status: AppearanceStatus) {
        turn { self.status = status }
    }

    private var reason: String {
        if wish != nil { return ", as is wished" }
        return switch status.origin {
        case .service, .portal, .environment: ": \(status.explanation)"
        case .remembered: ", as appearanced is gone"
        case .fallback: ", as appearanced is not running; it is waited for"
        }
    }

    private func wishChanged() {
        turn(because: ", as is wished") { self.readWish() }
    }

    /// A wish that has just been written, or is over, counts even before its watch tells of it.
    private func lookAgain() {
        turn { self.readWish() }
    }

    /// Goes where the screens are to be after something has changed.
    private func turn(because wish: String? = nil, _ change: () -> Void) {
        guard !isStopping else { return }
        let before = target
        change()
        desk.take(outlook, status.explanation)
        guard target != before else { return }
        log.notice("the screen turns \(isRed ? "red" : "back")\(wish ?? reason)")
        move()
    }

    /// The end of a wish is looked for again, as the file may say something else by then.
    private func readWish() {
        wish = wishes.wish(at: .now)
        if let wish {
            wishTimer?.arm(at: wish.end.microsecondsSinceEpoch)
        } else {
            wishTimer?.disarm()
        }
    }

    /// Takes other settings, which are seen at once.
    func take(_ settings: NightfilterSettings) {
        guard !isStopping else { return }
        self.settings = settings
        desk.take(settings)
        desk.take(outlook, status.explanation)
        jump()
    }

    /// Takes what the display server says.
    private func take(_ news: ScreensNews) {
        switch news {
        case .nothing: break
        case .changed: if fade == nil { onSettled() }
        case .gone: onGone()
        }
    }

    /// Gives the screens back, at once; calls `then` when that is done, or takes too long.
    func stop(_ then: @escaping () -> Void = {}) {
        isStopping = true
        timer = nil
        wishTimer = nil
        fade = nil
        motion.cancel()
        screens.show(transform(at: 0))
        desk.stop()
        screens.whenGivenBack(within: Self.longestFarewell, then)
    }

    private func transform(at progress: Double) -> NightTransform {
        NightTransform(tint: settings.tint, floor: settings.floor, progress: progress)
    }

    private func move() {
        guard settings.fade > .zero, !screens.fadesByItself else { return jump() }
        motion.ask { [weak self] isReduced in
            guard let self else { return }
            fade(over: isReduced ? .zero : settings.fade)
        }
    }

    private func jump() {
        motion.cancel()
        fade(over: .zero)
    }

    private func fade(over span: Microseconds) {
        fade = Fade(from: progress, to: target, at: SystemClock.monotonic(), lasting: span.count)
        step()
    }

    private func step() {
        guard let fade else { return }
        let now = SystemClock.monotonic()
        progress = fade.progress(at: now)
        screens.show(transform(at: progress))
        if let next = fade.nextStep(after: now) {
            timer?.arm(at: next)
        } else {
            self.fade = nil
            timer?.disarm()
            screens.settle()
            onSettled()
        }
    }
}

extension WallTime {
    /// The present instant.
    static var now: WallTime { WallTime(microsecondsSinceEpoch: SystemClock.now().wall) }
}
