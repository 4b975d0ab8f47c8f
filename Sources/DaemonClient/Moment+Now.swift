package import AppearanceModel
internal import Linux

extension Moment {
    /// The present moment on the clocks of the machine.
    package static var now: Moment { Moment(SystemClock.now()) }
}

extension BootTime {
    /// The present time.
    ///
    /// The clocks of Swift would need its concurrency runtime.
    static var now: BootTime { Moment.now.boot }

    /// Returns the instant a time later.
    static func + (left: BootTime, right: Duration) -> BootTime {
        left + Microseconds(right.microseconds)
    }

    /// The milliseconds until this instant for poll(2), at least 0.
    var pollMilliseconds: Int32 {
        Duration.microseconds((self - .now).count).pollMilliseconds
    }
}

extension WallTime {
    /// The present time.
    package static var now: WallTime { Moment.now.wall }
}
