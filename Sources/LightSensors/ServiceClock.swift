package import AppearanceModel
import Linux

/// The two clocks of the daemon: the machine's own, or both from another start and faster.
package struct ServiceClock: Sendable {
    /// The number of seconds that pass on it in a second.
    package let speed: Int64
    /// Whether these are the machine's own clocks, of which the wall clock can be set.
    package let followsMachine: Bool
    private let realStart: BootTime
    private let start: Moment

    /// The machine's clocks.
    package init() {
        speed = 1
        followsMachine = true
        start = Self.machineNow()
        realStart = start.boot
    }

    /// Clocks that show another wall time now and run faster from here on; `speed` is 1 or more.
    package init(startingAt wall: WallTime, speed: Int64) {
        let now = Self.machineNow()
        self.speed = max(1, speed)
        realStart = now.boot
        start = Moment(boot: now.boot, wall: wall)
        followsMachine = false
    }

    /// The present moment.
    package var now: Moment {
        let real = Self.machineNow()
        if followsMachine { return real }
        let passed = (real.boot - realStart) * speed
        return Moment(boot: start.boot + passed, wall: start.wall + passed)
    }

    /// Returns the instant of the machine's boot clock at which this boot clock shows a time.
    package func machineBoot(at time: BootTime) -> BootTime {
        if followsMachine { return time }
        // Rounded up, so that a timer never fires early.
        let passed = max(0, (time - start.boot).count)
        return realStart + Microseconds((passed + speed - 1) / speed)
    }

    /// Does the same for a time of this wall clock, if it is not the machine's own.
    package func machineBoot(at time: WallTime) -> BootTime {
        machineBoot(at: start.boot + (time - start.wall))
    }

    private static func machineNow() -> Moment { Moment(SystemClock.now()) }
}
