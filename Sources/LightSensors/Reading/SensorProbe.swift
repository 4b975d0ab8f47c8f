import AppearanceModel
import EventLoop
import Linux

/// One look at a sensor, on a thread of its own, with an answer in any case.
final class SensorProbe {
    typealias Outcome = Result<LightReading, SensorReadError>

    /// Nobody is kept waiting for longer; the thread may be stuck for ever.
    private static let patience = Microseconds.seconds(2)

    private let mailbox: Mailbox<Outcome>
    private var delivery: MailboxDelivery<Outcome>?
    private var deadline: TimerSource?
    private var askers: [(Outcome) -> Void] = []
    private var isOverdue = false

    /// Starts to look; `isOver` is told when the thread is out of its read, however late.
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
        deadline?.arm(at: (.now + Self.patience).microsecondsSinceBoot)
        _ = try BackgroundThread.start(name: "light-glance") { mailbox.post(channel.read()) }
    }

    /// Calls back with the answer, or with the news that there is none.
    func ask(_ asker: @escaping (Outcome) -> Void) {
        if isOverdue { asker(.failure(.silent)) } else { askers.append(asker) }
    }

    /// Answers all who wait, with what is known.
    func give(_ answer: Outcome) {
        let waiting = askers
        askers = []
        for asker in waiting { asker(answer) }
    }
}
