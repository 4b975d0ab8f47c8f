internal import AppearanceKit
internal import AppearanceModel
internal import LinuxIO
internal import NightFilter

/// Turns the screens red when the appearance is night, and back when it is not.
///
/// Between two changes no timer is due, and nothing runs.
final class FilterRuntime {
    /// The unit's TimeoutStopSec is longer.
    private static let longestFarewell = Duration.seconds(5)

    private let screens: any NightScreens
    private let log: Log
    private let wishes: WishFile
    private var wish: NightWish?
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
        _ screens: any NightScreens, _ settings: NightfilterSettings, _ status: AppearanceStatus,
        wishes: WishFile, on loop: EventLoop, log: Log
    ) throws(IOFailure) {
        self.wishes = wishes
        self.screens = screens
        self.settings = settings
        self.status = status
        self.log = log
        progress = screens.progressFound
        timer = try loop.timer(.monotonic) { [weak self] in self?.step() }
        wishTimer = try loop.timer(.realtime) { [weak self] in self?.wishChanged() }
        wishes.follow(on: loop) { [weak self] in self?.wishChanged() }
        readWish()
        try screens.follow(on: loop) { [weak self] in self?.take($0) }
    }

    /// Whether the screens are red, or on the way there.
    var isRed: Bool { target > 0 }

    /// What every output can do.
    var outputs: [OutputReport] { screens.outputs }

    /// A service that went decides nothing any more, and a screen that nobody turns back is no good.
    private var target: Double {
        if isStopping { return 0 }
        return switch wish {
        case .on: settings.intensity
        case .off: 0
        case nil: targetByAppearance
        }
    }

    private var targetByAppearance: Double {
        switch status.origin {
        case .service, .portal, .environment:
            status.appearance == .night ? settings.intensity : 0
        case .remembered, .fallback: 0
        }
    }

    /// Begins, at once: what is found at the start is no change to be faded to.
    func start() {
        jump()
    }

    /// Takes what the service says now.
    func take(_ status: AppearanceStatus) {
        let before = target
        self.status = status
        guard target != before else { return }
        log.notice(
            isRed
                ? "the screen turns red: \(status.explanation)"
                : "the screen turns back: \(status.explanation)")
        move()
    }

    private func wishChanged() {
        let before = target
        readWish()
        guard target != before else { return }
        log.notice(
            isRed ? "the screen turns red, as is wished" : "the screen turns back, as is wished")
        move()
    }

    /// The end of a wish is looked for again, as the file may say something else by then.
    private func readWish() {
        wish = wishes.wish(at: WallTime(microsecondsSinceEpoch: SystemClock.now().wall))
        if let wish {
            wishTimer?.arm(at: wish.end.microsecondsSinceEpoch)
        } else {
            wishTimer?.disarm()
        }
    }

    /// Takes other settings, which are seen at once.
    func take(_ settings: NightfilterSettings) {
        self.settings = settings
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
        screens.show(transform(at: 0))
        screens.whenGivenBack(within: Self.longestFarewell, then)
    }

    private func transform(at progress: Double) -> NightTransform {
        NightTransform(tint: settings.tint, floor: settings.floor, progress: progress)
    }

    private func move() {
        let isStep = status.reducedMotion || screens.fadesByItself
        let duration = isStep ? .zero : settings.fade
        fade = Fade(
            from: progress, to: target, at: SystemClock.monotonic(), lasting: duration.count)
        step()
    }

    private func jump() {
        fade = Fade(from: progress, to: target, at: SystemClock.monotonic(), lasting: 0)
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
