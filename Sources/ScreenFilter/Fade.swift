/// A fade from one progress to another, in perceptually even steps.
///
/// It has at most 256 steps, as most displays have 256 levels a channel, and at most 60 a second.
package struct Fade: Hashable, Sendable {
    private let start: Double
    private let end: Double
    /// The start, in microseconds of the caller's clock.
    private let begin: Int64
    private let duration: Int64
    private let steps: Int64

    /// Creates a fade that starts now; with a duration of 0 it is one step.
    package init(from start: Double, to end: Double, at now: Int64, lasting duration: Int64) {
        self.start = start
        self.end = end
        begin = now
        self.duration = max(duration, 0)
        let visible = Int64((abs(end - start) * 255).rounded(.up))
        steps = max(min(self.duration * 60 / 1_000_000, visible), 1)
    }

    /// Returns the progress at a time.
    package func progress(at now: Int64) -> Double {
        let step = step(at: now)
        return step >= steps ? end : start + (end - start) * Double(step) / Double(steps)
    }

    /// Returns the time of the next step; `nil` at the end.
    package func nextStep(after now: Int64) -> Int64? {
        let step = step(at: now)
        return step >= steps ? nil : begin + (duration * (step + 1) + steps - 1) / steps
    }

    private func step(at now: Int64) -> Int64 {
        guard now - begin < duration else { return steps }
        return max(now - begin, 0) * steps / duration
    }
}
