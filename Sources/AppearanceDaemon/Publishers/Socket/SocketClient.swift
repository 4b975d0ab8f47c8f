import AppearanceLimits
import AppearanceModel
import AppearanceProtocol
import EventLoop
import Linux

/// Answers the calls of a client of the socket.
protocol SocketService: AnyObject {
    func answer(_ call: Call, for client: SocketClient)
    /// Reports that the client has disconnected.
    func left(_ client: SocketClient)
    /// Refuses a client, so that the unfinished messages of all stay within their limit.
    func refuseLongest()
}

/// The bytes that the clients of a socket make the daemon hold, all together.
final class HeldBytes {
    /// The bytes of unfinished messages.
    private(set) var unfinished = 0
    /// The bytes of unread replies.
    private(set) var unread = 0
    /// The most that was held since memory was given back.
    private var most = 0
    /// Whether memory was given back while some was still held, which keeps what lies around it.
    private var hasRest = false

    /// The amount after which memory is given back.
    private static let notable = 1 << 20

    func add(unfinished: Int, unread: Int) {
        self.unfinished += unfinished
        self.unread += unread
        let present = self.unfinished + self.unread
        most = max(most, present)
        guard most >= Self.notable && present < most / 8 || hasRest && present == 0 else { return }
        most = present
        hasRest = present > 0
        CurrentProcess.releaseFreeMemory()
    }
}

/// One connection: calls are answered in order, and unread updates are replaced by the newest.
final class SocketClient {
    private static let chunk = 4096
    /// The size of the send buffer, in bytes; the kernel keeps about twice this for a client that
    /// does not read.
    private static let sendBuffer: Int32 = 4096

    /// The process that connected.
    let process: UInt32
    /// When it connected, of the boot clock.
    let connected = SystemClock.now().boot
    private let stream: UnixStream
    private unowned let service: any SocketService
    /// The bytes of all clients, with those of this one.
    private let held: HeldBytes
    private var heldUnfinished = 0
    private var heldUnread = 0
    private var input: IOSource?
    private var framer = MessageFramer()
    /// The unsent messages, of which the first may be half sent.
    private var unsent: [[UInt8]] = []
    private var sentOfFirst = 0
    /// The newest update, after the unsent messages.
    private var update: [UInt8]?
    private var isEnding = false

    /// Whether the client has closed its sending side; it may still read.
    private var hasClosed = false
    /// Whether the current call takes no reply.
    private var takesNoReply = false

    var isWatching = false
    var watchesLight = false
    var cookies: [UInt32] = []
    /// The number by which a light level ends with the connection; `nil` if there is no such level.
    var report: UInt32?
    /// The number of the report of the user's presence that lasts as long as the connection; `nil` for none.
    var presence: UInt32?
    /// Whether a reply is being prepared; later calls wait.
    var isBusy = false { didSet { if !isBusy { proceed() } } }

    init(
        _ stream: consuming UnixStream, of process: UInt32, on loop: EventLoop,
        serving service: any SocketService, countedIn held: HeldBytes
    ) throws(IOError) {
        self.process = process
        self.held = held
        try stream.limitSendBuffer(toBytes: Self.sendBuffer)
        self.stream = stream
        self.service = service
        input = try loop.watch(self.stream.descriptor, for: [.readable, .hangup, .edge]) {
            [weak self] ready in
            self?.move(ready)
        }
    }

    // The source of the loop must leave epoll before its descriptor is closed.
    deinit { input = nil }

    /// Replies to a call.
    func reply(_ reply: Reply, continues: Bool = false) {
        if !takesNoReply { send(reply.encoded(continues: continues)) }
    }

    func replyStatus(_ snapshot: Snapshot?) {
        guard let snapshot else { return }
        reply(.status(snapshot))
    }

    /// Sends an update to a subscriber; of several unread ones, only the newest is kept.
    func update(_ message: [UInt8]) {
        guard unsent.isEmpty else { return update = message }
        send(message)
        awaitNext()
    }

    private func send(_ message: [UInt8]) {
        unsent.append(message)
        if unsent.count == 1 { flush() }
    }

    private func move(_ ready: Interest) {
        if ready.contains(.writable) { flush() }
        let isGone = !ready.isDisjoint(with: [.hangup, .error])
        if isGone, isBusy || hasClosed { return leave() }
        if isGone || ready.contains(.readable) { receive() }
        proceed()
        input?.rearm()
    }

    // MARK: In

    private func receive() {
        guard input != nil else { return }
        var bytes: [UInt8] = []
        switch stream.receive(into: &bytes, atMost: Self.chunk) {
        case .bytes: if !isEnding { framer.append(bytes[...]) }
        case .wouldBlock: break
        // It may have closed only its sending side.
        case .closed: hasClosed = true
        case .failed: leave()
        }
    }

    /// Answers the received calls, as far as the client reads the replies.
    private func proceed() {
        while input != nil, !isBusy, !isEnding, mayBeAnswered {
            do throws(CallError) {
                guard let message = try framer.next() else { break }
                handle(message)
            } catch {
                refuse(error)
            }
        }
        awaitNext()
    }

    private func handle(_ message: [UInt8]) {
        do throws(CallError) {
            let call = try Call.decode(message)
            takesNoReply = call.replies == .none
            service.answer(call, for: self)
        } catch {
            refuse(error)
        }
    }

    private func refuse(_ refusal: CallError) {
        if let reply = refusal.reply { send(reply) }
        guard refusal.endsConnection else { return }
        isEnding = true
        framer.discard()
    }

    /// The bytes that it has sent and that were not answered yet.
    var unfinishedBytes: Int { framer.unfinishedBytes }

    /// Refuses the unfinished message, and ends the connection.
    func refuseUnfinished() {
        refuse(CallError(tooLongForAll: Limits.allUnfinishedBytes))
        awaitNext()
    }

    /// Counts what it makes the daemon hold.
    private func count() {
        let (unfinished, unread) = (framer.unfinishedBytes, unsentBytes)
        guard unfinished != heldUnfinished || unread != heldUnread else { return }
        held.add(unfinished: unfinished - heldUnfinished, unread: unread - heldUnread)
        (heldUnfinished, heldUnread) = (unfinished, unread)
        if held.unfinished > Limits.allUnfinishedBytes { service.refuseLongest() }
    }

    // MARK: Out

    private var unsentBytes: Int { unsent.reduce(0) { $0 + $1.count } }

    /// Whether it has read enough for another reply.
    private var mayBeAnswered: Bool {
        unsent.isEmpty
            || unsentBytes < Limits.unreadBytes && held.unread < Limits.allUnreadBytes
    }

    private func flush() {
        while input != nil, let message = unsent.first {
            switch stream.send(message, from: sentOfFirst) {
            case .bytes(let count):
                sentOfFirst += count
                guard sentOfFirst == message.count else { continue }
                unsent.removeFirst()
                sentOfFirst = 0
                if unsent.isEmpty, let newest = update {
                    update = nil
                    unsent.append(newest)
                }
            case .wouldBlock: return
            case .closed, .failed: return leave()
            }
        }
    }

    // MARK: What comes next

    /// Waits for what can happen next; leaves if nothing can.
    private func awaitNext() {
        count()
        guard let input else { return }
        let isDone = isEnding || (hasClosed && !isSubscribed)
        if isDone, !isBusy, unsent.isEmpty { return leave() }
        // A hang-up is of interest even when nothing else is.
        var interest: Interest = [.hangup, .edge]
        if !unsent.isEmpty { interest.insert(.writable) }
        if !hasClosed, !isEnding, !isBusy, mayBeAnswered {
            interest.insert(.readable)
        }
        if input.interest != interest { input.interest = interest }
    }

    /// Whether the connection has a purpose without further calls.
    private var isSubscribed: Bool {
        isWatching || !cookies.isEmpty || report != nil || presence != nil
    }

    private func leave() {
        guard input != nil else { return }
        input = nil
        framer.discard()
        unsent = []
        count()
        service.left(self)
    }
}
