package import AppearanceEngine
package import AppearanceModel

/// The clocks that the runtime goes by, and the alarms that it sets on them.
package protocol Timers: AnyObject {
    /// The present moment.
    var now: Moment { get }

    /// Begins to tell when an alarm is due and when the wall clock was set.
    func start(_ tell: @escaping (Event) -> Void)

    /// For how long the machine was suspended since this was last asked; nil for not at all.
    func takeSuspend() -> Microseconds?

    /// Tells `.deadline` at this time of the boot clock.
    func wake(at time: BootTime)

    /// Tells `.deadline` at this time of the wall clock; nil for no longer.
    func wake(at time: WallTime?)
}
