import AppearanceEngine
import AppearanceLimits
package import AppearanceModel
import AppearanceProtocol
package import EventLoop
package import Linux

/// Serves the Unix socket: answers varlink calls, and sends every change to subscribers.
package final class SocketPublisher: Publisher {
    private let loop: EventLoop
    private let socket: ListeningSocket
    private let log: Log
    private let requests: any RequestHandler
    private let inhibitors: Inhibitors
    private let changes: ChangeRequests
    private let presence: PresenceReports
    private var clients: [ObjectIdentifier: SocketClient] = [:]
    private var connections: [UInt32: Int] = [:]
    private let held = HeldBytes()
    private var lightWatchers = 0
    /// The number of connections whose light level ends with them, so far.
    private var reports: UInt32 = 0
    private var last: Snapshot?
    private var hasWarnedOfLimit = false

    /// Creates a server; clients wait in the listener's queue until `start`.
    package init(
        _ listener: UnixListener, on loop: EventLoop, serving requests: any RequestHandler,
        _ inhibitors: Inhibitors, _ changes: ChangeRequests, _ presence: PresenceReports, log: Log
    ) {
        self.loop = loop
        self.changes = changes
        self.presence = presence
        socket = ListeningSocket(listener, on: loop, log: log)
        self.requests = requests
        self.inhibitors = inhibitors
        self.log = log
    }

    package func start() throws(IOError) {
        try socket.start { [weak self] stream in self?.admit(stream) }
    }

    package func publish(_ snapshot: Snapshot) {
        guard snapshot != last else { return }
        last = snapshot
        send(snapshot) { $0.isWatching }
    }

    package func publishLight(_ snapshot: Snapshot) { send(snapshot) { $0.watchesLight } }

    /// Removes the socket's file, so that no client connects any more.
    package func stop() {
        socket.stop()
        clients = [:]
        connections = [:]
    }

    private func send(_ snapshot: Snapshot, where isConcerned: (SocketClient) -> Bool) {
        var message: [UInt8]?
        for client in clients.values where isConcerned(client) {
            let bytes = message ?? Reply.status(snapshot).encoded(continues: true)
            message = bytes
            client.update(bytes)
        }
    }

    private func admit(_ stream: consuming UnixStream) {
        // Other users' processes are refused: the directory excludes them already, but a socket
        // from a service manager might not.
        guard let peer = try? stream.peer(), peer.isOfOwnUser else { return }
        guard clients.count < Limits.connections else {
            return turnAway(stream, peer, "\(Limits.connections) connections")
        }
        guard connections[peer.processID, default: 0] < Limits.connectionsPerProcess else {
            return turnAway(
                stream, peer, "\(Limits.connectionsPerProcess) connections of one process")
        }
        do throws(IOError) {
            let client = try SocketClient(
                stream, of: peer.processID, on: loop, serving: self, countedIn: held)
            clients[ObjectIdentifier(client)] = client
            connections[peer.processID, default: 0] += 1
        } catch {
            log.warning("cannot serve a client: \(error)")
        }
    }
}

extension SocketPublisher {
    /// Refuses a connection beyond a limit, with the error that its first call would get.
    private func turnAway(
        _ stream: consuming UnixStream, _ peer: UnixStream.Peer, _ limit: String
    ) {
        _ = stream.send(Reply.error(.limitsExceeded(limit: limit)).encoded())
        warnOfLimit(peer.processID, limit)
    }

    private func warnOfLimit(_ process: UInt32, _ limit: String) {
        guard !hasWarnedOfLimit else { return }
        hasWarnedOfLimit = true
        log.warning(
            "a connection of process \(process) to the socket was refused: \(limit) is the limit")
    }
}

// MARK: - What clients ask

extension SocketPublisher: SocketService {
    func answer(_ call: Call, for client: SocketClient) {
        switch call.request {
        case .getInfo: client.reply(.information(version: projectVersion))
        case .getInterfaceDescription(let interface): client.reply(.description(of: interface))
        case .getStatus:
            var status = requests.snapshot
            status?.warning = changes.warning
            client.replyStatus(status)
        case .watch(let light): watch(client, light: light, once: call.replies != .many)
        case .setMode(let mode, let end): apply(.modeChosen(mode, end: end), for: client)
        case .toggle: apply(.toggled, for: client)
        case .pause(let end): apply(.paused(end: end), for: client)
        case .pauseLight(let end): apply(.lightPaused(end: end), for: client)
        case .resume: apply(.resumed, for: client)
        case .feedLight(let source, let lux, let whileConnected):
            let connection = whileConnected ? numberOfReport(client) : nil
            apply(.lightReported(source: source, lux: lux, connection: connection), for: client)
        case .endReports(let source): apply(.reportsEnded(source: source), for: client)
        case .requestLight: apply(.lightRequested, for: client)
        case .reportPresence(let report): reportPresence(report, by: client)
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
        if let report = client.report { _ = requests.submit(.reportEnded(connection: report)) }
        if let number = client.presence { presence.end(number) }
    }

    func refuseLongest() {
        // Half a call of an honest program is short.
        guard let client = clients.values.max(by: { $0.unfinishedBytes < $1.unfinishedBytes })
        else { return }
        warnOfLimit(
            client.process, "\(Limits.allUnfinishedBytes) bytes of unfinished messages in all")
        client.refuseUnfinished()
    }

    private func reportPresence(_ report: PresenceReport, by client: SocketClient) {
        switch presence.submit(report, of: client.presence, by: .process(client.process)) {
        case .admitted(let number):
            client.presence = number
            client.reply(.done)
        case .tooMany(let limit):
            client.reply(.error(.limitsExceeded(limit: "\(limit) reports")))
        case .tooManyOfProcess(let limit):
            client.reply(.error(.limitsExceeded(limit: "\(limit) reports of one process")))
        }
    }

    private func numberOfReport(_ client: SocketClient) -> UInt32 {
        if let report = client.report { return report }
        reports &+= 1
        client.report = reports
        return reports
    }

    private func watch(_ client: SocketClient, light: Bool, once: Bool) {
        guard !once else { return client.replyStatus(requests.snapshot) }
        client.isWatching = true
        if light, !client.watchesLight {
            client.watchesLight = true
            countLightWatchers(1)
        }
        // The first status is a reply, in its order; only updates replace each other.
        if let snapshot = requests.snapshot { client.reply(.status(snapshot), continues: true) }
    }

    /// Reports the first watcher and the end of the last one to the engine.
    private func countLightWatchers(_ change: Int) {
        let before = lightWatchers
        lightWatchers += change
        guard (before == 0) != (lightWatchers == 0) else { return }
        _ = requests.submit(.lightWanted(lightWatchers > 0))
    }

    private func inhibit(_ inhibitor: Inhibitor, by client: SocketClient) {
        switch inhibitors.add(inhibitor, of: .process(client.process)) {
        case .admitted(let cookie):
            client.cookies.append(cookie)
            client.reply(.done, continues: true)
        case .tooMany(let limit):
            client.reply(.error(.limitsExceeded(limit: "\(limit) inhibitors")))
        case .tooManyOfProcess(let limit):
            client.reply(.error(.limitsExceeded(limit: "\(limit) inhibitors of one process")))
        }
    }

    private func apply(_ event: Event, for client: SocketClient) {
        switch changes.submit(event, by: client.process, connectedAt: client.connected) {
        case .done: break
        case .rejected(let rejection): return client.reply(.error(VarlinkError(rejection)))
        case .refusedToHook(let hook): return client.reply(.error(.calledByHook(hook: hook)))
        }
        if case .lightReported = event {
            client.reply(.done)
        } else {
            client.replyStatus(requests.snapshot)
        }
    }
}

extension VarlinkError {
    /// Creates the wire form of an engine's rejection.
    fileprivate init(_ rejection: Rejection) {
        switch rejection {
        case .noSuchEvent(let end, let next):
            self = .noSuchEvent(until: end.untilWord ?? "", next: next)
        case .autoCannotEnd: self = .invalidParameter(parameter: "mode")
        case .tooManyInhibitors(let limit): self = .limitsExceeded(limit: "\(limit) inhibitors")
        }
    }
}
