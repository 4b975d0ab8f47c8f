import Synchronization

/// The protocol by which Chromium is driven, over the two pipes of `--remote-debugging-pipe`.
///
/// https://chromedevtools.github.io/devtools-protocol/
final class DevTools: Sendable {
    private let channel: ByteChannel
    private let lastCall = Mutex<Int64>(0)
    private let timeout: Duration

    init(over channel: ByteChannel, timeout: Duration) {
        self.channel = channel
        self.timeout = timeout
    }

    /// Calls a method of the browser, or of the page of a session, and returns its result.
    @discardableResult
    func call(_ method: String, _ parameters: JSON = [:], in session: JSON = .null) throws -> JSON {
        let number = lastCall.withLock { number in
            number += 1
            return number
        }
        var call: [String: JSON] = [
            "id": .integer(number), "method": .string(method), "params": parameters,
        ]
        if session != .null { call["sessionId"] = session }
        try channel.send(Array(JSON.object(call).text.utf8) + [0])
        let reply = try nextMessage("the reply to \(method)") { $0["id"].integer == number }
        guard reply["error"] == .null else {
            throw HarnessFailure("\(method): \(reply["error"])")
        }
        return reply["result"]
    }

    /// Waits for an event; those before it are passed over.
    func waitForEvent(_ method: String) throws {
        _ = try nextMessage("the event \(method)") { $0["method"].string == method }
    }

    private func nextMessage(_ what: String, where matches: (JSON) -> Bool) throws -> JSON {
        let deadline = Deadline(within: timeout)
        while true {
            do {
                let bytes = try channel.take(upTo: 0, within: deadline.left)
                let message = try JSON(parsing: String(decoding: bytes, as: UTF8.self))
                if matches(message) { return message }
            } catch {
                throw HarnessFailure("Chromium, \(what): \(error)")
            }
        }
    }
}
