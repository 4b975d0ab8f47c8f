import DBus
import LinuxIO

/// The system bus for as long as there is one: never waited for, and joined again when it comes
/// back.
///
/// While there is none, nothing runs until its socket appears. What is new may not be ready yet, so
/// after that it is tried a few times more.
final class SystemBus {
    /// How long it is waited before each further try.
    private static let pauses = [1, 2, 4, 8].map(Duration.seconds)

    private let address: String
    private let loop: EventLoop
    private let joined: (BusConnection) -> Void
    private let lost: (String) -> Void
    private var connection: BusConnection?
    private var watch: PathWatch?
    private var pausesLeft: [Duration] = []
    private var nextTry: TimerSource?
    private var afterLoss: DeferSource?

    /// A bus that is not joined yet.
    ///
    /// `joined` is called with a connection that may be used at once, however long it takes the bus
    /// to answer; `lost` with the reason when there is none any more, or none yet.
    init(
        at address: String, on loop: EventLoop, joined: @escaping (BusConnection) -> Void,
        lost: @escaping (String) -> Void
    ) throws(IOFailure) {
        self.address = address
        self.loop = loop
        self.joined = joined
        self.lost = lost
        nextTry = try loop.timer(.monotonic) { [weak self] in self?.join() }
        afterLoss = loop.deferred { [weak self] in self?.rejoin() }
    }

    /// Joins the bus if it is there, else waits for it.
    func join() {
        guard connection == nil else { return }
        do throws(BusFailure) {
            let bus = try BusConnection(loop: loop, address: address)
            bus.onDisconnected = { [weak self] in self?.afterLoss?.schedule() }
            connection = bus
            watch = nil
            joined(bus)
        } catch {
            lost("\(error)")
            if watch == nil {
                awaitSocket()
                // It may have come before the watch did.
                if socketPath.map(File.exists) == true { pausesLeft = Self.pauses }
            }
            tryAgainLater()
        }
    }

    /// Leaves the bus for good.
    func leave() {
        nextTry = nil
        afterLoss = nil
        watch = nil
        connection?.close()
        connection = nil
    }

    private func rejoin() {
        connection?.close()
        connection = nil
        lost("the system bus at \(address) is gone")
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

    /// Where the bus listens; nil unless it is a path.
    private var socketPath: String? {
        let prefix = "unix:path="
        let named = address.split(separator: ";").first { $0.hasPrefix(prefix) }
        return named.map { String($0.dropFirst(prefix.count).prefix { $0 != "," }) }
    }
}
