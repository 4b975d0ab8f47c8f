import CDBus
import EventLoop

extension BusConnection {
    /// What becomes of a call: the values of the answer, or the error that came instead.
    package typealias Reply = Result<[DBusValue], DBusError>

    /// Sends a call; its answer, or that there will be none, comes in a later turn of the loop.
    ///
    /// Without a timeout it waits for as long as there is a bus.
    package func call(
        _ message: Message, timeout: Duration? = .seconds(25), answer: @escaping (Reply) -> Void
    ) {
        guard let pointer else {
            return afterwards {
                answer(.failure(.disconnected("the bus is gone; \(message.member) was not sent")))
            }
        }
        var serial: UInt32 = 0
        demandMemory(dbus_connection_send(pointer, message.pointer, &serial))
        openCalls.insert(
            serial, timer: timer(givingUp: serial, after: timeout, member: message.member),
            answer: answer)
    }

    /// Calls one of the bus's own methods, which it answers unless it dies.
    func ask(_ member: String, _ body: Message.Body, answer: @escaping (Reply) -> Void) {
        do throws(DBusError) {
            call(try MessageBus.call(member, body), timeout: nil, answer: answer)
        } catch {
            afterwards { answer(.failure(error)) }
        }
    }

    /// Hands the answer to a call to whoever made it; one that comes too late is dropped.
    func receive(answer message: Message) {
        guard let answer = openCalls.take(dbus_message_get_reply_serial(message.pointer)) else {
            return
        }
        if let error = message.error { return answer(.failure(error)) }
        answer(Result { () throws(DBusError) in try message.arguments() })
    }

    /// Tells every open call that no answer will come any more.
    func loseOpenCalls() {
        for answer in openCalls.takeAll() where !isClosed {
            answer(.failure(.disconnected("the bus is gone, and with it the answer")))
        }
    }

    /// A timer that gives a call up; nil where it is never given up.
    ///
    /// Its clock stands still in suspend: an answer that slept as long as we did is not late.
    private func timer(
        givingUp serial: UInt32, after timeout: Duration?, member: String
    ) -> TimerSource? {
        guard let timeout else { return nil }
        let timer = try? loop.timer(.monotonic) { [weak self] in
            let answer = self?.openCalls.take(serial)
            answer?(.failure(.noReply("\(member) was not answered within \(timeout)")))
        }
        timer?.arm(after: timeout)
        return timer
    }
}
