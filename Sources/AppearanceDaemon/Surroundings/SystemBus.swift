import DBus
import EventLoop
import Linux

/// The system bus for as long as there is one: never waited for, and joined again when it comes
/// back; one connection for all who look beyond the session, opened when the first of them asks.
///
/// While there is none, nothing runs until its socket appears. What is new may not be ready yet, so
/// after that it is tried a few times more.
final class SystemBus {
    /// How long it is waited before each further try.
    private static let pauses = [1, 2, 4, 8].map(Duration.seconds)

    private let address: String
    private let loop: EventLoop
    private var followers: [WeakFollower] = []
    private var connection: BusConnection?
    private var watch: PathWatch?
    private var pausesLeft: [Duration] = []
    private var nextTry: TimerSource?
    private var afterLoss: DeferSource?
    private var soon: DeferSource?

    /// What its followers are told.
    enum News {
        /// Here is a connection that may be used at once, however long it takes the bus to answer.
        case joined(BusConnection)
        /// Why there is none any more, or none yet.
        case lost(String)
    }

    /// One who is told, for as long as it is kept.
    final class Follower {
        fileprivate let tell: (News) -> Void

        fileprivate init(_ tell: @escaping (News) -> Void) { self.tell = tell }
    }

    private struct WeakFollower {
        weak var follower: Follower?
    }

    /// A bus that is not joined yet.
    init(at address: String, on loop: EventLoop) throws(IOError) {
        self.address = address
        self.loop = loop
        nextTry = try loop.timer(.monotonic) { [weak self] in self?.join() }
        afterLoss = loop.deferred { [weak self] in self?.rejoin() }
        soon = loop.deferred { [weak self] in self?.join() }
    }

    /// Tells of the bus from now on; the first to ask has it joined, in a later turn of the loop.
    func follow(_ tell: @escaping (News) -> Void) -> Follower {
        let follower = Follower(tell)
        followers.removeAll { $0.follower == nil }
        followers.append(WeakFollower(follower: follower))
        if let connection { tell(.joined(connection)) } else { soon?.schedule() }
        return follower
    }

    /// The same for those who only care for the connection, nil for none.
    func connections(_ tell: @escaping (BusConnection?) -> Void) -> AnyObject {
        follow { news in
            switch news {
            case .joined(let connection): tell(connection)
            case .lost: tell(nil)
            }
        }
    }

    private func announce(_ news: News) {
        for weak in followers { weak.follower?.tell(news) }
    }

    /// Joins the bus if it is there, else waits for it.
    private func join() {
        guard connection == nil else { return }
        do throws(BusError) {
            let bus = try BusConnection(loop: loop, address: address)
            bus.onDisconnected = { [weak self] in self?.afterLoss?.schedule() }
            connection = bus
            watch = nil
            announce(.joined(bus))
        } catch {
            announce(.lost("\(error)"))
            if watch == nil {
                awaitSocket()
                // It may have come before the watch did.
                if socketPath.map(File.exists) == true { pausesLeft = Self.pauses }
            }
            tryAgainLater()
        }
    }

    /// Leaves the bus for good; nobody is told.
    func leave() {
        followers = []
        soon = nil
        nextTry = nil
        afterLoss = nil
        watch = nil
        connection?.close()
        connection = nil
    }

    private func rejoin() {
        announce(.lost("the system bus at \(address) is gone"))
        connection?.close()
        connection = nil
        // A bus that takes nobody in counts as one that is not there.
        if pausesLeft.isEmpty { awaitSocket() }
        tryAgainLater()
    }

    /// The connection has proved good: a loss of it is a new one.
    func noteAnswer() { pausesLeft = Self.pauses }

    private func tryAgainLater() {
        guard let pause = pausesLeft.first else { return }
        pausesLeft.removeFirst()
        nextTry?.arm(after: pause)
    }

    /// Joins as soon as there is something else at the bus's path.
    private func awaitSocket() {
        guard let path = socketPath else { return }
        watch = PathWatch(on: loop, path: path) { [weak self] event in
            switch event {
            case .settled, .unsettled: if File.exists(path) { self?.tryAnew() }
            case .blind: break
            }
        }
    }

    private func tryAnew() {
        pausesLeft = Self.pauses
        join()
    }

    private var socketPath: String? { BusAddress.socketPath(in: address) }
}
