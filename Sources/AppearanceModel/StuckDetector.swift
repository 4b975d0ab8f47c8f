/// Whether a sensor has said the same for so long that it must be stuck.
///
/// Light that a person lives in moves a little all the time, and so does what a sensor makes of it.
/// Only zero may stay: a dark room has no light to move.
package struct StuckDetector: Sendable {
    /// As long as a sensor may say the same while it is being read.
    private let longest: Microseconds
    private var value: Double?
    /// For how long it has been read since it last moved: a pause in the readings does not count.
    private var span = Microseconds.zero

    /// Whether it has said the same for too long.
    package var isTooLong: Bool { span >= longest }

    package init(longest: Microseconds) { self.longest = longest }

    /// Takes a reading, and how much time since the last one it speaks for.
    package mutating func take(_ value: Double, for time: Microseconds) {
        span = value == self.value && value != 0 ? span + time : .zero
        self.value = value
    }
}
