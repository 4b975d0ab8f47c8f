package import DBus
package import EventLoop

/// A notification on a connection of its own, which closes with it.
///
/// The owner must withdraw it before releasing it.
package final class NotificationSession {
    package enum Outcome {
        case shown
        /// A button was pressed, by its key, which the server says.
        case answered(String)
        /// It was clicked, and the window opens.
        case opened
        /// It was closed without an answer, or the server has exited.
        case closed
        /// No server shows it.
        case failed(why: String)
    }

    private enum State {
        case connecting
        /// Sent; `isWithdrawn` closes it as soon as its number is known.
        case sent(isWithdrawn: Bool)
        case shown(UInt32)
        case over
    }

    private let connection: BusConnection
    private let notification: Notification
    private let outcome: (Outcome) -> Void
    private var state = State.connecting
    /// The token by which the window gets the focus, which comes before the action.
    private var token: String?

    /// Shows a notification; `outcome` is called on the loop.
    package init(
        _ notification: Notification, at address: String, on loop: EventLoop,
        outcome: @escaping (Outcome) -> Void
    ) throws(DBusError) {
        self.notification = notification
        self.outcome = outcome
        connection = try BusConnection(loop: loop, address: address)
        connection.onDisconnected = { [weak self] in self?.end(.closed) }
        listen()
        send(try NotificationService.call("GetCapabilities")) { session, values in
            session.askForName(
                of: NotificationServer(capabilities: Set(values.first?.strings ?? [])))
        }
    }

    /// Closes the notification; that it was shown for a moment may still be reported, and nothing else.
    package func withdraw() {
        switch state {
        case .connecting: close()
        case .sent: state = .sent(isWithdrawn: true)
        case .shown(let number):
            closeNotification(number)
            close()
        case .over: break
        }
    }

    private func listen() {
        connection.subscribe(to: NotificationService.signal("ActionInvoked")) { [weak self] in
            guard let self, let (number, key) = Self.answer($0), isShown(number) else { return }
            guard key != Notification.defaultKey else { return openWindow() }
            let isButton = notification.buttons.contains { $0.key == key }
            end(isButton ? .answered(key) : .closed)
        }
        connection.subscribe(to: NotificationService.signal("ActivationToken")) { [weak self] in
            guard let self, let (number, token) = Self.answer($0), isShown(number) else { return }
            self.token = token
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

    /// Shows the notification as the server can show it; without a name, in words alone.
    private func askForName(of server: NotificationServer) {
        do throws(DBusError) {
            let call = try NotificationService.call("GetServerInformation")
            connection.call(call, timeout: NotificationService.timeout) { reply in
                var server = server
                if case .success(let values) = reply { server.name = values.first?.text }
                self.findWindow(for: server)
            }
        } catch {
            end(.failed(why: error.message))
        }
    }

    /// Shows the notification with an action that opens the window, if there is one.
    private func findWindow(for server: NotificationServer) {
        guard server.hasActions else { return show(on: server) }
        BusApplication.window.findActivatable(on: connection) { isActivatable in
            var server = server
            server.hasWindow = isActivatable
            self.show(on: server)
        }
    }

    /// Opens the window; the connection stays until it has started, whatever becomes of this object.
    private func openWindow() {
        state = .over
        BusApplication.window.activate(on: connection, token: token) { [connection] _ in
            connection.close()
        }
        outcome(.opened)
    }

    private func show(on server: NotificationServer) {
        // It may have been withdrawn meanwhile.
        guard case .connecting = state else { return }
        do throws(DBusError) {
            let call = try notification.call(on: server)
            state = .sent(isWithdrawn: false)
            send(call) { session, values in
                guard case .uint32(let number)? = values.first else {
                    return session.end(.failed(why: "the notification got no number"))
                }
                session.shown(number)
            }
        } catch {
            end(.failed(why: error.message))
        }
    }

    private func shown(_ number: UInt32) {
        switch state {
        case .sent(isWithdrawn: false):
            state = .shown(number)
            outcome(.shown)
        case .sent(isWithdrawn: true):
            closeNotification(number)
            close()
            outcome(.shown)
        case .connecting, .shown, .over: break
        }
    }

    private func closeNotification(_ number: UInt32) {
        guard
            let call = try? NotificationService.call("CloseNotification", { $0.uint32(number) })
        else { return }
        connection.send(call)
        connection.flush(within: .milliseconds(100))
    }

    // The connection retains this object, and this object the connection, until it is closed.
    private func send(_ call: Message, then: @escaping (NotificationSession, [DBusValue]) -> Void) {
        connection.call(call, timeout: NotificationService.timeout) { reply in
            switch reply {
            case .success(let values): then(self, values)
            case .failure(let error): self.end(.failed(why: error.message))
            }
        }
    }

    private func end(_ what: Outcome) {
        let isReported =
            switch state {
            case .over, .sent(isWithdrawn: true): false
            case .connecting, .sent(isWithdrawn: false), .shown: true
            }
        close()
        if isReported { outcome(what) }
    }

    private func close() {
        state = .over
        connection.close()
    }
}
