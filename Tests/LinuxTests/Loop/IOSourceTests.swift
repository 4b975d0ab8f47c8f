import AppearanceTestSupport
import EventLoop
import Glibc
import Linux
import Testing

@Suite(.bounded) struct IOSourceTests {
    let loop: EventLoop
    let pipe = Pipe()

    init() throws { loop = try EventLoop() }

    @Test func `readiness is reported`() throws {
        var ready: [Interest] = []
        let source = try loop.watch(pipe.reader, for: .readable) { [pipe] interest in
            ready.append(interest)
            pipe.drain()
        }
        try loop.turnUntilIdle()
        #expect(ready.isEmpty)
        pipe.write("x")
        try loop.turnUntilIdle()
        #expect(ready == [.readable])
        withExtendedLifetime(source) {}
    }

    @Test func `a hangup is reported without being requested`() throws {
        var ready: Interest = []
        let source = try loop.watch(pipe.reader, for: .readable) { ready = $0 }
        pipe.closeWriter()
        try loop.turn { !ready.isEmpty }
        #expect(ready == .hangup)
        withExtendedLifetime(source) {}
    }

    @Test func `an error is reported`() throws {
        var ready: Interest = []
        let source = try loop.watch(pipe.writer, for: .writable) { ready = $0 }
        pipe.closeReader()
        try loop.turn { ready.contains(.error) }
        #expect(ready == [.writable, .error])
        withExtendedLifetime(source) {}
    }

    @Test func `a source without interest reports nothing`() throws {
        var calls = 0
        let source = try loop.watch(pipe.reader, for: []) { _ in calls += 1 }
        pipe.write("x")
        pipe.closeWriter()
        try loop.turnUntilIdle()
        #expect(calls == 0)
        source.interest = .readable
        try loop.runOnce(timeout: 0)
        #expect(calls == 1)
        source.interest = []
        try loop.turnUntilIdle()
        #expect(calls == 1)
    }

    /// Otherwise it could not be added again where `fs.epoll.max_user_watches` is reached.
    @Test(.row("P9")) func `a source without interest stays in epoll`() throws {
        func isWatched() throws -> Bool {
            let folder = "/proc/self/fdinfo"
            return try Directory.names(in: folder).contains { name in
                let text = File.text(of: "\(folder)/\(name)", limit: 1 << 20) ?? ""
                return text.split(separator: "\n").contains { line in
                    let words = line.split(separator: " ")
                    return words.first == "tfd:" && words.dropFirst().first == "\(pipe.reader)"
                }
            }
        }
        let source = try loop.watch(pipe.reader, for: .readable) { _ in }
        #expect(try isWatched())
        source.interest = []
        #expect(try isWatched())
        source.interest = .readable
        #expect(try isWatched())
    }

    /// A hang-up cannot be switched off in epoll; a loop that is woken by it would spin.
    @Test func `a hangup without interest does not wake the loop again and again`() throws {
        let source = try loop.watch(pipe.reader, for: .readable) { _ in }
        source.interest = []
        pipe.closeWriter()
        var turns = 0
        while try loop.runOnce(timeout: 0) { turns += 1 }
        #expect(turns <= 1)
        withExtendedLifetime(source) {}
    }

    @Test func `an edge-triggered source reports once until it is armed again`() throws {
        var ready: [Interest] = []
        let source = try loop.watch(pipe.reader, for: [.readable, .edge]) { ready.append($0) }
        pipe.write("x")
        try loop.turnUntilIdle()
        #expect(ready == [.readable])
        source.rearm()
        try loop.turnUntilIdle()
        #expect(ready == [.readable, .readable])
        pipe.drain()
        source.rearm()
        try loop.turnUntilIdle()
        #expect(ready.count == 2)
    }

    @Test func `a handler can change the interest`() throws {
        var writable = 0
        var source: IOSource?
        source = try loop.watch(pipe.writer, for: .writable) { _ in
            writable += 1
            source?.interest = []
        }
        try loop.turnUntilIdle()
        #expect(writable == 1)
        source = nil
    }

    @Test func `a handler may release its own source`() throws {
        var source: IOSource?
        var calls = 0
        source = try loop.watch(pipe.reader, for: .readable) { _ in
            source = nil
            calls += 1
        }
        #expect(source != nil)
        pipe.write("x")
        try loop.turnUntilIdle()
        #expect(calls == 1)
        #expect(source == nil)
    }

    @Test func `a handler may release another source that is ready too`() throws {
        let other = Pipe()
        var sources: [IOSource] = []
        var calls = 0
        let handler: (Interest) -> Void = { _ in
            calls += 1
            sources = []
        }
        sources.append(try loop.watch(pipe.reader, for: .readable, handler))
        sources.append(try loop.watch(other.reader, for: .readable, handler))
        pipe.write("x")
        other.write("x")
        try loop.turnUntilIdle()
        #expect(calls == 1)
    }

    @Test func `the handler is freed with its source`() throws {
        final class Token {}
        var token: Token? = Token()
        weak let trace = token
        var source: IOSource? = try loop.watch(pipe.reader, for: .readable) { [token] _ in
            withExtendedLifetime(token) {}
        }
        token = nil
        #expect(trace != nil)
        #expect(source != nil)
        source = nil
        #expect(trace == nil)
    }

    @Test func `a second source on one descriptor is refused`() throws {
        let first = try loop.watch(pipe.reader, for: .readable) { _ in }
        #expect(
            throws: IOError.system(
                call: "sd_event_add_io", subject: "descriptor \(pipe.reader)", errno: .fileExists)
        ) {
            _ = try loop.watch(pipe.reader, for: .writable) { _ in }
        }
        withExtendedLifetime(first) {}
    }

    @Test func `a released descriptor can be watched again`() throws {
        var calls = 0
        var source: IOSource? = try loop.watch(pipe.reader, for: .readable) { _ in }
        #expect(source != nil)
        source = nil
        source = try loop.watch(pipe.reader, for: .readable) { [pipe] _ in
            calls += 1
            pipe.drain()
        }
        pipe.write("x")
        try loop.turnUntilIdle()
        #expect(calls == 1)
        withExtendedLifetime(source) {}
    }
}
