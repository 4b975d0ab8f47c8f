internal import AppearanceKit
internal import AppearanceModel
internal import DaemonClient
internal import Linux

/// A call of a method on a message bus, whose reply is waited for.
enum BusRequest {
    /// Returns the reply; `nil` without a bus, for an error, or if there is none in time.
    static func reply(
        to call: BusCall, at address: String, within timeout: Duration
    ) -> BusMessage? {
        do {
            let readiness = try EpollSet.watching([])
            guard var connection = BusStream(to: address, readiness) else { return nil }
            let deadline = SystemClock.monotonic() + timeout.microseconds
            _ = try connection.send(.ofTheBus("Hello"))
            let serial = try connection.send(call)
            while true {
                while let message = try connection.next() {
                    guard message.replySerial == serial else { continue }
                    return message.type == BusMessage.errorReply ? nil : message
                }
                let rest = deadline - SystemClock.monotonic()
                guard rest > 0,
                    try wait(
                        for: readiness.rawValue,
                        within: Duration.microseconds(rest).pollMilliseconds, unlessHungUp: nil)
                else { return nil }
            }
        } catch {
            return nil
        }
    }
}
