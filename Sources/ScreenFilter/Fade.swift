/// A way from one progress to another, in steps that look even.
///
/// A display has 256 levels a channel as a rule, so more steps than that would change nothing; and
/// none comes sooner than a sixtieth of a second after the last, as screens show no more.
package struct Fade: Hashable, Sendable {
    private let start: Double
    private let end: Double
    /// In microseconds of whatever clock the caller goes by.
    private let begin: Int64
    private let duration: Int64
    private let steps: Int64

    /// A fade that begins now and takes so many microseconds; none at all is one step.
    package init(from start: Double, to end: Double, at now: Int64, lasting duration: Int64) {
        self.start = start
        self.end = end
        begin = now
        self.duration = max(duration, 0)
        let visible = Int64((abs(end - start) * 255).rounded(.up))
        steps = max(min(self.duration * 60 / 1_000_000, visible), 1)
    }

    /// Where it is at a time.
    package func progress(at now: Int64) -> Double {
        let step = step(at: now)
        return step >= steps ? end : start + (end - start) * Double(step) / Double(steps)
    }

    /// When the next step is due; nil when it has arrived.
    package func nextStep(after now: Int64) -> Int64? {
        let step = step(at: now)
        return step >= steps ? nil : begin + (duration * (step + 1) + steps - 1) / steps
    }

    private func step(at now: Int64) -> Int64 {
        guard now - begin < duration else { return steps }
        return max(now - begin, 0) * steps / duration
    }
}
