package import AppearanceModel
package import LinuxIO
import Synchronization

/// Reads one sensor on a thread of its own, which may hang without hurting anybody.
///
/// The thread holds the timer, so that the loop sleeps while light is steady. A vigil on the loop,
/// put off before and after every reading, tells when the thread is stuck in one.
package final class SensorReader {
    /// After this long without a valid reading, the loop is told.
    private static let patience = Microseconds.seconds(10)
    /// But no reading is given up sooner: some sensors take seconds.
    private static let longestReading = Microseconds.seconds(5)

    /// What it has to tell, on the thread of the loop.
    package enum News: Sendable {
        /// What came of a reading.
        case outcome(ReaderPace.Outcome)
        /// Something odd about the sensor that does not keep it from being read; said once.
        case oddity(String)
        /// It has said the same, and not zero, for half an hour of readings; or it no longer does.
        case still(Bool)
    }

    private let shared: Shared
    private let delivery: MailboxDelivery<News>
    private let vigil: Vigil
    private var thread: BackgroundThread?

    /// A reader that waits for a plan; the loop is told of what there is to tell.
    package init(
        _ channel: LightChannel, _ correction: Correction = .none,
        stillAfter: Microseconds = .minutes(30), on loop: EventLoop,
        tell: @escaping (News) -> Void
    ) throws(IOFailure) {
        let shared = Shared(
            channel: channel, pace: ReaderPace(correction, stillAfter: stillAfter),
            waiter: try Waiter(), mailbox: try Mailbox())
        self.shared = shared
        delivery = try shared.mailbox.deliver(on: loop) { $0.forEach(tell) }
        vigil = try Vigil(on: loop) {
            tell(.outcome(.fault(lastValid: shared.latest?.at, .silent)))
        }
    }

    /// Reads like this from now on.
    package func follow(_ plan: PollPlan) throws(IOFailure) {
        shared.plan = plan
        if thread == nil, plan != .off {
            let (shared, timer) = (shared, vigil.timer)
            thread = try BackgroundThread.start(name: "light-reader") {
                Self.work(shared, timer)
            }
        }
        shared.waiter.tell()
    }

    /// The last valid reading, handed in or not.
    package var latest: LightSample? { shared.latest }

    /// Whether it is to be read at present.
    var isReading: Bool { shared.plan != .off }

    /// The thread ends by itself, once it is out of its read.
    deinit {
        shared.plan = nil
        shared.waiter.tell()
    }

    private static func work(_ shared: Shared, _ vigil: Vigil.Timer) {
        var pace = shared.pace
        while let plan = shared.plan {
            if let due = pace.due(plan), due <= .now { read(shared, &pace, vigil, by: plan) }
            let next = pace.due(plan)
            if let next { vigil.putOff(to: next + patience) } else { vigil.rest() }
            // A wait that fails would spin: then this sensor is read no more, and the vigil tells.
            guard let outcome = try? shared.waiter.wait(untilBoottime: next?.microsecondsSinceBoot)
            else { return }
            if outcome == .told { pace.hurry() }
        }
        vigil.rest()
    }

    private static func read(
        _ shared: Shared, _ pace: inout ReaderPace, _ vigil: Vigil.Timer, by plan: PollPlan
    ) {
        let start = BootTime.now
        vigil.putOff(to: max(start + longestReading, (pace.latest?.at ?? start) + patience))
        let reading = shared.channel.read()
        if pace.latest == nil, case .success = reading, let oddity = shared.channel.oddity() {
            shared.mailbox.post(.oddity(oddity))
        }
        let wasStill = pace.isStill
        let outcome = pace.take(reading, at: .now, plan: plan)
        shared.latest = pace.latest
        if pace.isStill != wasStill { shared.mailbox.post(.still(pace.isStill)) }
        if outcome != .quiet { shared.mailbox.post(.outcome(outcome)) }
    }

    /// What the loop and the thread share.
    private final class Shared: Sendable {
        let channel: LightChannel
        /// With which it begins.
        let pace: ReaderPace
        let waiter: Waiter
        let mailbox: Mailbox<News>
        private let state = Mutex<(plan: PollPlan?, latest: LightSample?)>((.off, nil))

        init(
            channel: LightChannel, pace: ReaderPace, waiter: Waiter, mailbox: Mailbox<News>
        ) {
            self.channel = channel
            self.pace = pace
            self.waiter = waiter
            self.mailbox = mailbox
        }

        /// Nil: the thread is to end.
        var plan: PollPlan? {
            get { state.withLock { $0.plan } }
            set { state.withLock { $0.plan = newValue } }
        }

        var latest: LightSample? {
            get { state.withLock { $0.latest } }
            set { state.withLock { $0.latest = newValue } }
        }
    }
}

extension BootTime {
    /// The present instant of the machine's boot clock.
    static var now: BootTime { BootTime(microsecondsSinceBoot: SystemClock.now().boot) }
}
