internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import DaemonClient

/// The last level of a source, reported to each daemon that runs; it ends with this program.
struct LevelReporter: ~Copyable {
    private let source: String
    private let socket: DaemonSocket
    /// The connection with which the reported level ends.
    private var connection: DaemonConnection?
    private var isWaiting = false
    /// The last level; `nil` if there is none.
    private(set) var last: Lux?
    /// Whether the last level has not been reported.
    private var hasNews = false
    /// Whether a level has been reported to a daemon.
    private(set) var hasReported = false

    init(of source: String, to socket: DaemonSocket) {
        self.source = source
        self.socket = socket
    }

    /// Keeps a level, which `reportNews` reports.
    mutating func keep(_ lux: Lux) {
        last = lux
        hasNews = true
    }

    /// Forgets the last level, which no daemon that starts later receives.
    mutating func forget() {
        last = nil
        hasNews = false
    }

    /// Follows the end and the start of daemons.
    mutating func follow(_ event: StatusConnection.Event) throws {
        switch event {
        case .lost:
            connection = nil
            reportAbsence("has stopped; waiting for it to restart")
        case .status where connection == nil: try connect()
        case .status: break
        }
    }

    /// Connects to the daemon and reports the last level; without a daemon, the next one receives it.
    mutating func connect() throws {
        do throws(DaemonError) {
            connection = try DaemonConnection(to: socket)
            if isWaiting { StandardError.line("\(Program.name): appearanced is running") }
            isWaiting = false
            try report()
        } catch {
            guard case .notRunning = error else { throw error }
            reportAbsence("is not running; waiting for it to start")
        }
    }

    /// Reports a level that has not been reported.
    mutating func reportNews() throws(DaemonError) {
        if hasNews { try report() }
    }

    private mutating func reportAbsence(_ words: String) {
        if !isWaiting { StandardError.line("\(Program.name): appearanced \(words)") }
        isWaiting = true
    }

    /// Reports the last level; the subscription to the status reports a daemon that has gone.
    private mutating func report() throws(DaemonError) {
        guard let last else { return }
        let request = Request.feedLight(source: source, lux: last, whileConnected: true)
        do throws(DaemonError) {
            if connection == nil { connection = try DaemonConnection(to: socket) }
            _ = try connection?.reply(to: request)
            (hasNews, hasReported) = (false, true)
        } catch {
            connection = nil
            switch error {
            case .disconnected, .notRunning, .timedOut, .unconfirmed: hasNews = false
            case .noRuntimeDirectory, .foreignOwner, .refused, .protocolViolation, .hungUp, .system:
                throw error
            }
        }
    }
}
