internal import DBus
internal import EventLoop

/// All that is said over one notification, on a connection of its own, which ends with it.
///
/// It is to be withdrawn before it is let go.
final class NotificationSession {
    /// What comes of it.
    enum Outcome {
        /// It is to be seen.
        case shown
        case answered(Notification.Button)
        /// It was closed without an answer, or whoever showed it is gone.
        case closed
        /// Nobody shows it.
        case unheard(why: String)
    }

    private enum State {
        case asking
        /// It has been sent, and is to be taken back as soon as it has a number.
        case sent(isWithdrawn: Bool)
        case shown(UInt32)
        case over
    }

    private let connection: BusConnection
    private let notification: Notification
    private let outcome: (Outcome) -> Void
    private var state = State.asking

    /// Begins; what comes of it is told in later turns of the loop.
    init(
        _ notification: Notification, at address: String, on loop: EventLoop,
        outcome: @escaping (Outcome) -> Void
    ) throws(BusError) {
        self.notification = notification
        self.outcome = outcome
        connection = try BusConnection(loop: loop, address: address)
        connection.onDisconnected = { [weak self] in self?.end(.closed) }
        listen()
        ask("GetCapabilities") { talk, values in
            talk.show(Set(values.first?.strings ?? []))
        }
    }

    /// Takes it from the screen; nothing is told any more.
    func withdraw() {
        switch state {
        case .asking: close()
        case .sent: state = .sent(isWithdrawn: true)
        case .shown(let number):
            takeBack(number)
            close()
        case .over: break
        }
    }

    private func listen() {
        connection.subscribe(to: NotificationService.signal("ActionInvoked")) { [weak self] in
            guard let self, let (number, key) = Self.answer($0), isShown(number) else { return }
            end(Notification.Button(rawValue: key).map { .answered($0) } ?? .closed)
        }
        connection.subscribe(to: NotificationService.signal("NotificationClosed")) { [weak self] in
            guard let self, case .uint32(let number)? = (try? $0.arguments())?.first,
                isShown(number)
            else { return }
            end(.closed)
        }
    }

    private static func answer(_ signal: Message) -> (UInt32, String)? {
        guard let values = try? signal.arguments(), values.count == 2,
            case .uint32(let number) = values[0], let key = values[1].text
        else { return nil }
        return (number, key)
    }

    private func isShown(_ number: UInt32) -> Bool {
        guard case .shown(number) = state else { return false }
        return true
    }

    private func show(_ capabilities: Set<String>) {
        do throws(DBusError) {
            let call = try notification.call(capabilities)
            state = .sent(isWithdrawn: false)
            send(call) { talk, values in
                guard case .uint32(let number)? = values.first else {
                    return talk.end(.unheard(why: "the notification got no number"))
                }
                talk.take(number)
            }
        } catch {
            end(.unheard(why: error.message))
        }
    }

    private func take(_ number: UInt32) {
        switch state {
        case .sent(isWithdrawn: false):
            state = .shown(number)
            outcome(.shown)
        case .sent(isWithdrawn: true):
            takeBack(number)
            close()
        case .asking, .shown, .over: break
        }
    }

    private func takeBack(_ number: UInt32) {
        guard
            let call = try? NotificationService.call("CloseNotification", { $0.uint32(number) })
        else { return }
        connection.send(call)
        connection.flush(within: .milliseconds(100))
    }

    private func ask(_ member: String, then: @escaping (NotificationSession, [DBusValue]) -> Void) {
        do throws(DBusError) {
            send(try NotificationService.call(member), then: then)
        } catch {
            end(.unheard(why: error.message))
        }
    }

    // The connection keeps this object, and it the connection, until it is closed.
    private func send(_ call: Message, then: @escaping (NotificationSession, [DBusValue]) -> Void) {
        connection.call(call, timeout: NotificationService.patience) { answer in
            switch answer {
            case .success(let values): then(self, values)
            case .failure(let error): self.end(.unheard(why: error.message))
            }
        }
    }

    private func end(_ what: Outcome) {
        let isTold =
            switch state {
            case .over, .sent(isWithdrawn: true): false
            case .asking, .sent(isWithdrawn: false), .shown: true
            }
        close()
        if isTold { outcome(what) }
    }

    private func close() {
        state = .over
        connection.close()
    }
}
