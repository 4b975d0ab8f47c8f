// The system bus, for those who look beyond the session: one connection for all of them, opened when
// the first of them asks. The service does without it, so nothing ever waits for it.

import AppearanceModel
import DBus
import LinuxIO

/// The one connection to the system bus, while there is one.
final class SystemBus {
    /// A bus that was there and went is tried again after this long, and then less and less often.
    private static let firstPause = Microseconds.seconds(1)
    private static let longestPause = Microseconds.seconds(60)

    private let address: String
    private let loop: EventLoop
    private let log: Log
    private var followers: [WeakFollower] = []
    private var connection: BusConnection?
    private var timer: TimerSource?
    private var pause = SystemBus.firstPause
    private var wasThere = false
    private var isClosed = false

    /// Opens nothing yet.
    init(at address: String, on loop: EventLoop, log: Log) {
        self.address = address
        self.loop = loop
        self.log = log
    }

    /// One who is told, for as long as it is kept.
    final class Follower {
        fileprivate let tell: (BusConnection?) -> Void

        fileprivate init(_ tell: @escaping (BusConnection?) -> Void) { self.tell = tell }
    }

    private struct WeakFollower {
        weak var follower: Follower?
    }

    /// Tells of the connection once it is open, of nil when it is lost, and so on, until the
    /// follower is let go; the first to ask has it opened.
    func follow(_ tell: @escaping (BusConnection?) -> Void) -> Follower {
        let follower = Follower(tell)
        followers.removeAll { $0.follower == nil }
        followers.append(WeakFollower(follower: follower))
        if let connection { tell(connection) } else { openSoon() }
        return follower
    }

    private func openSoon() {
        guard timer == nil else { return }
        timer = try? loop.timer(.boottime) { [weak self] in self?.open() }
        // Not now: whoever starts has more urgent things to do.
        timer?.arm(at: 0)
    }

    /// Closes the connection; nobody is told of anything any more.
    func close() {
        isClosed = true
        followers = []
        timer = nil
        connection?.close()
        connection = nil
    }

    private func open() {
        guard !isClosed else { return }
        do throws(BusFailure) {
            join(try BusConnection(loop: loop, address: address))
        } catch {
            if wasThere { return tryAgainLater() }
            log.notice("the system bus is done without: \(error)")
        }
    }

    private func join(_ connection: BusConnection) {
        self.connection = connection
        wasThere = true
        pause = Self.firstPause
        connection.onDisconnected = { [weak self] in self?.lose() }
        announce(connection)
    }

    private func lose() {
        log.warning("the system bus is gone")
        announce(nil)
        connection?.close()
        connection = nil
        tryAgainLater()
    }

    private func announce(_ connection: BusConnection?) {
        for weak in followers { weak.follower?.tell(connection) }
    }

    private func tryAgainLater() {
        timer?.arm(at: SystemClock.now().boot + pause.count)
        pause = min(pause * 2, Self.longestPause)
    }
}
