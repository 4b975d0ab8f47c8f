import DBus
import EventLoop
import Linux

/// The service's place on the session bus, and its way back there when the bus is lost.
///
/// A bus that is not there at the start ends the service, as does a name that belongs to another.
/// A bus that dies later may be started again at its address, and another program may have taken
/// the name in between. So both are tried again for half a minute, while everything that needs no
/// bus goes on. If that fails, the exit code tells systemd to start the service again.
final class SessionBus {
    private static let patience = Duration.seconds(30)
    private static let firstPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(2)

    let connection: BusConnection
    private let name: String
    private let loop: EventLoop
    private let log: Log
    private var deadline: TimerSource?
    private var retry: TimerSource?
    private var pause = firstPause
    /// Whether the log says that the name belongs to another.
    private var hasReportedOtherOwner = false

    /// Whether the name is ours, and with it the right to speak.
    private(set) var isOwner = false
    private var hasOwned = false

    /// Called each time the name has become ours.
    var onOwned: (() throws(IOError) -> Void)?
    /// Called with a name taken from us that the service can do without.
    var onOtherNameLost: ((String) -> Void)?

    /// Connects to the bus; its name is still to be asked for.
    init(at address: String, name: String, on loop: EventLoop, log: Log) throws(BusError) {
        connection = try BusConnection(loop: loop, address: address)
        self.name = name
        self.loop = loop
        self.log = log
        connection.onDisconnected = { [weak self] in self?.lost() }
        connection.onNameLost = { [weak self] in self?.nameLost($0) }
    }

    /// Asks for the name; what comes of it is known when the loop turns.
    func takeName() throws(IOError) {
        // A session that sleeps has not lost its bus: this clock stands still in suspend.
        deadline = try loop.timer(.monotonic) { [weak self] in self?.giveUp() }
        retry = try loop.timer(.monotonic) { [weak self] in self?.tryAgain() }
        deadline?.arm(after: Self.patience)
        askForName()
    }

    /// Says what is still to be said, and leaves the bus.
    func close() {
        if isOwner { connection.flush() }
        connection.close()
        onOwned = nil
        onOtherNameLost = nil
    }

    // MARK: The name

    private func askForName() {
        connection.requestName(name, flags: .doNotQueue) { [weak self] in self?.learn($0) }
    }

    private func learn(_ answer: Result<NameOwnership, DBusError>) {
        switch answer {
        case .success(.owner), .success(.alreadyOwner): own()
        case .success(.exists) where hasOwned, .success(.inQueue) where hasOwned: awaitName()
        case .success(.exists), .success(.inQueue):
            end(.alreadyRunning, "appearanced is running already: it owns \(name) on this bus")
        // A bus that is gone says so itself.
        case .failure where !connection.isOpen: break
        case .failure(let error):
            end(.alreadyRunning, "the name \(name) is not to be had: \(error)")
        }
    }

    /// Requests the name again later; another program took it while we were not on the bus.
    private func awaitName() {
        if !hasReportedOtherOwner {
            hasReportedOtherOwner = true
            log.warning(
                "\(name) belongs to another program; it is requested for 30 seconds, and the socket"
                    + " is served meanwhile")
        }
        tryLater()
    }

    private func own() {
        if hasOwned { log.notice("the session bus is back") }
        isOwner = true
        hasOwned = true
        hasReportedOtherOwner = false
        pause = Self.firstPause
        deadline?.disarm()
        do throws(IOError) { try onOwned?() } catch { end(.noSocket, "\(error)") }
    }

    private func nameLost(_ lost: String) {
        guard lost == name else { return onOtherNameLost?(lost) ?? () }
        isOwner = false
        deadline?.arm(after: Self.patience)
        awaitName()
    }

    // MARK: The bus

    private func lost() {
        guard hasOwned else {
            return end(.noBus, "the session bus at \(connection.address) hung up on us")
        }
        if isOwner {
            isOwner = false
            log.warning(
                "the session bus is gone; it is looked for at its address for 30 seconds, and the"
                    + " socket is served all the while")
            deadline?.arm(after: Self.patience)
        }
        tryLater()
    }

    private func tryLater() {
        retry?.arm(after: pause)
        pause = min(pause * 2, Self.longestPause)
    }

    private func tryAgain() {
        guard !connection.isOpen else { return askForName() }
        do throws(BusError) {
            try connection.reopen()
            askForName()
        } catch {
            tryLater()
        }
    }

    private func giveUp() {
        end(
            .noBus,
            hasReportedOtherOwner
                ? "\(name) has belonged to another program for 30 seconds"
                : hasOwned
                    ? "the session bus has been gone for 30 seconds; start appearanced again with it"
                    : "the session bus at \(connection.address) has not answered for 30 seconds")
    }

    private func end(_ reason: ExitReason, _ words: String) {
        log.error(words)
        loop.exit(reason.rawValue)
    }
}
