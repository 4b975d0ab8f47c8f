import AppearanceKit
import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import DaemonClient
import Foundation
import Synchronization

/// A stand-in for the daemon: it keeps a status, changes it on request, and notifies watchers.
///
/// It decides nothing. Its time does not pass: a temporary mode ends at `FakeDaemon.modeEnd`.
final class FakeDaemon: Sendable {
    /// 2001-02-03T04:05:06Z, when every status began.
    static let since = WallTime(secondsSinceEpoch: 981_173_106)
    /// 2001-02-03T22:45:00Z.
    static let modeEnd = WallTime(secondsSinceEpoch: 981_240_300)

    static let status = Snapshot(
        mode: .auto, appearance: .dark, previous: .light, reason: .sensor,
        explanation: "12.5 lux is below 40 lux; 80 lux for 15 s would bring light.",
        since: since, until: nil,
        next: NextChange(at: WallTime(secondsSinceEpoch: 981_269_100), appearance: .light),
        light: LightReading(value: 12.5, unit: .lux), sensor: .trusted, paused: false,
        inhibitors: [], configurationError: nil, sequence: 7)

    private struct State {
        var status: Snapshot
        var refusal: VarlinkError?
        var rationale: Rationale?
        var explains = true
        var sensors: [SensorListing] = []
        var version = projectVersion
        var requests: [Request] = []
        var connections: Set<Int32> = []
        var watchers: Set<Int32> = []
    }

    private let socketPath: String
    private let listener: StreamListener
    private let state: Mutex<State>
    private let hasNoWatcher = DispatchSemaphore(value: 0)
    private let hasWithheld = DispatchSemaphore(value: 0)

    init(
        in directory: RuntimeDirectory, status: Snapshot = FakeDaemon.status,
        refusal: VarlinkError? = nil, rationale: Rationale? = nil, sensors: [SensorListing] = [],
        version: String = projectVersion
    ) throws {
        socketPath = directory.socket.path
        state = Mutex(
            State(
                status: status, refusal: refusal, rationale: rationale, sensors: sensors,
                version: version))
        try FileManager.default.createDirectory(
            atPath: directory.socket.directory, withIntermediateDirectories: true)
        listener = try StreamListener(at: socketPath)
        listener.accept { [self] connection in
            state.withLock { _ = $0.connections.insert(connection) }
            Thread.detachNewThread { self.serve(connection) }
        }
    }

    /// The requests received, in order.
    var requests: [Request] { state.withLock { $0.requests } }

    /// Changes the status and notifies every watcher.
    func change(_ body: @Sendable (inout Snapshot) -> Void) {
        state.withLock { state in
            body(&state.status)
            publish(state)
        }
    }

    /// Ends like a daemon: no client can connect, and every connection is closed.
    func stop() {
        try? FileManager.default.removeItem(atPath: socketPath)
        listener.stop()
        hangUp()
    }

    /// Dies as a daemon dies: its socket's file stays behind.
    func crash() {
        listener.stop()
        hangUp()
    }

    /// Closes every connection, and takes new ones.
    func hangUp() {
        state.withLock { state in
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    /// Leaves each request for an explanation unanswered, and waits for the first; false if that takes too
    /// long.
    func withholdsExplanations() -> Bool {
        state.withLock { $0.explains = false }
        return hasWithheld.wait(timeout: .now() + 20) == .success
    }

    /// Waits until a watcher has disconnected; false if that takes too long.
    func losesWatcher() -> Bool { hasNoWatcher.wait(timeout: .now() + 20) == .success }

    private func serve(_ connection: Int32) {
        var framer = MessageFramer()
        var room = [UInt8](repeating: 0, count: 4096)
        // Ends with the connection.
        reading: while true {
            let count = recv(connection, &room, room.count, 0)
            guard count > 0 else { break }
            framer.append(room[..<count])
            while let message = try? framer.next() {
                guard answer(message, on: connection) else { break reading }
            }
        }
        state.withLock { state in
            state.connections.remove(connection)
            if state.watchers.remove(connection) != nil { hasNoWatcher.signal() }
            // Inside the lock: the number must not be reused while it is in a set.
            close(connection)
        }
    }

    /// False when the connection is to be closed.
    private func answer(_ message: [UInt8], on connection: Int32) -> Bool {
        do throws(CallError) {
            let call = try Call.decode(message)
            state.withLock { state in
                state.requests.append(call.request)
                guard call.request != .explain || state.explains else {
                    hasWithheld.signal()
                    return
                }
                let isWatching = call.request.isWatch && call.replies == .many
                let before = state.status
                let reply = Self.reply(to: call.request, &state)
                if call.replies != .none {
                    send(reply.encoded(continues: isWatching), to: connection)
                }
                if isWatching { state.watchers.insert(connection) }
                if state.status != before { publish(state) }
            }
            return true
        } catch {
            if let reply = error.reply { send(reply, to: connection) }
            return !error.endsConnection
        }
    }

    private func publish(_ state: State) {
        let message = Reply.status(state.status).encoded(continues: true)
        for watcher in state.watchers { send(message, to: watcher) }
    }

    private func send(_ message: [UInt8], to connection: Int32) {
        _ = Glibc.send(connection, message, message.count, Int32(MSG_NOSIGNAL))
    }

    private static func reply(to request: Request, _ state: inout State) -> Reply {
        if let refusal = state.refusal { return .error(refusal) }
        switch request {
        case .getInfo: return .information(version: state.version)
        case .getInterfaceDescription(let interface): return .description(of: interface)
        case .explain:
            guard let rationale = state.rationale
            else { return .error(.methodNotImplemented(method: request.method)) }
            return .explanation(rationale)
        case .listSensors: return .sensors(state.sensors)
        case .leaveDesktop: return .done
        case .inhibit, .feedLight, .endReports, .reportPresence, .requestLight: return .done
        case .getStatus, .watch: break
        case .setMode(let mode, let end): state.status.set(mode, until: end.map { _ in modeEnd })
        case .toggle:
            state.status.set(state.status.appearance == .dark ? .light : .dark, until: modeEnd)
        case .pause(let end):
            (state.status.paused, state.status.pausedUntil) = (true, end.map { _ in modeEnd })
        case .pauseLight: state.status.lightPausedUntil = modeEnd
        case .resume: (state.status.paused, state.status.pausedUntil) = (false, nil)
        }
        return .status(state.status)
    }
}

extension Request {
    fileprivate var isWatch: Bool {
        if case .watch = self { true } else { false }
    }
}

extension Snapshot {
    fileprivate mutating func set(_ mode: Mode, until: WallTime?) {
        self.mode = mode
        self.until = until
        let shown = mode.fixedAppearance ?? .dark
        guard shown != appearance else { return }
        previous = appearance
        appearance = shown
        sequence += 1
    }
}
