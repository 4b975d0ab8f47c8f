// What logind knows and the daemon wants to: that the machine is suspended, that its lid is closed,
// and that nobody sees the user's session. The rest of the service goes on without it, as it would
// on a machine that has no logind; what is not known counts as awake, open and in front.

import AppearanceEngine
import DBus
import EventLoop
import Linux

/// Follows logind on the system bus, from whenever it is there.
final class LoginWatch {
    /// A bus or a logind that has not answered by then is complained of.
    private static let longestSilence = Duration.seconds(10)

    private let user: LoginUser
    private let log: Log
    private let tell: (Event) -> Void
    private let bus: SystemBus
    private var follower: SystemBus.Follower?
    private var login: Login?
    private var patience: TimerSource?
    private var hasComplained = false

    /// A watch that has not begun; events are told on the thread of the loop.
    init(
        _ environment: ServiceEnvironment, _ bus: SystemBus, on loop: EventLoop, log: Log,
        tell: @escaping (Event) -> Void
    ) throws(IOError) {
        user = LoginUser(id: CurrentProcess.userID, sessionID: environment.sessionID)
        self.bus = bus
        self.log = log
        self.tell = tell
        patience = try loop.timer(.monotonic) { [weak self] in
            self?.complain("nothing on the system bus has answered for 10 s")
        }
    }

    /// Begins to follow; returns at once, whatever the system bus does.
    func start() {
        follower = bus.follow { [weak self] news in
            switch news {
            case .joined(let connection): self?.follow(on: connection)
            case .lost(let why): self?.miss(why)
            }
        }
    }

    /// Ends it for good.
    func stop() {
        login = nil
        patience = nil
        follower = nil
    }

    private func follow(on connection: BusConnection) {
        patience?.arm(after: Self.longestSilence)
        connection.followOwner(of: Login.name) { [weak self, weak connection] owner in
            guard let self, let connection else { return }
            bus.noteAnswer()
            guard let owner else { return miss("logind is not on the system bus") }
            login = Login(owner, on: connection, of: user) { [weak self] in self?.hear($0) }
        }
    }

    private func hear(_ news: Login.News) {
        switch news {
        case .answered:
            patience?.disarm()
            log.info("logind is followed")
            hasComplained = false
        case .event(let event): tell(event)
        }
    }

    /// Without logind a lid is open and a session seen; a suspend ends by the clocks.
    private func miss(_ why: String) {
        patience?.disarm()
        complain(why)
        guard login != nil else { return }
        login = nil
        tell(.lidClosed(false))
        tell(.sessionInUse(true))
    }

    private func complain(_ why: String) {
        guard !hasComplained else { return }
        hasComplained = true
        log.warning(
            "a closed lid and a locked session are not noticed until logind is there: \(why)")
    }
}
