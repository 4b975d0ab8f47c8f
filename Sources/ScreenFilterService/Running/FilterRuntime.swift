internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import DaemonClient
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The controller that turns the screens red when the appearance is night, and restores them.
///
/// Between two changes it arms only the timers of an override's end and of a notice before night.
final class FilterRuntime {
    /// The timeout of each step of the restoring at exit; TimeoutStopSec of the unit is longer.
    private static let stopTimeout = Duration.seconds(5)

    private let screens: any ScreenBackend
    private let log: Log
    private let overrides: NightOverrideFile
    private let notifier: NightNotifier
    private let motion: MotionPreference
    private let evening: EveningController
    /// The report of the evening's colours that the status has.
    private var reportedEvening: EveningReport?
    private var override: NightOverride?
    private var overrideTimer: TimerSource?
    private var settings: NightfilterSettings
    private var status: AppearanceStatus
    private var progress: Double
    private var fade: Fade?
    /// The duration of the fade that the server makes by itself.
    private var ownFade = Microseconds.zero
    /// Whether the server is fading by itself, until the timer fires.
    private var serverFades = false
    private var timer: TimerSource?
    private var isStopping = false
    /// The handler of a change of the status: when a change begins, when it is finished, and at each hundred
    /// kelvin of a fade of the evening.
    var onStatusChanged: () -> Void = {}
    /// The handler of a display that is awaited in vain.
    var onMissing: () -> Void = {}
    /// The handler of the loss of the display.
    var onGone: () -> Void = {}

    init(
        _ screens: any ScreenBackend, _ settings: NightfilterSettings, _ status: AppearanceStatus,
        overrides: NightOverrideFile, notifier: NightNotifier, motion: MotionPreference,
        evening: EveningController, on loop: EventLoop, log: Log
    ) throws(IOError) {
        self.overrides = overrides
        self.notifier = notifier
        self.motion = motion
        self.evening = evening
        self.screens = screens
        self.settings = settings
        self.status = status
        self.log = log
        progress = screens.initialProgress
        timer = try loop.timer(.monotonic) { [weak self] in self?.step() }
        overrideTimer = try loop.timer(.boottime) { [weak self] in self?.overrideChanged() }
        overrides.follow(on: loop) { [weak self] in self?.overrideChanged() }
        notifier.onDue = { [weak self] in self?.update() }
        evening.onStep = { [weak self] in self?.showEvening() }
        readOverride()
        try screens.follow(on: loop) { [weak self] in self?.handle($0) }
    }

    /// Whether the screens are red, or fading to red.
    var isRed: Bool { target > 0 }
    /// Whether a change has begun and is not finished.
    var isFading: Bool { progress != target || serverFades }

    /// The colours of the evening; `nil` while there are none, or night covers them.
    var eveningReport: EveningReport? {
        isRed ? nil : evening.report?.with(loss: screens.eveningLoss)
    }

    /// The status of each output.
    var outputs: [OutputReport] { screens.outputs }

    private var forecast: NightForecast { NightForecast(status, override) }

    private var target: Double {
        forecast.wantsRed && !notifier.isDelaying && !isStopping ? settings.intensity : 0
    }

    /// Starts without a fade.
    func start() {
        notifier.update(forecast, status)
        evening.update(forecast, atOnce: true)
        log.notice("the screen is \(state)\(reason)")
        jump()
    }

    /// Applies a status of the daemon.
    func apply(_ status: AppearanceStatus) { turn { self.status = status } }

    private var state: String {
        if isRed { return "red" }
        return evening.report.map { "at \($0.temperature) K" } ?? "unchanged"
    }

    private var reason: String {
        if override != nil { return ", as you chose" }
        return switch status.origin {
        case .daemon, .portal, .environment, .app: ": \(status.explanation)"
        case .remembered: "; appearanced has stopped"
        case .fallback: "; appearanced is not running; waiting for it"
        }
    }

    private func overrideChanged() { update(because: ", as you chose") }

    /// Reads the override again, even before the watch reports a change, and updates the screens.
    private func update(because cause: String? = nil) {
        // The clock may have been set.
        evening.forgetHours()
        turn(because: cause) { self.readOverride() }
    }

    /// Makes a change and updates the screens.
    private func turn(because cause: String? = nil, _ change: () -> Void) {
        guard !isStopping else { return }
        let before = target
        let zone = status.timeZone
        change()
        if status.timeZone != zone { evening.forgetHours() }
        notifier.update(forecast, status)
        hideEvening()
        evening.update(forecast)
        guard target != before else { return }
        log.notice("the screen turns \(isRed ? "red" : "back to normal")\(cause ?? reason)")
        onStatusChanged()
        move()
    }

    /// Reads the override and arms the timer of its end, again after each change of the wall clock.
    private func readOverride() {
        let now = Moment.now
        override = overrides.override(at: now)
        if let override {
            overrideTimer?.arm(at: (now.boot + (override.end - now.wall)).microsecondsSinceBoot)
        } else {
            overrideTimer?.disarm()
        }
    }

    /// Applies settings at once.
    func apply(_ settings: NightfilterSettings) {
        guard !isStopping else { return }
        self.settings = settings
        notifier.apply(settings)
        notifier.update(forecast, status)
        hideEvening()
        evening.apply(settings.evening)
        jump()
    }

    /// Handles an event of the display server.
    private func handle(_ event: ScreenEvent) {
        switch event {
        case .changed: onStatusChanged()
        case .missing: onMissing()
        case .gone: onGone()
        }
    }

    /// Restores the screens at once and calls `then` when that is done, or a step takes too long; only the
    /// first call does anything.
    func stop(_ then: @escaping () -> Void = {}) {
        guard !isStopping else { return }
        isStopping = true
        timer = nil
        overrideTimer = nil
        fade = nil
        motion.cancel()
        evening.stop()
        screens.show(transform(at: 0))
        notifier.stop()
        screens.whenRestored(within: Self.stopTimeout, then)
    }

    private func transform(at progress: Double) -> NightTransform {
        NightTransform(tint: settings.tint, floor: settings.floor, progress: progress)
            .over(evening.colors)
    }

    /// Lets no step of the evening wake the filter while it is not seen, as the screen is red.
    private func hideEvening() {
        evening.hide(progress == 1 && target == 1 && fade == nil && !screens.hasOwnFade)
    }

    private func showEvening() {
        guard !isStopping else { return }
        screens.show(transform(at: progress))
        let report = evening.report
        guard report != reportedEvening else { return }
        let isStep = report?.withoutStep == reportedEvening?.withoutStep
        if fade == nil, !isStep { screens.verify() }
        reportEvening()
        onStatusChanged()
    }

    /// Logs the begin and the end of the evening.
    private func reportEvening() {
        let report = evening.report
        switch (reportedEvening, report) {
        case (nil, let report?): log.notice("the screen turns to \(report.temperature) K")
        case (.some, nil): if !isRed { log.notice("the colours of the evening have ended") }
        case (nil, nil), (.some, .some): break
        }
        reportedEvening = report
    }

    private func move() {
        guard settings.fade > .zero else { return jump() }
        motion.read { [weak self] isReduced in
            guard let self else { return }
            let span = isReduced ? .zero : settings.fade
            if screens.hasOwnFade {
                fade(over: .zero, ownFade: span)
            } else {
                fade(over: span)
            }
        }
    }

    private func jump() {
        motion.cancel()
        fade(over: .zero)
    }

    private func fade(over span: Microseconds, ownFade: Microseconds = .zero) {
        self.ownFade = ownFade
        serverFades = false
        fade = Fade(from: progress, to: target, at: SystemClock.monotonic(), lasting: span.count)
        step()
    }

    private func step() {
        guard let fade else {
            serverFades = false
            return onStatusChanged()
        }
        let now = SystemClock.monotonic()
        progress = fade.progress(at: now)
        screens.show(transform(at: progress), over: ownFade)
        if let next = fade.nextStep(after: now) {
            timer?.arm(at: next)
        } else {
            self.fade = nil
            timer?.disarm()
            hideEvening()
            screens.verify()
            serverFades = ownFade > .zero && screens.keepsFadeTime
            if serverFades { timer?.arm(after: .microseconds(ownFade.count)) }
            onStatusChanged()
        }
    }
}
