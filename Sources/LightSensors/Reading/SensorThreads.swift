package import AppearanceModel
package import EventLoop
package import Linux

/// The threads that read sensors, kept from one source to the next.
///
/// A sensor that hangs occupies its thread until the read returns, if ever. A new source of the
/// same sensor, such as after a reload, reuses that thread.
package final class SensorThreads {
    private let loop: EventLoop
    /// Readers without a listener whose thread has yet to end, by channel.
    private var letGo: [LightChannel: SensorReader] = [:]
    let probes: SensorProbes

    /// Threads that report on a loop.
    package init(on loop: EventLoop) {
        self.loop = loop
        probes = SensorProbes(on: loop)
    }

    /// Returns a reader of a channel, perhaps one that still hangs in a read for an earlier
    /// listener.
    func reader(
        of channel: LightChannel, _ correction: Correction,
        tell: @escaping (SensorReader.Event) -> Void
    ) throws(IOError) -> SensorReader {
        if let reader = letGo.removeValue(forKey: channel) {
            reader.serve(tell)
            return reader
        }
        return try SensorReader(channel, correction, on: loop, tell: tell)
    }

    /// Takes a reader back from its listener.
    func giveBack(_ reader: SensorReader) {
        let channel = reader.channel
        let hasThread = reader.letGo { [weak self] in self?.letGo[channel] = nil }
        if hasThread { letGo[channel] = reader }
    }
}

/// A timer on the loop that another thread postpones again and again: it fires only when that
/// thread hangs.
package final class ReadWatchdog {
    /// The side of the other thread.
    package struct Timer: Sendable {
        fileprivate let descriptor: TimerDescriptor

        /// Postpones the watchdog to this time.
        package func putOff(to time: BootTime) { descriptor.arm(at: time.microsecondsSinceBoot) }
        /// Disarms the watchdog until it is postponed again.
        package func rest() { descriptor.disarm() }
    }

    /// The handle for the other thread.
    package let timer: Timer
    private var source: IOSource?

    /// A watchdog that is disarmed; `isOver` is called on the loop when it expires.
    package init(on loop: EventLoop, _ isOver: @escaping () -> Void) throws(IOError) {
        let descriptor = try TimerDescriptor()
        timer = Timer(descriptor: descriptor)
        source = try loop.watch(descriptor.rawValue, for: .readable) { _ in
            // It may have been postponed between the wake-up and now.
            if descriptor.takeExpiration() { isOver() }
        }
    }

    // The source must leave epoll before its descriptor is closed.
    deinit { source = nil }
}
