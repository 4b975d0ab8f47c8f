import Synchronization

/// The protocol by which Firefox is driven: lengths and JSON over TCP.
///
/// https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
final class Marionette: Sendable {
    private let channel: ByteChannel
    private let lastCommand = Mutex<Int64>(0)
    private let timeout: Duration

    /// Connects, and is greeted.
    init(port: UInt16, timeout: Duration) throws {
        channel = try ByteChannel(toLocalPort: port)
        self.timeout = timeout
        _ = try nextMessage()
    }

    /// Runs a command, and returns its result.
    @discardableResult
    func command(_ name: String, _ parameters: JSON = [:]) throws -> JSON {
        let number = lastCommand.withLock { number in
            number += 1
            return number
        }
        let request: JSON = [0, .integer(number), .string(name), parameters]
        let bytes = Array(request.text.utf8)
        do {
            try channel.send(Array("\(bytes.count):".utf8) + bytes)
            let deadline = Deadline(within: timeout)
            while true {
                try deadline.check("the reply")
                let reply = try nextMessage()
                guard reply[1].integer == number else { continue }
                guard reply[2] == .null else { throw HarnessFailure("\(reply[2])") }
                return reply[3]
            }
        } catch {
            throw HarnessFailure("Firefox, \(name): \(error)")
        }
    }

    private func nextMessage() throws -> JSON {
        let length = try channel.take(upTo: UInt8(ascii: ":"), within: timeout)
        guard let count = Int(String(decoding: length, as: UTF8.self)) else {
            throw HarnessFailure("a message of no length")
        }
        let bytes = try channel.take(count, within: timeout)
        return try JSON(parsing: String(decoding: bytes, as: UTF8.self))
    }
}
