import AppearanceModel
import DBus
import EventLoop
import Linux

/// The daemon's connection to the session bus, and its reconnection.
///
/// A missing bus at the start ends the daemon, as does a name that another program owns. Later, a
/// bus may be restarted at its address, and another program may have acquired the name in between.
/// Both are retried for 30 seconds, while everything that needs no bus continues. If that fails,
/// the exit code tells systemd to restart the daemon.
final class SessionBus {
    private static let timeout = Duration.seconds(30)

    let connection: BusConnection
    private let name: String
    private let loop: EventLoop
    private let log: Log
    private var deadline: TimerSource?
    private var retryTimer: TimerSource?
    private var backoff = Backoff(first: .milliseconds(100), longest: .seconds(2))
    /// Whether it was logged that another program owns the name.
    private var hasReportedOtherOwner = false

    /// Whether the name is ours, and with it the right to emit signals.
    private(set) var isOwner = false
    private var hasOwned = false

    /// Called each time the name has become ours.
    var onOwned: (() throws(IOError) -> Void)?

    /// Connects to the bus; the name is requested later.
    init(at address: String, name: String, on loop: EventLoop, log: Log) throws(DBusError) {
        connection = try BusConnection(loop: loop, address: address)
        self.name = name
        self.loop = loop
        self.log = log
        connection.onDisconnected = { [weak self] in self?.lost() }
    }

    /// Requests the name; the result arrives on the loop.
    func requestName() throws(IOError) {
        // A sleeping session has not lost its bus: this clock stands still in suspend.
        deadline = try loop.timer(.monotonic) { [weak self] in self?.giveUp() }
        retryTimer = try loop.timer(.monotonic) { [weak self] in self?.retryNow() }
        deadline?.arm(after: Self.timeout)
        sendRequest()
    }

    /// Sends the pending messages, and leaves the bus.
    func close() {
        if isOwner { connection.flush() }
        connection.close()
        onOwned = nil
    }

    // MARK: The name

    private func sendRequest() {
        connection.requestName(name, flags: .doNotQueue) { [weak self] in self?.handle($0) }
    }

    private func handle(_ answer: Result<NameOwnership, DBusError>) {
        switch answer {
        case .success(.owner), .success(.alreadyOwner): acquired()
        case .success(.exists) where hasOwned, .success(.inQueue) where hasOwned: retryName()
        case .success(.exists), .success(.inQueue):
            end(.alreadyRunning, "appearanced is running already: it owns \(name) on this bus")
        // A lost bus is reported by the connection.
        case .failure where !connection.isOpen: break
        case .failure(let error):
            end(.noServer, "cannot acquire the name \(name): \(error)")
        }
    }

    /// Requests the name again later; another program acquired it while we were disconnected.
    private func retryName() {
        if !hasReportedOtherOwner {
            hasReportedOtherOwner = true
            log.warning(
                "another program owns \(name); retrying for 30 seconds, and the socket stays"
                    + " available")
        }
        retryLater()
    }

    private func acquired() {
        if hasOwned { log.notice("the session bus is back") }
        isOwner = true
        hasOwned = true
        hasReportedOtherOwner = false
        backoff.reset()
        deadline?.disarm()
        do throws(IOError) { try onOwned?() } catch { end(.noRuntimeDirectory, "\(error)") }
    }

    // MARK: The bus

    private func lost() {
        hasReportedOtherOwner = false
        guard hasOwned else {
            return end(.noServer, "the session bus at \(connection.address) closed the connection")
        }
        if isOwner {
            isOwner = false
            log.warning(
                "the session bus is gone; reconnecting for 30 seconds, and the socket stays"
                    + " available")
            deadline?.arm(after: Self.timeout)
        }
        retryLater()
    }

    private func retryLater() {
        retryTimer?.arm(after: backoff.next())
    }

    private func retryNow() {
        guard !connection.isOpen else { return sendRequest() }
        do throws(DBusError) {
            try connection.reopen()
            sendRequest()
        } catch {
            retryLater()
        }
    }

    private func giveUp() {
        end(
            .noServer,
            hasReportedOtherOwner
                ? "\(name) could not be acquired again for 30 seconds; another program owns it"
                : hasOwned
                    ? "the session bus has been gone for 30 seconds; start appearanced again when it is back"
                    : "the session bus at \(connection.address) has not answered for 30 seconds")
    }

    private func end(_ reason: ExitReason, _ words: String) {
        log.error(words)
        loop.exit(reason.rawValue)
    }
}
