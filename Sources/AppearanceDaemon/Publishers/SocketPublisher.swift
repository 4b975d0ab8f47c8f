import AppearanceEngine
package import AppearanceModel
import AppearanceProtocol
package import LinuxIO

/// Serves the Unix socket: answers varlink calls, and tells subscribers of every change.
package final class SocketPublisher: Publisher {
    /// More clients than this are turned away.
    private static let mostClients = 4096

    private let loop: EventLoop
    private let listener: UnixListener
    private let log: Log
    private let requests: any Requests
    private var acceptance: Acceptance?
    private var clients: [ObjectIdentifier: SocketClient] = [:]
    private var last: Snapshot?
    private var nextCookie: UInt32 = 1 << 31
    private var hasWarnedOfRest = false

    /// Makes ready to serve; clients wait in the listener's queue until `open`.
    package init(
        _ listener: UnixListener, on loop: EventLoop, serving requests: any Requests, log: Log
    ) {
        self.loop = loop
        self.listener = listener
        self.requests = requests
        self.log = log
    }

    /// Lets clients in, now that there is something to tell them.
    package func open() throws(IOFailure) {
        acceptance = try listener.accept(
            on: loop, resting: { [weak self] in self?.rest(because: $0) }
        ) { [weak self] stream in self?.admit(stream) }
    }

    package func publish(_ snapshot: Snapshot) {
        defer { last = snapshot }
        if let last, !snapshot.differsForSubscribers(from: last) { return }
        tell(snapshot) { $0.isWatching }
    }

    package func publishLight(_ snapshot: Snapshot) { tell(snapshot) { $0.watchesLight } }

    /// Takes the socket's file away, so that nobody connects to what is ending.
    package func stop() {
        listener.removeFile()
        acceptance = nil
        clients = [:]
    }

    private func tell(_ snapshot: Snapshot, where isConcerned: (SocketClient) -> Bool) {
        var message: [UInt8]?
        for client in clients.values where isConcerned(client) {
            let bytes = message ?? Reply.status(snapshot).encoded(continues: true)
            message = bytes
            client.update(bytes)
        }
    }

    /// It is tried again four times a second, and said once.
    private func rest(because failure: IOFailure) {
        guard !hasWarnedOfRest else { return }
        hasWarnedOfRest = true
        log.warning("no more clients can connect for now: \(failure)")
    }

    private func admit(_ stream: consuming UnixStream) {
        // Another user's process has no business with this session; the directory keeps it out
        // already, a socket handed over by a service manager might not.
        guard let user = try? stream.peerUserID(), user == CurrentProcess.userID || user == 0,
            clients.count < Self.mostClients
        else { return }
        do throws(IOFailure) {
            let client = try SocketClient(stream, on: loop, serving: self)
            clients[ObjectIdentifier(client)] = client
        } catch {
            log.warning("a client could not be served: \(error)")
        }
    }
}

// MARK: - What clients ask

extension SocketPublisher: SocketService {
    func answer(_ call: Call, for client: SocketClient) {
        switch call.request {
        case .getInfo: client.reply(.information(version: serviceVersion))
        case .getInterfaceDescription(let interface): client.reply(.description(of: interface))
        case .getStatus: client.replyStatus(requests.snapshot)
        case .watch(let light): watch(client, light: light, once: call.replies != .many)
        case .setMode(let mode, let end): obey(.modeChosen(mode, end: end), for: client)
        case .toggle: obey(.toggled, for: client)
        case .pause(let end): obey(.paused(end: end), for: client)
        case .resume: obey(.resumed, for: client)
        case .feedLight(let source, let lux): obey(.fed(source: source, lux: lux), for: client)
        case .inhibit(let who, let why): inhibit(Inhibitor(who: who, why: why), by: client)
        case .explain: client.reply(.explanation(requests.rationale))
        case .listSensors:
            client.isBusy = true
            requests.listSensors { [weak client] sensors in
                client?.reply(.sensors(sensors))
                client?.isBusy = false
            }
        case .leaveDesktop:
            client.isBusy = true
            requests.leaveDesktop { [weak client] in
                client?.reply(.done)
                client?.isBusy = false
            }
        }
    }

    func left(_ client: SocketClient) {
        clients[ObjectIdentifier(client)] = nil
        for cookie in client.cookies { _ = requests.submit(.released(cookie: cookie)) }
        if client.watchesLight { noteLightWatchers() }
    }

    private func watch(_ client: SocketClient, light: Bool, once: Bool) {
        guard !once else { return client.replyStatus(requests.snapshot) }
        client.isWatching = true
        if light {
            client.watchesLight = true
            noteLightWatchers()
        }
        if let snapshot = requests.snapshot {
            client.update(Reply.status(snapshot).encoded(continues: true))
        }
    }

    private func noteLightWatchers() {
        let wanted = clients.values.contains { $0.watchesLight }
        _ = requests.submit(.lightWanted(wanted))
    }

    private func inhibit(_ inhibitor: Inhibitor, by client: SocketClient) {
        let cookie = nextCookie
        if let objection = requests.submit(.inhibited(cookie: cookie, inhibitor)) {
            return client.reply(.error(VarlinkError(objection)))
        }
        nextCookie &+= 1
        client.cookies.append(cookie)
        client.reply(.done, continues: true)
    }

    private func obey(_ event: Event, for client: SocketClient) {
        if let objection = requests.submit(event) {
            return client.reply(.error(VarlinkError(objection)))
        }
        if case .fed = event { client.reply(.done) } else { client.replyStatus(requests.snapshot) }
    }
}

extension VarlinkError {
    /// What an objection of the engine is on the wire.
    fileprivate init(_ objection: Objection) {
        switch objection {
        case .noSuchEvent(let end, let next):
            self = .noSuchEvent(until: end.untilWord ?? "", next: next)
        case .autoCannotEnd: self = .invalidParameter(parameter: "mode")
        case .tooManyHolders(let limit): self = .limitsExceeded(limit: "\(limit) inhibitors")
        }
    }
}

extension Snapshot {
    /// Whether anything differs that a subscriber of the socket is told of.
    func differsForSubscribers(from other: Snapshot) -> Bool {
        mode != other.mode || appearance != other.appearance || reason != other.reason
            || until != other.until || next != other.next || sensor != other.sensor
            || paused != other.paused || configurationError != other.configurationError
    }
}
