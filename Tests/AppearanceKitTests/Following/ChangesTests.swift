import AppearanceKit
import AppearanceTestSupport
import Testing

/// Following the real service by `for await`.
@Suite(.bounded, .requires(.bus)) struct ChangesTests {
    private func next(
        _ changes: inout AppearanceChanges.Iterator, where matches: (AppearanceStatus) -> Bool
    ) async throws -> AppearanceStatus {
        let deadline = Deadline()
        while let status = await changes.next() {
            if matches(status) { return status }
            try deadline.check("another status than \(status)")
        }
        throw HarnessFailure("the changes have ended")
    }

    @Test func `the current status comes first`() async throws {
        let session = try Session("night")
        var changes = AppearanceChanges(socket: session.socket).makeAsyncIterator()
        #expect(await changes.next()?.appearance == .night)
        try session.set("light")
        #expect(await changes.next()?.appearance == .light)
    }

    @Test func `without a daemon the first status is light, at once`() async throws {
        let session = try Session()
        var changes = AppearanceChanges(socket: session.socket).makeAsyncIterator()
        let first = try #require(await changes.next())
        #expect(first.origin == .fallback)
        #expect(first.appearance == .light)
        try session.start()
        #expect(await changes.next()?.origin == .daemon)
    }

    @Test(arguments: [true, false])
    func `changes continue after a restart of the daemon`(isCrash: Bool) async throws {
        let session = try Session("night")
        var changes = AppearanceChanges(socket: session.socket).makeAsyncIterator()
        #expect(await changes.next()?.appearance == .night)
        for mode in ["dark", "light", "night"] {
            if isCrash { try session.kill() } else { try session.stop() }
            try session.start()
            try session.set(mode)
            let status = try await next(&changes) { $0.mode?.rawValue == mode }
            #expect(status.appearance.rawValue == mode)
        }
    }

    @Test func `many followers receive the same changes`() async throws {
        let session = try Session("night")
        let socket = session.socket
        try await withThrowingTaskGroup(of: Appearance?.self) { group in
            let (ready, signal) = AsyncStream.makeStream(of: Void.self)
            for _ in 0..<40 {
                group.addTask {
                    for await status in AppearanceChanges(socket: socket) {
                        signal.yield()
                        if status.appearance == .dark { return status.appearance }
                    }
                    return nil
                }
            }
            var count = 0
            for await _ in ready {
                count += 1
                if count == 40 { break }
            }
            try session.set("dark")
            for try await appearance in group { #expect(appearance == .dark) }
        }
    }
}
