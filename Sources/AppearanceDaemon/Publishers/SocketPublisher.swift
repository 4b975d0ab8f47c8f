import AppearanceEngine
import AppearanceLimits
package import AppearanceModel
import AppearanceProtocol
package import EventLoop
package import Linux

/// Serves the Unix socket: answers varlink calls, and tells subscribers of every change.
package final class SocketPublisher: Publisher {
    private let loop: EventLoop
    private let listener: UnixListener
    private let log: Log
    private let requests: any RequestHandler
    private let inhibitors: Inhibitors
    private var acceptance: Acceptor?
    private var clients: [ObjectIdentifier: SocketClient] = [:]
    private var connections: [UInt32: Int] = [:]
    private var lightWatchers = 0
    private var last: Snapshot?
    private var hasWarnedOfRest = false
    private var hasWarnedOfLimit = false

    /// Makes ready to serve; clients wait in the listener's queue until `open`.
    package init(
        _ listener: UnixListener, on loop: EventLoop, serving requests: any RequestHandler,
        _ inhibitors: Inhibitors, log: Log
    ) {
        self.loop = loop
        self.listener = listener
        self.requests = requests
        self.inhibitors = inhibitors
        self.log = log
    }

    /// Lets clients in, now that there is something to tell them.
    package func open() throws(IOError) {
        acceptance = try listener.accept(
            on: loop, resting: { [weak self] in self?.rest(because: $0) }
        ) { [weak self] stream in self?.admit(stream) }
    }

    package func publish(_ snapshot: Snapshot) {
        defer { last = snapshot }
        if let last, !snapshot.differsForSubscribers(from: last) {
            if snapshot.light != last.light { publishLight(snapshot) }
            return
        }
        tell(snapshot) { $0.isWatching }
    }

    package func publishLight(_ snapshot: Snapshot) { tell(snapshot) { $0.watchesLight } }

    /// Takes the socket's file away, so that nobody connects to what is ending.
    package func stop() {
        listener.removeFile()
        acceptance = nil
        clients = [:]
        connections = [:]
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
    private func rest(because failure: IOError) {
        guard !hasWarnedOfRest else { return }
        hasWarnedOfRest = true
        log.warning("no more clients can connect for now: \(failure)")
    }

    private func admit(_ stream: consuming UnixStream) {
        // Another user's process has no business with this session; the directory keeps it out
        // already, a socket handed over by a service manager might not.
        guard let peer = try? stream.peer(),
            peer.userID == CurrentProcess.userID || peer.userID == 0
        else { return }
        guard clients.count < Limits.connections else {
            return turnAway(stream, peer, "\(Limits.connections) connections")
        }
        guard connections[peer.processID, default: 0] < Limits.connectionsPerProcess else {
            return turnAway(
                stream, peer, "\(Limits.connectionsPerProcess) connections of one process")
        }
        do throws(IOError) {
            let client = try SocketClient(stream, of: peer.processID, on: loop, serving: self)
            clients[ObjectIdentifier(client)] = client
            connections[peer.processID, default: 0] += 1
        } catch {
            log.warning("a client could not be served: \(error)")
        }
    }
}

extension SocketPublisher {
    /// Refuses a connection beyond a limit; its first call would be answered with this.
    private func turnAway(
        _ stream: consuming UnixStream, _ peer: UnixStream.Peer, _ limit: String
    ) {
        _ = stream.send(Reply.error(.limitsExceeded(limit: limit)).encoded())
        guard !hasWarnedOfLimit else { return }
        hasWarnedOfLimit = true
        log.warning(
            "a connection of process \(peer.processID) to the socket was refused: \(limit) is the"
                + " limit")
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
        guard clients.removeValue(forKey: ObjectIdentifier(client)) != nil else { return }
        let left = connections[client.process, default: 1] - 1
        connections[client.process] = left > 0 ? left : nil
        for cookie in client.cookies { inhibitors.remove(cookie) }
        if client.watchesLight { countLightWatchers(-1) }
    }

    private func watch(_ client: SocketClient, light: Bool, once: Bool) {
        guard !once else { return client.replyStatus(requests.snapshot) }
        client.isWatching = true
        if light, !client.watchesLight {
            client.watchesLight = true
            countLightWatchers(1)
        }
        // The first status is an answer, in its order; only updates fold into the newest.
        if let snapshot = requests.snapshot { client.reply(.status(snapshot), continues: true) }
    }

    /// The engine is told of the first that comes and of the last that goes.
    private func countLightWatchers(_ change: Int) {
        let before = lightWatchers
        lightWatchers += change
        guard (before == 0) != (lightWatchers == 0) else { return }
        _ = requests.submit(.lightWanted(lightWatchers > 0))
    }

    private func inhibit(_ inhibitor: Inhibitor, by client: SocketClient) {
        do throws(Inhibitors.Refusal) {
            client.cookies.append(try inhibitors.add(inhibitor, of: .process(client.process)))
            client.reply(.done, continues: true)
        } catch {
            client.reply(.error(VarlinkError(error)))
        }
    }

    private func obey(_ event: Event, for client: SocketClient) {
        if let rejection = requests.submit(event) {
            return client.reply(.error(VarlinkError(rejection)))
        }
        if case .fed = event { client.reply(.done) } else { client.replyStatus(requests.snapshot) }
    }
}

extension VarlinkError {
    /// What an objection of the engine is on the wire.
    fileprivate init(_ rejection: Rejection) {
        switch rejection {
        case .noSuchEvent(let end, let next):
            self = .noSuchEvent(until: end.untilWord ?? "", next: next)
        case .autoCannotEnd: self = .invalidParameter(parameter: "mode")
        case .tooManyHolders(let limit): self = .limitsExceeded(limit: "\(limit) inhibitors")
        }
    }
}

extension VarlinkError {
    fileprivate init(_ refusal: Inhibitors.Refusal) {
        switch refusal {
        case .tooMany(let limit): self = .limitsExceeded(limit: "\(limit) inhibitors")
        case .tooManyOfProcess(let limit):
            self = .limitsExceeded(limit: "\(limit) inhibitors of one process")
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
