// SPDX-License-Identifier: MIT

import CDBus

extension BusConnection {
    /// What becomes of a call: the values of the answer, or the error that came instead.
    package typealias Answer = Result<[DBusValue], DBusError>

    /// Sends a call; its answer, or that there will be none, comes in a later turn of the loop.
    package func call(
        _ message: Message, timeout: Duration = .seconds(25),
        answer: @escaping (Answer) -> Void
    ) {
        var pending: OpaquePointer?
        if isOpen {
            demandMemory(
                dbus_connection_send_with_reply(
                    pointer, message.pointer, &pending, timeout.wholeMilliseconds))
        }
        guard let pending else {
            return afterwards {
                answer(.failure(.disconnected("the bus is gone; nobody was asked")))
            }
        }
        let box = Unmanaged.passRetained(AnswerBox(answer))
        demandMemory(
            dbus_pending_call_set_notify(
                pending,
                { pending, data in
                    guard let pending, let data else { return }
                    let box = Unmanaged<AnswerBox>.fromOpaque(data).takeUnretainedValue()
                    box.open(dbus_pending_call_steal_reply(pending))
                }, box.toOpaque(),
                { data in
                    guard let data else { return }
                    Unmanaged<AnswerBox>.fromOpaque(data).release()
                }))
        dbus_pending_call_unref(pending)
    }

    /// Calls one of the bus's own methods.
    func ask(
        _ member: String, _ body: Message.Body, answer: @escaping (Answer) -> Void
    ) {
        do throws(DBusError) {
            call(try MessageBus.call(member, body), answer: answer)
        } catch {
            afterwards { answer(.failure(error)) }
        }
    }
}

/// Holds what to do with an answer for as long as libdbus holds the call.
private final class AnswerBox {
    private let answer: (BusConnection.Answer) -> Void

    init(_ answer: @escaping (BusConnection.Answer) -> Void) { self.answer = answer }

    func open(_ reply: OpaquePointer?) {
        guard let reply else { return }
        let message = Message(owning: reply)
        if let error = message.error { return answer(.failure(error)) }
        answer(Result { () throws(DBusError) in try message.arguments() })
    }
}

extension Duration {
    /// Rounded up, as libdbus takes a timeout; at least 1, since 0 and less have other meanings.
    fileprivate var wholeMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? .max : Int32(clamping: max(1, whole + part))
    }
}
