import AppearanceModel
import LinuxIO
import Synchronization

/// Reads one sensor on a thread of its own, which may hang without hurting anybody.
///
/// The thread holds the timer, so that the loop sleeps while light is steady. A vigil on the loop,
/// put off before and after every reading, tells when the thread is stuck in one.
final class SensorReader {
    /// After this long without an answer, the loop is told.
    private static let patience = Microseconds.seconds(10)

    private let shared: Shared
    private let mailbox: Mailbox<ReaderPace.Outcome>
    private let delivery: MailboxDelivery<ReaderPace.Outcome>
    private let vigil: Vigil
    private var thread: BackgroundThread?

    init(
        _ channel: IIOChannel, on loop: EventLoop,
        tell: @escaping (ReaderPace.Outcome) -> Void
    ) throws(IOFailure) {
        let shared = Shared(channel: channel, waiter: try Waiter())
        self.shared = shared
        mailbox = try Mailbox()
        delivery = try mailbox.deliver(on: loop) { $0.forEach(tell) }
        vigil = try Vigil(on: loop) {
            tell(.fault(lastValid: shared.lastValid, .failed(.timedOut)))
        }
    }

    func follow(_ plan: PollPlan) throws(IOFailure) {
        shared.plan = plan
        if thread == nil, plan != .off {
            let (shared, mailbox, timer) = (shared, mailbox, vigil.timer)
            thread = try BackgroundThread.start(name: "light-reader") {
                Self.work(shared, mailbox, timer)
            }
        }
        shared.waiter.tell()
    }

    /// The thread ends by itself, once it is out of its read.
    deinit {
        shared.plan = nil
        shared.waiter.tell()
    }

    private static func work(
        _ shared: Shared, _ mailbox: Mailbox<ReaderPace.Outcome>, _ vigil: Vigil.Timer
    ) {
        var pace = ReaderPace()
        while let plan = shared.plan {
            if let due = pace.due(plan), due <= .now {
                vigil.putOff(to: .now + patience)
                let reading = shared.channel.read()
                let outcome = pace.take(reading, at: .now, plan: plan)
                shared.lastValid = pace.lastValid
                if outcome != .quiet { mailbox.post(outcome) }
            }
            let next = pace.due(plan)
            if let next { vigil.putOff(to: next + patience) } else { vigil.rest() }
            // A wait that fails would spin: then this sensor is read no more, and the vigil tells.
            guard let outcome = try? shared.waiter.wait(untilBoottime: next?.microsecondsSinceBoot)
            else { return }
            if outcome == .told { pace.hurry() }
        }
        vigil.rest()
    }

    /// What the loop and the thread share.
    private final class Shared: Sendable {
        let channel: IIOChannel
        let waiter: Waiter
        private let state = Mutex<(plan: PollPlan?, lastValid: BootTime?)>((.off, nil))

        init(channel: IIOChannel, waiter: Waiter) {
            self.channel = channel
            self.waiter = waiter
        }

        /// Nil: the thread is to end.
        var plan: PollPlan? {
            get { state.withLock { $0.plan } }
            set { state.withLock { $0.plan = newValue } }
        }

        var lastValid: BootTime? {
            get { state.withLock { $0.lastValid } }
            set { state.withLock { $0.lastValid = newValue } }
        }
    }
}

extension BootTime {
    /// The present instant of the machine's boot clock.
    static var now: BootTime { BootTime(microsecondsSinceBoot: SystemClock.now().boot) }
}
