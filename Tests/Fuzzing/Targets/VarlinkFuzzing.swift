import AppearanceProtocol

/// Bytes are cut into the same messages however they come in, and a call that is understood is
/// understood again when we say it ourselves.
enum VarlinkFuzzing {
    // Short, so that messages that are too long are found soon.
    private static let limit = 512

    static func flaw(in bytes: [UInt8]) -> String? {
        let whole = Cut(bytes, inPiecesOf: max(bytes.count, 1))
        for size in [1, 7, 64] where whole != Cut(bytes, inPiecesOf: size) {
            return "pieces of \(size) bytes make other messages"
        }
        // A thousand empty messages test no more than one.
        return whole.messages.prefix(16).firstNonNil(flaw(inMessage:))
    }

    private struct Cut: Equatable {
        var messages: [[UInt8]] = []
        var wasTooLong = false

        init(_ bytes: [UInt8], inPiecesOf size: Int) {
            var framer = MessageFramer(limit: VarlinkFuzzing.limit)
            do throws(CallError) {
                for start in stride(from: 0, to: bytes.count, by: size) {
                    framer.append(bytes[start..<min(start + size, bytes.count)])
                    while let message = try framer.next() { messages.append(message) }
                }
            } catch {
                wasTooLong = true
            }
        }
    }

    private static func flaw(inMessage message: [UInt8]) -> String? {
        do throws(CallError) {
            let call = try Call.decode(message)
            let again = call.encoded()
            guard again.last == 0, (try? Call.decode(Array(again.dropLast()))) == call else {
                return "understood once, and not again: \(call)"
            }
        } catch {
            guard let reply = error.reply else { return nil }
            // A long name is cut in the reply.
            guard case .error(let read)? = (try? Response.decode(Array(reply.dropLast())))?.outcome,
                read.name == error.error.name, Reply.error(read).encoded() == reply
            else { return "an error that no client reads: \(error)" }
        }
        return nil
    }
}
