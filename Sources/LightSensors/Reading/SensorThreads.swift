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
        handler: @escaping (SensorReader.Event) -> Void
    ) throws(IOError) -> SensorReader {
        if let reader = letGo.removeValue(forKey: channel) {
            reader.serve(handler)
            return reader
        }
        return try SensorReader(channel, correction, on: loop, handler: handler)
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
    /// The timer, which the other thread arms again, or disarms.
    package let timer: TimerDescriptor
    private var source: IOSource?

    /// A watchdog that is disarmed; `isOver` is called on the loop when it expires.
    package init(on loop: EventLoop, _ isOver: @escaping () -> Void) throws(IOError) {
        let timer = try TimerDescriptor()
        self.timer = timer
        source = try loop.watch(timer.rawValue, for: .readable) { _ in
            // It may have been postponed between the wake-up and now.
            if timer.takeExpiration() { isOver() }
        }
    }

    // The source must leave epoll before its descriptor is closed.
    deinit { source = nil }
}

/// One reading of a sensor on a thread of its own, with an answer in any case.
final class SensorProbe {
    typealias Outcome = Result<LightReading, SensorReadError>

    /// The timeout; the thread may hang permanently.
    private static let timeout = Microseconds.seconds(2)

    private let mailbox: Mailbox<Outcome>
    private var delivery: MailboxDelivery<Outcome>?
    private var deadline: TimerSource?
    private var askers: [(Outcome) -> Void] = []
    private var isOverdue = false

    /// Starts the reading; `isOver` is called when the thread has left it, however late.
    init(
        at channel: LightChannel, on loop: EventLoop, _ isOver: @escaping (Outcome) -> Void
    ) throws(IOError) {
        let mailbox = try Mailbox<Outcome>()
        self.mailbox = mailbox
        delivery = try MailboxDelivery(of: mailbox, on: loop) { [weak self] answers in
            guard let self, let answer = answers.first else { return }
            deadline = nil
            isOver(answer)
            give(answer)
        }
        deadline = try loop.timer(.boottime) { [weak self] in
            self?.isOverdue = true
            self?.give(.failure(.silent))
        }
        deadline?.arm(at: (.now + Self.timeout).microsecondsSinceBoot)
        _ = try BackgroundThread.start(name: "light-probe") { mailbox.post(channel.read()) }
    }

    /// Calls back with the result, or with the timeout.
    func ask(_ asker: @escaping (Outcome) -> Void) {
        if isOverdue { asker(.failure(.silent)) } else { askers.append(asker) }
    }

    /// Answers all callers with the known result.
    func give(_ answer: Outcome) {
        let waiting = askers
        askers = []
        for asker in waiting { asker(answer) }
    }
}

/// Probes sensors that are not selected: in parallel, and never twice at once for the same sensor,
/// so that one that hangs costs one thread and delays no other.
package final class SensorProbes {
    private let loop: EventLoop
    private var open: [String: SensorProbe] = [:]

    /// Probes that report on a loop.
    package init(on loop: EventLoop) { self.loop = loop }

    /// Reports each sensor as it answers, and the end when all have answered or timed out.
    package func read(
        at channels: [(path: String, channel: LightChannel)],
        _ report: @escaping (_ path: String, Result<LightReading, SensorReadError>) -> Void,
        then done: @escaping () -> Void
    ) throws(IOError) {
        guard !channels.isEmpty else { return done() }
        var waitedFor = channels.count
        for (path, channel) in channels {
            try probe(at: path, channel).ask { answer in
                report(path, answer)
                waitedFor -= 1
                if waitedFor == 0 { done() }
            }
        }
    }

    /// Releases a sensor that was removed.
    package func forget(_ path: String) { open.removeValue(forKey: path)?.give(.failure(.silent)) }

    private func probe(at path: String, _ channel: LightChannel) throws(IOError) -> SensorProbe {
        if let probe = open[path] { return probe }
        let probe = try SensorProbe(at: channel, on: loop) { [weak self] _ in
            self?.open[path] = nil
        }
        open[path] = probe
        return probe
    }
}
