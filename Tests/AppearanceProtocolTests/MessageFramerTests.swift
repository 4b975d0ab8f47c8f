import AppearanceLimits
import AppearanceProtocol
import AppearanceTestSupport
import Testing

@Suite(.bounded) struct MessageFramerTests {
    private static let messages = [
        "{\"method\":\"a.b\"}", "", "{}", String(repeating: "é", count: 99),
    ]
    private static let stream: [UInt8] = messages.flatMap { $0.utf8 + [0] }

    @Test(arguments: [1, 2, 3, 7, 64, 1000])
    func `messages do not depend on how the stream is split`(pieceLength: Int) throws {
        var framer = MessageFramer()
        var found: [String] = []
        for start in stride(from: 0, to: Self.stream.count, by: pieceLength) {
            framer.append(Self.stream[start..<min(start + pieceLength, Self.stream.count)])
            while let message = try framer.next() {
                found.append(String(decoding: message, as: UTF8.self))
            }
        }
        #expect(found == Self.messages)
    }

    @Test func `an unfinished message waits for its end`() throws {
        var framer = MessageFramer()
        framer.append([1, 2][...])
        #expect(try framer.next() == nil)
        #expect(try framer.next() == nil)
        framer.append([3, 0, 4][...])
        #expect(try framer.next() == [1, 2, 3])
        #expect(try framer.next() == nil)
    }

    @Test func `a message of exactly the limit is accepted`() throws {
        var framer = MessageFramer(limit: 10)
        let message = [UInt8](repeating: 7, count: 10)
        framer.append((message + [0])[...])
        #expect(try framer.next() == message)
    }

    @Test(arguments: [[], [0 as UInt8]])
    func `a message one byte over the limit is refused`(end: [UInt8]) {
        var framer = MessageFramer(limit: 10)
        framer.append(([UInt8](repeating: 7, count: 11) + end)[...])
        let error = #expect(throws: CallError.self) { try framer.next() }
        #expect(error?.error == .limitsExceeded(limit: "10 bytes a message"))
    }

    @Test func `messages before one that is too long are delivered`() throws {
        var framer = MessageFramer(limit: 2)
        framer.append([1, 0, 2, 0, 3, 3, 3, 0, 4, 0][...])
        #expect(try framer.next() == [1])
        #expect(try framer.next() == [2])
        #expect(throws: CallError.self) { try framer.next() }
        #expect(throws: CallError.self) { try framer.next() }
    }

    @Test func `call limit is 64 KiB`() {
        #expect(Limits.callBytes == 65_536)
        var framer = MessageFramer()
        framer.append([UInt8](repeating: 32, count: 65_537)[...])
        let error = #expect(throws: CallError.self) { try framer.next() }
        #expect(error?.error == .limitsExceeded(limit: "65536 bytes a message"))
    }
}
