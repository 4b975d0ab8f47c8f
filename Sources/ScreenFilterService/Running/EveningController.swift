internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import DaemonClient
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The colours of the evening of a display: they follow the schedule, or the appearance.
///
/// Between two steps of a fade nothing wakes it.
final class EveningController {
    /// The time after a suspend in which a change of the appearance belongs to it.
    private static let resumeSpan = Microseconds.minutes(1)
    /// The time until the schedule is read again if it has no evening.
    private static let longestRest = Microseconds.days(1)

    private let hasOwnFade: Bool
    private let hours: (_ after: WallTime, _ now: WallTime) -> [Range<WallTime>]
    private let motion: MotionPreference
    private var settings: EveningSettings
    private var light: EveningLight
    private var forecast = NightForecast(.unknown)
    private var bootTimer: TimerSource?
    private var wallTimer: TimerSource?
    /// The evenings around now, until the first one is over.
    private var evenings: [Range<WallTime>]?
    private var suspends = SuspendWatch(suspended: Microseconds(SystemClock.timeSuspended()))
    private var lastResume: BootTime?
    private var isReading = false
    /// Whether the night covers the colours, so that no step of them is seen.
    private var isHidden = false
    private var isStopped = false
    /// The handler of other colours.
    var onStep: () -> Void = {}

    /// Creates the controller of a display, which fades by itself or not; `hours` returns the evenings of the
    /// schedule that end after an instant.
    init(
        _ settings: EveningSettings, hasOwnFade: Bool, motion: MotionPreference,
        hours: @escaping (_ after: WallTime, _ now: WallTime) -> [Range<WallTime>],
        on loop: EventLoop
    ) throws(IOError) {
        self.settings = settings
        self.hasOwnFade = hasOwnFade
        self.motion = motion
        self.hours = hours
        light = EveningLight(Self.temperature(settings), fade: Self.fade(settings, hasOwnFade))
        bootTimer = try loop.timer(.boottime) { [weak self] in self?.step() }
        wallTimer = try loop.timer(.realtime) { [weak self] in self?.step() }
    }

    private static func temperature(_ settings: EveningSettings) -> ColorTemperature {
        ColorTemperature(kelvin: settings.temperature)
    }

    private static func fade(_ settings: EveningSettings, _ hasOwnFade: Bool) -> Microseconds {
        hasOwnFade ? .zero : settings.fade
    }

    /// The present colours.
    var colors: EveningColors {
        EveningColors(Self.temperature(settings), progress: light.progress)
    }

    /// The report of the present colours; `nil` while there are none.
    var report: EveningReport? {
        guard !isHidden, light.progress > 0 || light.isFading else { return nil }
        let state: EveningReport.State =
            !light.isFading ? .on : light.isEnding(at: .now) ? .ending : .beginning
        // In hundreds, so that the status is not written at each step.
        let rounded = max((colors.kelvin + 50) / 100 * 100, settings.temperature)
        return EveningReport(
            temperature: settings.temperature, until: state == .ending ? nil : end, state: state,
            present: state == .on ? settings.temperature : rounded)
    }

    /// The end of the evening; `nil` if unknown.
    private var end: WallTime? {
        if case .evening(let end) = forecast.override { return end }
        switch settings.when {
        case .schedule:
            let now = WallTime.now
            let end = evenings?.first {
                $0.upperBound > now && $0.lowerBound <= now + settings.fade
            }
            return end.flatMap { $0.upperBound < .calendarEnd ? $0.upperBound : nil }
        case .dark:
            guard let next = forecast.next, next.appearance == .light else { return nil }
            return next.at
        }
    }

    /// Applies a forecast; at the start of the filter, at once.
    func update(_ forecast: NightForecast, atOnce: Bool = false) {
        let now = Moment.now
        if suspends.update(total: Microseconds(SystemClock.timeSuspended())) != nil {
            lastResume = now.boot
        }
        let before = self.forecast
        self.forecast = forecast
        let goal = goal(at: now)
        if atOnce {
            light.jump(to: goal, at: now)
        } else {
            let isResumed = lastResume.map { now.boot - $0 < Self.resumeSpan } ?? false
            light.aim(
                at: goal,
                slowly: settings.when == .dark && !isResumed
                    && forecast.isSlow(since: before, at: now.wall), at: now)
        }
        step()
    }

    /// Applies settings, or another schedule, at once.
    func apply(_ settings: EveningSettings) {
        self.settings = settings
        light = EveningLight(Self.temperature(settings), fade: Self.fade(settings, hasOwnFade))
        evenings = nil
        update(forecast, atOnce: true)
    }

    /// Reads the schedule again, as after a change of the clock.
    func forgetHours() { evenings = nil }

    /// Sets whether the night covers the colours; once it does not, they are those of now.
    func hide(_ isHidden: Bool) {
        guard isHidden != self.isHidden, !isStopped else { return }
        self.isHidden = isHidden
        let now = Moment.now
        if !isHidden { light.jump(to: goal(at: now), at: now) }
        arm(after: now)
    }

    func stop() {
        isStopped = true
        bootTimer = nil
        wallTimer = nil
        motion.cancel()
        light.jump(to: .none, at: .now)
    }

    private func goal(at now: Moment) -> EveningLight.Goal {
        guard settings.temperature > 0 else { return .none }
        return forecast.evening(settings.when) {
            if let evenings, evenings.first.map({ over($0) > now.wall }) ?? false {
                return evenings
            }
            let evenings = hours(now.wall - Microseconds(light.fade.count / 2), now.wall)
            self.evenings = evenings
            return evenings
        }
    }

    private func step() {
        guard !isStopped, !isReading else { return }
        let now = Moment.now
        // The first evening may be over.
        light.aim(at: goal(at: now), slowly: false, at: now)
        guard light.isFadeDue(at: now) else { return move(to: now) }
        guard light.fade > .zero else {
            light.begin(isReduced: false, at: now)
            return move(to: now)
        }
        isReading = true
        motion.read { [weak self] isReduced in
            guard let self else { return }
            isReading = false
            guard !isStopped else { return }
            let now = Moment.now
            if light.isFadeDue(at: now) { light.begin(isReduced: isReduced, at: now) }
            move(to: now)
        }
    }

    private func move(to now: Moment) {
        light.advance(to: now)
        arm(after: now)
        onStep()
    }

    private func arm(after now: Moment) {
        bootTimer?.disarm()
        wallTimer?.disarm()
        guard !isHidden else { return }
        switch light.nextStep(after: now) {
        case .boot(let time): bootTimer?.arm(at: time.microsecondsSinceBoot)
        case .wall(let time): wallTimer?.arm(at: time.microsecondsSinceEpoch)
        case nil:
            guard let evenings else { return }
            let end = evenings.first.map(over) ?? now.wall + Self.longestRest
            wallTimer?.arm(at: end.microsecondsSinceEpoch)
        }
    }

    /// Returns the time at which an evening and its fade are over.
    private func over(_ evening: Range<WallTime>) -> WallTime {
        evening.upperBound + Microseconds(light.fade.count / 2)
    }
}
