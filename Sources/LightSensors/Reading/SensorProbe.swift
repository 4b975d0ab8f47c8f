package import AppearanceModel
package import EventLoop
package import Linux

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
        delivery = try mailbox.deliver(on: loop) { [weak self] answers in
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
    package func look(
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
