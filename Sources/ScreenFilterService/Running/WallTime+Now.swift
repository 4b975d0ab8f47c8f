internal import AppearanceModel
internal import LinuxIO

extension WallTime {
    /// The present instant.
    static var now: WallTime { WallTime(microsecondsSinceEpoch: SystemClock.now().wall) }
}
