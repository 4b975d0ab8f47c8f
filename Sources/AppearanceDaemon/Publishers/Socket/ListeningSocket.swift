import AppearanceModel
import EventLoop
import Linux

/// The socket that clients connect to, which listens at its path again if the file is removed.
final class ListeningSocket {
    private let loop: EventLoop
    private let log: Log
    private let listener: UnixListener
    private var acceptor: Acceptor?
    private var watch: SettledFileWatch?
    private var retry: TimerSource?
    private var backoff = Backoff(first: .seconds(1), longest: .seconds(60))
    private var hasFailed = false
    private var admit: (consuming UnixStream) -> Void = { _ in }
    private var hasWarnedOfPause = false

    /// Creates the socket; clients wait in the listener's queue until `start`.
    init(_ listener: UnixListener, on loop: EventLoop, log: Log) {
        self.listener = listener
        self.loop = loop
        self.log = log
    }

    /// Accepts connections until `stop`.
    func start(_ admit: @escaping (consuming UnixStream) -> Void) throws(IOError) {
        self.admit = admit
        try accept()
        guard let path = listener.path else { return }
        retry = try loop.timer(.monotonic) { [weak self] in self?.listenIfUnreachable(at: path) }
        watch = try SettledFileWatch(
            on: loop, paths: [path], since: SettledFileWatch.stamps(of: [path])
        ) { [weak self] _ in self?.listenIfUnreachable(at: path) }
        listenIfUnreachable(at: path)
    }

    /// Removes the socket's file, so that no client connects any more.
    func stop() {
        watch = nil
        retry = nil
        acceptor = nil
        listener.removeFile()
    }

    private func accept() throws(IOError) {
        acceptor = try Acceptor(
            of: listener, on: loop, resting: { [weak self] in self?.pauseAccepting(because: $0) }
        ) { [weak self] stream in self?.admit(stream) }
    }

    /// Listens at the path again if nothing is there; the connected clients stay connected.
    private func listenIfUnreachable(at path: String) {
        guard FileStamp(of: path) == nil else { return }
        acceptor = nil
        do throws(IOError) {
            try listener.listenAgain()
            try accept()
            if hasFailed {
                log.notice("the socket \(path) is there again")
            } else {
                log.warning("the socket \(path) was removed; it is there again")
            }
            hasFailed = false
            backoff.reset()
            retry?.disarm()
        } catch {
            if !hasFailed {
                log.warning(
                    "the socket \(path) was removed, and cannot be made again: \(error); retrying"
                        + " with growing pauses")
            }
            hasFailed = true
            retry?.arm(after: backoff.next())
        }
    }

    /// Logs once that no client can connect; the listener retries four times a second.
    private func pauseAccepting(because error: IOError) {
        guard !hasWarnedOfPause else { return }
        hasWarnedOfPause = true
        log.warning("no more clients can connect for now: \(error)")
    }
}
