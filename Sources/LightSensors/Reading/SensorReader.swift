package import AppearanceModel
package import EventLoop
package import Linux

/// Reads one sensor on a thread of its own, which may hang without harm.
///
/// The thread has the timer, so that the loop sleeps while light is steady. A watchdog on the loop,
/// postponed before and after every reading, reports when the thread hangs in one.
package final class SensorReader {
    /// The time without a valid reading after which the loop is notified.
    private static let timeout = Microseconds.seconds(10)

    /// An event, on the thread of the loop.
    package enum Event: Sendable {
        /// The result of a reading.
        case outcome(PollScheduler.Outcome)
        /// A peculiarity of the sensor that does not prevent reading; reported once.
        case oddity(String)
        /// The sensor is stuck: the same value, not zero, for half an hour of readings; or no
        /// longer.
        case still(Bool)
    }

    /// A message from the thread.
    private enum Post: Sendable {
        case event(Event)
        /// The thread has left its last read and ends.
        case ended
    }

    /// The present listener; used on the thread of the loop only.
    private final class Listener {
        var handler: (Event) -> Void = { _ in }
        var ended: () -> Void = {}
    }

    private let shared: Shared
    private let listener: Listener
    private let delivery: MailboxDelivery<Post>
    private let watchdog: ReadWatchdog

    /// A reader that waits for a plan; it reports on the loop.
    package init(
        _ channel: LightChannel, _ correction: Correction = .none,
        stillAfter: Microseconds = .minutes(30), on loop: EventLoop,
        handler: @escaping (Event) -> Void
    ) throws(IOError) {
        let shared = Shared(
            channel: channel, pace: PollScheduler(correction, stillAfter: stillAfter),
            waiter: try Parker(), mailbox: try Mailbox())
        let listener = Listener()
        listener.handler = handler
        self.shared = shared
        self.listener = listener
        delivery = try MailboxDelivery(of: shared.mailbox, on: loop) { posts in
            for post in posts {
                switch post {
                case .event(let event): listener.handler(event)
                case .ended: listener.ended()
                }
            }
        }
        watchdog = try ReadWatchdog(on: loop) {
            listener.handler(.outcome(.fault(lastValid: shared.latest?.at, .silent)))
        }
    }

    /// Reads by this plan from now on.
    package func follow(_ plan: PollPlan) throws(IOError) {
        if shared.begin(plan) {
            let (shared, timer) = (shared, watchdog.timer)
            do throws(IOError) {
                _ = try BackgroundThread.start(name: "light-reader") { Self.work(shared, timer) }
            } catch {
                shared.hasEnded()
                throw error
            }
        }
        shared.waiter.wake()
    }

    /// The channel that is read.
    var channel: LightChannel { shared.channel }

    /// Stops reporting, and ends the thread once it has left its read.
    ///
    /// - Returns: Whether there is a thread; then `ended` is called when it has ended.
    func letGo(_ ended: @escaping () -> Void) -> Bool {
        listener.handler = { _ in }
        listener.ended = ended
        shared.end()
        shared.waiter.wake()
        return shared.isRunning
    }

    /// Serves another listener, after `letGo`, while the thread is still in its read.
    func serve(_ handler: @escaping (Event) -> Void) {
        listener.handler = handler
        listener.ended = {}
        watchdog.timer.arm(at: (.now + Self.timeout).microsecondsSinceBoot)
    }

    /// The last valid reading, reported or not.
    package var latest: LightSample? { shared.latest }

    /// Whether the sensor is to be read at present.
    var isReading: Bool { shared.isReading }

    /// The thread ends by itself, once it has left its read.
    deinit {
        shared.end()
        shared.waiter.wake()
    }

    private static func work(_ shared: Shared, _ watchdog: TimerDescriptor) {
        var pace = shared.pace
        defer { shared.mailbox.post(.ended) }
        while let plan = shared.nextPlan() {
            if let due = pace.due(plan), due <= .now { read(shared, &pace, watchdog, by: plan) }
            let next = pace.due(plan)
            if let next {
                watchdog.arm(at: (next + timeout).microsecondsSinceBoot)
            } else {
                watchdog.disarm()
            }
            // A wait that fails would spin: then this sensor is not read any more, and the watchdog
            // reports it.
            guard let outcome = try? shared.waiter.wait(untilBoottime: next?.microsecondsSinceBoot)
            else { return shared.hasEnded() }
            if outcome == .told { pace.hurry() }
        }
        watchdog.disarm()
    }

    private static func read(
        _ shared: Shared, _ pace: inout PollScheduler, _ watchdog: TimerDescriptor,
        by plan: PollPlan
    ) {
        let start = BootTime.now
        let limit = max(start + pace.readingLimit, (pace.latest?.at ?? start) + timeout)
        watchdog.arm(at: limit.microsecondsSinceBoot)
        let reading = shared.channel.read()
        if pace.latest == nil, case .success = reading, let oddity = shared.channel.oddity() {
            shared.mailbox.post(.event(.oddity(oddity)))
        }
        let wasStill = pace.isStill
        let end = BootTime.now
        let outcome = pace.receive(reading, at: end, after: end - start, plan: plan)
        shared.latest = pace.latest
        if pace.isStill != wasStill { shared.mailbox.post(.event(.still(pace.isStill))) }
        if outcome != .quiet { shared.mailbox.post(.event(.outcome(outcome))) }
    }

    /// The state that the loop and the thread share.
    private final class Shared: Sendable {
        let channel: LightChannel
        /// The scheduler with which the thread starts.
        let pace: PollScheduler
        let waiter: Parker
        let mailbox: Mailbox<Post>
        private let state = Locked(State())

        private struct State: Sendable {
            /// `nil` if the thread must end.
            var plan: PollPlan? = .off
            var latest: LightSample?
            /// Whether there is a thread that will read the plan again.
            var isRunning = false
        }

        init(
            channel: LightChannel, pace: PollScheduler, waiter: Parker, mailbox: Mailbox<Post>
        ) {
            self.channel = channel
            self.pace = pace
            self.waiter = waiter
            self.mailbox = mailbox
        }

        /// Sets the plan; returns whether a thread must be started for it.
        func begin(_ plan: PollPlan) -> Bool {
            state.withLock { state in
                state.plan = plan
                guard !state.isRunning, plan != .off else { return false }
                state.isRunning = true
                return true
            }
        }

        /// Ends the thread.
        func end() { state.withLock { $0.plan = nil } }

        /// Returns the plan for the thread; `nil` if it must end.
        func nextPlan() -> PollPlan? {
            state.withLock { state in
                if state.plan == nil { state.isRunning = false }
                return state.plan
            }
        }

        /// Records that there is no thread any more.
        func hasEnded() { state.withLock { $0.isRunning = false } }

        var isRunning: Bool { state.withLock { $0.isRunning } }

        var isReading: Bool { state.withLock { $0.plan != nil && $0.plan != .off } }

        var latest: LightSample? {
            get { state.withLock { $0.latest } }
            set { state.withLock { $0.latest = newValue } }
        }
    }
}

extension BootTime {
    /// The present instant of the machine's boot clock.
    static var now: BootTime { Moment(SystemClock.now()).boot }
}
