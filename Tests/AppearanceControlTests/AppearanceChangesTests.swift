import AppearanceKit
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The library's sequence against a daemon that comes and goes.
@Suite(.bounded) struct AppearanceChangesTests {
    private let directory: RuntimeDirectory

    init() throws { directory = try RuntimeDirectory() }

    @Test func `the current status comes first, then changes`() async throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        var changes = AppearanceChanges(socket: directory.socket).makeAsyncIterator()
        let first = try #require(await changes.next())
        #expect(first.appearance == .dark)
        #expect(first.mode == .auto)
        #expect(first.reason == .sensor)
        #expect(first.explanation == FakeDaemon.status.explanation)
        #expect(first.since == FakeDaemon.since)
        #expect(first.light == LightReading(value: 12.5, unit: .lux))
        daemon.change { $0.appearance = .light }
        #expect(await changes.next()?.appearance == .light)
    }

    @Test func `the changes begin when the daemon starts`() async throws {
        var changes = AppearanceChanges(socket: directory.socket).makeAsyncIterator()
        #expect(await changes.next()?.origin == .fallback)
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        #expect(await changes.next()?.appearance == .dark)
    }

    @Test(arguments: [false, true])
    func `the changes continue after a restart of the daemon`(isCrash: Bool) async throws {
        let first = try FakeDaemon(in: directory)
        var changes = AppearanceChanges(socket: directory.socket).makeAsyncIterator()
        #expect(await changes.next()?.appearance == .dark)
        if isCrash { first.crash() } else { first.stop() }
        var status = FakeDaemon.status
        status.appearance = .night
        let second = try FakeDaemon(in: directory, status: status)
        defer { second.stop() }
        #expect(await changes.next()?.appearance == .night)
    }

    @Test func `an unchanged status after a lost connection is not repeated`() async throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        var changes = AppearanceChanges(socket: directory.socket).makeAsyncIterator()
        #expect(await changes.next()?.sequence == 7)
        daemon.hangUp()
        #expect(daemon.losesWatcher())
        daemon.change { $0.sequence = 8 }
        #expect(await changes.next()?.sequence == 8)
    }

    @Test func `a slow reader receives the newest status and none out of order`() async throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        var changes = AppearanceChanges(socket: directory.socket).makeAsyncIterator()
        var last = try #require(await changes.next()).sequence
        for sequence in 8...200 as ClosedRange<Int64> {
            daemon.change { $0.sequence = sequence }
        }
        let deadline = Deadline()
        while last < 200 {
            try deadline.check("status 200")
            let sequence = try #require(await changes.next()).sequence
            #expect(sequence > last)
            last = sequence
        }
        #expect(last == 200)
    }

    @Test func `a cancelled task closes the connection`() async throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        let (started, signal) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [socket = directory.socket] in
            for await _ in AppearanceChanges(socket: socket) { signal.yield() }
        }
        for await _ in started { break }
        task.cancel()
        await task.value
        #expect(daemon.losesWatcher())
    }

    @Test func `a released iterator closes the connection`() async throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        do {
            var changes = AppearanceChanges(socket: directory.socket).makeAsyncIterator()
            #expect(await changes.next() != nil)
        }
        #expect(daemon.losesWatcher())
    }

    @Test func `the appearance is light without a session`() async {
        var changes = AppearanceChanges(socket: nil).makeAsyncIterator()
        #expect(await changes.next()?.appearance == .light)
    }
}
