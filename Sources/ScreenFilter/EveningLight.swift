package import AppearanceModel

// The colours of the evening follow the schedule through a long fade, half of it before each end of the
// evening. Everything else is a change of the goal: a short fade after a choice of the user, and after
// anything that made the present colours wrong at once, such as a suspend.

/// The progress of the evening's colours over time, without a clock.
package struct EveningLight: Equatable, Sendable {
    /// The colours towards which the screen goes.
    package enum Goal: Hashable, Sendable {
        case none
        case evening
        /// Those of the schedule: the evenings around now, in order.
        case hours([Range<WallTime>])
    }

    /// The time of the next step.
    package enum Wake: Hashable, Sendable {
        case boot(BootTime)
        case wall(WallTime)
    }

    /// The least duration of the fade after a choice of the user, or a change of the clock.
    package static let shortFade = Microseconds.seconds(3)
    /// The number of steps by which the colours may be late without a fade of their own.
    private static let lateSteps = 4.0

    package let fade: Microseconds
    /// The number of steps of that fade.
    private let steps: Int64
    /// The number of steps of the whole way of which none is seen.
    private let invisibleSteps: Int64
    private var goal = Goal.none
    /// The fade that is under way, on the boot clock; `nil` if the goal itself has the colours.
    private var course: Fade?
    /// Whether the fade to a new goal, which has not begun, is a long one; `nil` without one.
    private var isPendingSlow: Bool?
    /// Whether no fade was wanted when the last one was due.
    private var isReduced = false
    /// The present progress, 0 to 1.
    package private(set) var progress = 0.0

    /// Creates the light of a screen without the colours of an evening, with the duration of the fade at
    /// either end of the evening.
    package init(_ temperature: ColorTemperature, fade: Microseconds) {
        self.fade = fade
        // A fade has no invisible step, and at most 60 a second.
        invisibleSteps = EveningColors.steps(to: temperature)
        steps = max(min(invisibleSteps, fade.count * Fade.mostSteps / 1_000_000), 1)
    }

    /// Returns the duration of a short fade from the present progress: as short as its steps allow.
    private func shortFade(to end: Double) -> Microseconds {
        let steps = Int64((abs(end - progress) * Double(invisibleSteps)).rounded(.up))
        let needed = (steps * 1_000_000 + Fade.mostSteps - 1) / Fade.mostSteps
        return min(fade, max(Self.shortFade, Microseconds(needed)))
    }

    /// Whether the colours are on their way, or neither none nor those of the temperature.
    package var isFading: Bool {
        course != nil || isPendingSlow != nil || progress > 0 && progress < 1
    }

    /// Returns whether the colours are on their way back to none.
    package func isEnding(at now: Moment) -> Bool {
        let target = target(at: now.wall)
        if course != nil || isPendingSlow != nil || target != progress { return target < progress }
        guard case .hours(let evenings) = goal, isFading else { return false }
        let hours = hours(evenings)
        return hours.nextStep(after: now.wall).map { hours.progress(at: $0) < target } ?? false
    }

    /// Changes the goal; the fade to it is due now, and is a long one if the change is slow.
    package mutating func aim(at goal: Goal, slowly: Bool, at now: Moment) {
        guard goal != self.goal else { return }
        self.goal = goal
        let end = target(at: now.wall)
        isPendingSlow = end == (course?.end ?? progress) ? nil : slowly
    }

    /// Changes the goal, and goes there without a fade.
    package mutating func jump(to goal: Goal, at now: Moment) {
        self.goal = goal
        course = nil
        isPendingSlow = nil
        progress = target(at: now.wall)
    }

    /// Whether a fade is due, before which the user's preference for motion is read.
    package func isFadeDue(at now: Moment) -> Bool {
        if isPendingSlow != nil { return true }
        let target = target(at: now.wall)
        guard course == nil, target != progress else { return false }
        return progress == 0 || progress == 1 || isLate(target)
    }

    /// Whether the colours are visibly different from those of a time.
    private func isLate(_ target: Double) -> Bool {
        abs(target - progress) * Double(steps) > Self.lateSteps + 0.5
    }

    /// Begins the fade that is due; with reduced motion the colours change at once, at the time of the
    /// schedule.
    package mutating func begin(isReduced: Bool, at now: Moment) {
        self.isReduced = isReduced
        let end = target(at: now.wall)
        let short = shortFade(to: end)
        let span = isPendingSlow.map { $0 ? fade : short } ?? (isLate(end) ? short : .zero)
        isPendingSlow = nil
        course = Fade(
            from: progress, to: end, at: now.boot.microsecondsSinceBoot,
            lasting: isReduced ? 0 : span.count, stepsOfWhole: invisibleSteps)
        advance(to: now)
    }

    /// Moves to an instant, unless a fade is due.
    package mutating func advance(to now: Moment) {
        if let course {
            let boot = now.boot.microsecondsSinceBoot
            progress = course.progress(at: boot)
            guard course.nextStep(after: boot) == nil else { return }
            self.course = nil
        }
        guard !isFadeDue(at: now) else { return }
        progress = target(at: now.wall)
    }

    /// Returns the time of the next step; `nil` if none is known.
    package func nextStep(after now: Moment) -> Wake? {
        if let course {
            return course.nextStep(after: now.boot.microsecondsSinceBoot).map {
                .boot(BootTime(microsecondsSinceBoot: $0))
            }
        }
        guard case .hours(let evenings) = goal else { return nil }
        return hours(evenings).nextStep(after: now.wall).map { .wall($0) }
    }

    /// Returns the progress that the goal has at an instant.
    private func target(at instant: WallTime) -> Double {
        switch goal {
        case .none: 0
        case .evening: 1
        case .hours(let evenings): hours(evenings).progress(at: instant)
        }
    }

    private func hours(_ evenings: [Range<WallTime>]) -> EveningHours {
        EveningHours(evenings, fade: isReduced ? .zero : fade, steps: isReduced ? 1 : steps)
    }
}

/// The progress of the schedule: the part of a window as long as the fade, around an instant, that is in
/// the evening.
///
/// So the fade is half before and half after each end of an evening, and any evening may be shorter than it.
struct EveningHours {
    private let evenings: [Range<WallTime>]
    private let half: Microseconds
    private let steps: Int64

    init(_ evenings: [Range<WallTime>], fade: Microseconds, steps: Int64) {
        self.evenings = evenings
        half = Microseconds(fade.count / 2)
        self.steps = half > .zero ? steps : 1
    }

    func progress(at instant: WallTime) -> Double { Double(step(at: instant)) / Double(steps) }

    /// Returns the time of the first change of the progress after an instant; `nil` if there is none.
    func nextStep(after instant: WallTime) -> WallTime? {
        let now = step(at: instant)
        // Between two of these, the window gains or loses as much of the evening as time passes, or neither.
        let bends = evenings.flatMap { evening in
            [evening.lowerBound, evening.upperBound].flatMap { [$0 - half, $0 + half] }
        }
        var from = instant
        for bend in Set(bends).sorted() where bend > instant {
            if step(at: bend) != now { return firstChange(from: from, to: bend, now) }
            from = bend
        }
        return nil
    }

    /// Returns the first time between two at which the step is another one.
    private func firstChange(from start: WallTime, to end: WallTime, _ now: Int64) -> WallTime {
        var (low, high) = (start, end)
        while high - low > Microseconds(1) {
            let middle = low + Microseconds((high - low).count / 2)
            if step(at: middle) == now { low = middle } else { high = middle }
        }
        return high
    }

    private func step(at instant: WallTime) -> Int64 {
        guard half > .zero else { return evenings.contains { $0.contains(instant) } ? 1 : 0 }
        let window = (half * 2).count
        let inside = evenings.reduce(Int64(0)) { sum, evening in
            let begin = max(evening.lowerBound, instant - half)
            let end = min(evening.upperBound, instant + half)
            return sum + max((end - begin).count, 0)
        }
        return (inside * steps + window / 2) / window
    }
}
