import CDBus
import EventLoop
import Linux

extension BusConnection {
    /// The result of a call: the values of the reply, or the error.
    package typealias Reply = Result<[DBusValue], DBusError>

    /// Sends a call; its result arrives in a later turn of the loop.
    ///
    /// Without a timeout the call waits for as long as the bus exists.
    package func call(
        _ message: Message, timeout: Duration? = .seconds(25), answer: @escaping (Reply) -> Void
    ) {
        guard isOpen else {
            return afterwards {
                answer(.failure(.disconnected("the bus is gone; \(message.member) was not sent")))
            }
        }
        whenFree { [weak self] pointer in
            guard let self else { return }
            var serial: UInt32 = 0
            demandMemory(dbus_connection_send(pointer, message.pointer, &serial))
            openCalls.insert(
                serial, timer: timer(givingUp: serial, after: timeout, member: message.member),
                answer: answer)
        }
    }

    /// Calls a method of the bus itself.
    func ask(_ member: String, _ body: Message.Body, answer: @escaping (Reply) -> Void) {
        do throws(DBusError) {
            call(try MessageBus.call(member, body), timeout: nil, answer: answer)
        } catch {
            afterwards { answer(.failure(error)) }
        }
    }

    /// Passes a reply to its caller; a late one is dropped.
    func receive(answer message: Message) {
        guard let answer = openCalls.remove(dbus_message_get_reply_serial(message.pointer)) else {
            return
        }
        if let error = message.error { return answer(.failure(error)) }
        answer(Result { () throws(DBusError) in try message.arguments() })
    }

    /// Fails every open call, because no reply can arrive any more.
    func loseOpenCalls() {
        for answer in openCalls.removeAll() where !isClosed {
            answer(.failure(.disconnected("the bus is gone; the answer is lost")))
        }
    }

    /// Returns a timer that fails a call; `nil` for a call without a timeout.
    ///
    /// Its clock stops during suspend, so that suspended time does not count.
    private func timer(
        givingUp serial: UInt32, after timeout: Duration?, member: String
    ) -> TimerSource? {
        guard let timeout else { return nil }
        let timer = try? loop.timer(.monotonic) { [weak self] in
            let answer = self?.openCalls.remove(serial)
            answer?(.failure(.noReply("\(member) was not answered within \(timeout)")))
        }
        timer?.arm(after: timeout)
        return timer
    }
}

/// The calls that wait for their replies, by their serial numbers.
///
/// libdbus could keep this table too, but after the loss of a bus its calls wait for their
/// timeouts.
struct OpenCalls {
    private struct Call {
        let serial: UInt32
        let answer: (BusConnection.Reply) -> Void
        /// The timeout of the call, which runs while this exists.
        let timer: TimerSource?
    }

    /// In the order in which they were made, which is mostly that of their replies.
    private var calls: [Call] = []

    /// Adds a call until it is settled.
    mutating func insert(
        _ serial: UInt32, timer: TimerSource?, answer: @escaping (BusConnection.Reply) -> Void
    ) {
        calls.append(Call(serial: serial, answer: answer, timer: timer))
    }

    /// Removes a call and returns its handler; `nil` for a call that is not open.
    mutating func remove(_ serial: UInt32) -> ((BusConnection.Reply) -> Void)? {
        guard let index = calls.firstIndex(where: { $0.serial == serial }) else { return nil }
        return calls.remove(at: index).answer
    }

    /// Removes all calls and returns their handlers, in the order in which the calls were made.
    mutating func removeAll() -> [(BusConnection.Reply) -> Void] {
        defer { calls = [] }
        return calls.map(\.answer)
    }
}
