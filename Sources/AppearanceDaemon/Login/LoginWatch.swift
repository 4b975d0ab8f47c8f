// Suspend, lid and sessions, as logind reports them. The daemon works without it, as on a machine
// that has no logind; an unknown state counts as awake, open and active.

import AppearanceEngine
import AppearanceModel
import DBus
import EventLoop
import Linux

/// Follows logind on the system bus, from the moment it is there.
final class LoginWatch {
    /// The time after which a missing answer is logged.
    private static let answerLimit = Duration.seconds(10)

    private let user: LoginUser
    private let log: Log
    private let handler: (Event) -> Void
    private let bus: SystemBus
    private var follower: SystemBus.Follower?
    private var login: Login?
    private var answerTimeout: TimerSource?
    private var hasWarned = false

    /// Creates a watch to be started later; events are reported on the thread of the loop.
    init(
        _ environment: ServiceEnvironment, _ bus: SystemBus, on loop: EventLoop, log: Log,
        handler: @escaping (Event) -> Void
    ) throws(IOError) {
        user = LoginUser(id: CurrentProcess.userID, sessionID: environment.sessionID)
        self.bus = bus
        self.log = log
        self.handler = handler
        answerTimeout = try loop.timer(.monotonic) { [weak self] in
            self?.warn("no answer on the system bus for 10 s")
        }
    }

    /// Starts to follow; returns at once.
    func start() {
        follower = bus.follow { [weak self] change in
            switch change {
            case .joined(let connection): self?.follow(on: connection)
            case .lost(let why): self?.loginLost(why)
            }
        }
    }

    /// Stops for good.
    func stop() {
        login = nil
        answerTimeout = nil
        follower = nil
    }

    private func follow(on connection: BusConnection) {
        answerTimeout?.arm(after: Self.answerLimit)
        connection.followOwner(of: Login.name) { [weak self, weak connection] owner in
            guard let self, let connection else { return }
            bus.markHealthy()
            guard let owner else { return loginLost("logind is not on the system bus") }
            login = Login(owner, on: connection, of: user) { [weak self] in self?.receive($0) }
        }
    }

    private func receive(_ change: Login.Change) {
        switch change {
        case .answered:
            answerTimeout?.disarm()
            log.info("following logind")
            hasWarned = false
        case .event(let event): handler(event)
        }
    }

    /// Reports an open lid and a session in use; the end of a suspend is found by the clocks.
    private func loginLost(_ why: String) {
        answerTimeout?.disarm()
        warn(why)
        guard login != nil else { return }
        login = nil
        handler(.lidClosed(false))
        handler(.sessionUse(.inUse))
        handler(.presenceEnded(client: PresenceClient.login))
    }

    private func warn(_ why: String) {
        guard !hasWarned else { return }
        hasWarned = true
        log.warning(
            "logind is unavailable; lid, lock and suspend are not observed: \(why)")
    }
}
