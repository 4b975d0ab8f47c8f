import AppearanceTestSupport
import EventLoop
import Glibc
import Linux
import Testing

@Suite(.bounded) final class UnixStreamTests {
    private let stream: UnixStream
    private var peer: Int32

    init() {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        var pair: [Int32] = [-1, -1]
        precondition(socketpair(AF_UNIX, kind, 0, &pair) == 0)
        _ = fcntl(pair[0], F_SETFL, O_NONBLOCK)
        stream = UnixStream(owning: pair[0])
        peer = pair[1]
    }

    deinit { if peer >= 0 { close(peer) } }

    private func closePeer() {
        close(peer)
        peer = -1
        #expect(hangsUp(stream.descriptor))
    }

    @Test func `the user of the peer is known`() throws {
        let peer = try stream.peer()
        #expect(peer.userID == geteuid())
        #expect(peer.processID == UInt32(getpid()))
    }

    @Test func `received bytes are appended`() throws {
        var buffer = Array("old ".utf8)
        #expect(stream.receive(into: &buffer, atMost: 100) == .wouldBlock)
        #expect(write(peer, "new", 3) == 3)
        #expect(stream.receive(into: &buffer, atMost: 100) == .bytes(3))
        #expect(buffer == Array("old new".utf8))
    }

    @Test func `at most the requested number of bytes is received`() throws {
        #expect(write(peer, "abcde", 5) == 5)
        var buffer: [UInt8] = []
        #expect(stream.receive(into: &buffer, atMost: 2) == .bytes(2))
        #expect(stream.receive(into: &buffer, atMost: 2) == .bytes(2))
        #expect(stream.receive(into: &buffer, atMost: 2) == .bytes(1))
        #expect(buffer == Array("abcde".utf8))
    }

    @Test func `the end of the peer ends the stream`() throws {
        shutdown(peer, Int32(SHUT_WR))
        var buffer: [UInt8] = []
        #expect(stream.receive(into: &buffer, atMost: 100) == .closed)
    }

    @Test func `bytes are sent from an offset`() throws {
        #expect(stream.send(Array("0123456".utf8), from: 4) == .bytes(3))
        var received = [UInt8](repeating: 0, count: 10)
        #expect(read(peer, &received, 10) == 3)
        #expect(received.prefix(3) == ArraySlice("456".utf8))
    }

    @Test func `a closed peer raises no signal`() throws {
        closePeer()
        #expect(stream.send([1]) == .closed)
    }

    @Test func `a peer that closed with unread bytes is reported as closed`() throws {
        #expect(stream.send([1]) == .bytes(1))
        closePeer()
        var buffer: [UInt8] = []
        #expect(stream.receive(into: &buffer, atMost: 100) == .closed)
    }

    @Test func `an invalid socket fails`() throws {
        let pipe = Pipe()
        let stream = UnixStream(owning: duplicate(pipe.reader))
        var buffer: [UInt8] = []
        let errno = Errno(rawValue: ENOTSOCK)
        #expect(
            stream.receive(into: &buffer, atMost: 1)
                == .failed(.system(call: "recv", subject: "", errno: errno)))
        #expect(throws: IOError.self) { try stream.peer() }
    }

    // The peer's size is twice the requested one, less the kernel's overhead.
    @Test func `a peer that does not read costs little`() throws {
        try stream.limitSendBuffer(toBytes: 4_096)
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        guard case .bytes(let sent) = stream.send(bytes) else {
            Issue.record("an empty buffer took nothing")
            return
        }
        #expect((1...16_384).contains(sent))
        #expect(stream.send(bytes, from: sent) == .wouldBlock)

        let loop = try EventLoop()
        var writable = 0
        let source = try loop.watch(stream.descriptor, for: .writable) { _ in writable += 1 }
        try loop.turnUntilIdle()
        #expect(writable == 0)
        var received = [UInt8](repeating: 0, count: sent)
        #expect(recv(peer, &received, sent, Int32(MSG_WAITALL)) == sent)
        try loop.turn { writable > 0 }
        withExtendedLifetime(source) {}
    }
}
