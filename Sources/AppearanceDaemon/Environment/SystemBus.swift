import DBus
import EventLoop
import Linux

/// The system bus, as long as there is one: never waited for, and joined again when it returns.
///
/// All users share one connection, which the first of them opens. While there is no bus, nothing runs until
/// its socket appears. A new bus may not be ready yet, so it is retried a few times.
final class SystemBus {
    /// The pauses before each further attempt.
    private static let pauses = [1, 2, 4, 8].map(Duration.seconds)

    private let address: String
    private let loop: EventLoop
    private var followers: [WeakFollower] = []
    private var connection: BusConnection?
    private var watch: PathWatch?
    private var pausesLeft: [Duration] = []
    private var retryTimer: TimerSource?
    private var afterLoss: DeferSource?
    private var soon: DeferSource?

    /// A change that is reported to followers.
    enum Change {
        /// A connection that may be used at once, however long the bus takes to answer.
        case joined(BusConnection)
        /// The reason why there is no connection.
        case lost(String)
    }

    /// A subscription, which lasts as long as it is kept.
    final class Follower {
        fileprivate let handler: (Change) -> Void

        fileprivate init(_ handler: @escaping (Change) -> Void) { self.handler = handler }
    }

    private struct WeakFollower {
        weak var follower: Follower?
    }

    /// Creates a bus that is not joined yet.
    init(at address: String, on loop: EventLoop) throws(IOError) {
        self.address = address
        self.loop = loop
        retryTimer = try loop.timer(.monotonic) { [weak self] in self?.join() }
        afterLoss = loop.deferred { [weak self] in self?.rejoin() }
        soon = loop.deferred { [weak self] in self?.join() }
    }

    /// Calls back on each change from now on; the first follower makes the bus be joined, in a
    /// later turn of the loop.
    func follow(_ handler: @escaping (Change) -> Void) -> Follower {
        let follower = Follower(handler)
        followers.removeAll { $0.follower == nil }
        followers.append(WeakFollower(follower: follower))
        if let connection { handler(.joined(connection)) } else { soon?.schedule() }
        return follower
    }

    /// Calls back with each connection, `nil` for none.
    func connections(_ handler: @escaping (BusConnection?) -> Void) -> AnyObject {
        follow { change in
            switch change {
            case .joined(let connection): handler(connection)
            case .lost: handler(nil)
            }
        }
    }

    private func notify(_ change: Change) {
        for weak in followers { weak.follower?.handler(change) }
    }

    /// Joins the bus if it is there, else waits for it.
    private func join() {
        guard connection == nil else { return }
        do throws(DBusError) {
            let bus = try BusConnection(loop: loop, address: address)
            bus.onDisconnected = { [weak self] in self?.afterLoss?.schedule() }
            connection = bus
            watch = nil
            notify(.joined(bus))
        } catch {
            notify(.lost(error.message))
            if watch == nil {
                watchSocket()
                // It may have appeared before the watch.
                if socketPath.map(File.exists) == true { pausesLeft = Self.pauses }
            }
            retryLater()
        }
    }

    /// Leaves the bus for good; followers are not notified.
    func leave() {
        followers = []
        soon = nil
        retryTimer = nil
        afterLoss = nil
        watch = nil
        connection?.close()
        connection = nil
    }

    private func rejoin() {
        notify(.lost("the system bus at \(address) is gone"))
        connection?.close()
        connection = nil
        // A bus that accepts no connection counts as missing.
        if pausesLeft.isEmpty { watchSocket() }
        retryLater()
    }

    /// Notes that the connection works: a later loss is a new one.
    func markHealthy() { pausesLeft = Self.pauses }

    private func retryLater() {
        guard let pause = pausesLeft.first else { return }
        pausesLeft.removeFirst()
        retryTimer?.arm(after: pause)
    }

    /// Joins once the bus's socket is replaced.
    private func watchSocket() {
        guard let path = socketPath else { return }
        watch = PathWatch(on: loop, path: path) { [weak self] event in
            switch event {
            case .settled, .unsettled: if File.exists(path) { self?.joinAgain() }
            case .blind: break
            }
        }
    }

    private func joinAgain() {
        pausesLeft = Self.pauses
        join()
    }

    private var socketPath: String? { BusAddress.socketPath(in: address) }
}
