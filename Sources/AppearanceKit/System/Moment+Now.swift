package import AppearanceModel
internal import Linux

extension Moment {
    /// The present moment on the clocks of the machine.
    package static var now: Moment { Moment(SystemClock.now()) }
}

extension WallTime {
    /// The present time.
    package static var now: WallTime { Moment.now.wall }
}
