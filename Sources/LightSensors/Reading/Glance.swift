import AppearanceModel
import LinuxIO

/// One look at some sensors, on a thread of its own, with an answer in any case.
final class Glance {
    typealias Answers = [(path: String, answer: Result<Lux, ReadingFault>)]

    /// A sensor that takes longer is left out.
    private static let patience = Microseconds.seconds(2)

    private let mailbox: Mailbox<Answers>
    private var delivery: MailboxDelivery<Answers>?
    private var deadline: TimerSource?

    init(
        at channels: [(path: String, channel: IIOChannel)], on loop: EventLoop,
        _ done: @escaping (Glance, Answers) -> Void
    ) throws(IOFailure) {
        let mailbox = try Mailbox<Answers>()
        self.mailbox = mailbox
        delivery = try mailbox.deliver(on: loop) { [weak self] answers in
            self?.end(with: answers.first ?? [], done)
        }
        deadline = try loop.timer(.boottime) { [weak self] in
            self?.end(with: channels.map { ($0.path, .failure(.failed(.timedOut))) }, done)
        }
        deadline?.arm(at: (.now + Self.patience).microsecondsSinceBoot)
        _ = try BackgroundThread.start(name: "light-glance") {
            mailbox.post(channels.map { ($0.path, $0.channel.read()) })
        }
    }

    private func end(with answers: Answers, _ done: (Glance, Answers) -> Void) {
        guard delivery != nil else { return }
        delivery = nil
        deadline = nil
        done(self, answers)
    }
}
