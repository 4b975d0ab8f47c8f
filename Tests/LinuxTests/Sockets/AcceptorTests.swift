import AppearanceTestSupport
import EventLoop
import Glibc
import Linux
import Testing

@Suite(.bounded, .withExitTests) struct AcceptorTests {
    let loop: EventLoop
    let temporary = TemporaryDirectory()
    let path: String

    init() throws {
        loop = try EventLoop()
        path = temporary.file("appearanced/socket")
    }

    @Test func `every client is accepted`() throws {
        var users: [UInt32] = []
        let acceptance = try Acceptor(
            of: UnixListener(path: path), on: loop, resting: { Issue.record($0) }
        ) { stream in
            users.append((try? stream.peer().userID) ?? .max)
        }
        let clients = (0..<100).map { _ in UnixClient(path) }
        try loop.turn { users.count == 100 }
        #expect(users == [UInt32](repeating: geteuid(), count: 100))
        #expect(!clients.contains { $0 == nil })
        withExtendedLifetime(acceptance) {}
    }

    @Test func `a client that left before its turn is skipped`() throws {
        var accepted = 0
        let acceptance = try Acceptor(
            of: UnixListener(path: path), on: loop, resting: { Issue.record($0) }
        ) { _ in accepted += 1 }
        do { withExtendedLifetime(UnixClient(path)) {} }
        let client = UnixClient(path)
        try loop.turn { accepted == 2 }
        #expect(client != nil)
        withExtendedLifetime(acceptance) {}
    }

    @Test func `a released acceptor accepts no client`() throws {
        var accepted = 0
        let listener = try UnixListener(path: path)
        var acceptance: Acceptor? = try Acceptor(
            of: listener, on: loop, resting: { Issue.record($0) }
        ) { _ in accepted += 1 }
        #expect(acceptance != nil)
        acceptance = nil
        let client = UnixClient(path)
        try loop.turnUntilIdle()
        #expect(client != nil)
        #expect(accepted == 0)
    }

    @Test func `a handler may release its acceptor`() throws {
        var accepted = 0
        var acceptance: Acceptor?
        acceptance = try Acceptor(
            of: UnixListener(path: path), on: loop, resting: { Issue.record($0) }
        ) { _ in
            accepted += 1
            acceptance = nil
        }
        #expect(acceptance != nil)
        let client = UnixClient(path)
        try loop.turnUntilIdle()
        #expect(client != nil)
        #expect(accepted == 1)
    }

    @Test func `without free descriptors clients wait and the loop sleeps`() async {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            let temporary = TemporaryDirectory()
            let path = temporary.file("appearanced/socket")
            var accepted = 0
            var rests: [IOError] = []
            let acceptance = try Acceptor(
                of: UnixListener(path: path), on: loop, resting: { rests.append($0) }
            ) { _ in accepted += 1 }
            let client = try #require(UnixClient(path))

            let limit = try DescriptorExhaustion()
            try loop.turnUntilIdle()
            #expect(accepted == 0)
            #expect(rests.map(\.errno) == [.processOutOfDescriptors])

            limit.end()
            try loop.turn { accepted == 1 }
            #expect(rests.count == 1)
            withExtendedLifetime((acceptance, client)) {}
        }
    }
}

/// Leaves no descriptor to the process until it ends.
private struct DescriptorExhaustion {
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    private var before = rlimit()

    init() throws {
        getrlimit(Self.resource, &before)
        let lowestFree = try #require([dup(2)].first { $0 >= 0 })
        close(lowestFree)
        var limit = rlimit(rlim_cur: rlim_t(lowestFree), rlim_max: before.rlim_max)
        setrlimit(Self.resource, &limit)
        try #require(dup(2) == -1)
    }

    func end() {
        var limit = before
        setrlimit(Self.resource, &limit)
    }
}
