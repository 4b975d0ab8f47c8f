import AppearanceTestSupport
import EventLoop
import Glibc
import Linux
import Synchronization
import Testing

@Suite(.bounded) struct BackgroundThreadTests {
    @Test func `join waits for the body`() throws {
        let isDone = Mutex(false)
        let gate = try Parker()
        let thread = try BackgroundThread.start(name: "worker") {
            _ = try? gate.wait(untilBoottime: nil)
            isDone.withLock { $0 = true }
        }
        gate.wake()
        thread.join()
        thread.join()
        #expect(isDone.withLock { $0 })
    }

    @Test(arguments: [("writer", "writer"), ("a name that is long", "a name that is ")])
    func `a thread has its name in the kernel`(name: String, shown: String) throws {
        let seen = Mutex("")
        let gate = try Parker()
        let thread = try BackgroundThread.start(name: name) {
            _ = try? gate.wait(untilBoottime: nil)
            let bytes = (try? File.read("/proc/thread-self/comm", limit: 100)) ?? []
            seen.withLock { $0 = String(decoding: bytes.dropLast(), as: UTF8.self) }
        }
        gate.wake()
        thread.join()
        #expect(seen.withLock { $0 } == shown)
    }

    @Test func `signals are left to other threads`() throws {
        @Sendable func isBlocked(_ signal: Int32) -> Bool {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            return sigismember(&mask, signal) == 1
        }
        let wasBlocked = isBlocked(SIGURG)
        let blocked = Mutex<[Bool]>([])
        let thread = try BackgroundThread.start(name: "worker") {
            let answers = [SIGTERM, SIGHUP, SIGURG, SIGSEGV].map(isBlocked)
            blocked.withLock { $0 = answers }
        }
        thread.join()
        #expect(blocked.withLock { $0 } == [true, true, true, false])
        #expect(isBlocked(SIGURG) == wasBlocked)
    }

    @Test func `the values that the body captures are freed with it`() throws {
        final class Token: Sendable {}
        var token: Token? = Token()
        weak let trace = token
        let thread = try BackgroundThread.start(name: "worker") { [token] in
            withExtendedLifetime(token) {}
        }
        token = nil
        thread.join()
        #expect(trace == nil)
    }

    @Test func `a released thread continues to run`() throws {
        let mailbox = try Mailbox<String>()
        let gate = try Parker()
        do {
            let thread = try BackgroundThread.start(name: "worker") {
                _ = try? gate.wait(untilBoottime: nil)
                mailbox.post("done")
            }
            withExtendedLifetime(thread) {}
        }
        gate.wake()
        let loop = try EventLoop()
        var messages: [String] = []
        let delivery = try MailboxDelivery(of: mailbox, on: loop) { messages += $0 }
        try loop.turn { !messages.isEmpty }
        #expect(messages == ["done"])
        withExtendedLifetime(delivery) {}
    }

    @Test(arguments: [(1, "pthread_attr_setstacksize"), (1 << 60, "pthread_create")])
    func `an invalid stack size is an error`(stackBytes: Int, call: String) {
        let failure = #expect(throws: IOError.self) {
            _ = try BackgroundThread.start(name: "worker", stackBytes: stackBytes) {}
        }
        #expect(failure?.description.hasPrefix("\(call) worker: ") == true)
    }

    @Test func `a thread can run its own loop`() throws {
        let requests = try Mailbox<Int>()
        let answers = try Mailbox<Int>()
        let thread = try BackgroundThread.start(name: "worker") {
            guard let loop = try? EventLoop() else { return }
            let delivery = try? MailboxDelivery(of: requests, on: loop) { numbers in
                for number in numbers {
                    if number == 0 { loop.exit(0) } else { answers.post(number * 2) }
                }
            }
            _ = try? loop.run()
            withExtendedLifetime(delivery) {}
        }
        for number in [1, 2, 3, 0] { requests.post(number) }
        thread.join()
        let loop = try EventLoop()
        var received: [Int] = []
        let delivery = try MailboxDelivery(of: answers, on: loop) { received += $0 }
        try loop.turnUntilIdle()
        #expect(received == [2, 4, 6])
        withExtendedLifetime(delivery) {}
    }

    @Test func `the loop delivers the result of work, and the next may begin then`() throws {
        let loop = try EventLoop()
        var work: BackgroundWork<Int>?
        var results: [Int] = []
        func begin(_ number: Int) throws {
            work = try BackgroundWork("worker", on: loop) {
                number * 2
            } then: { result in
                work = nil
                results.append(result)
                if number < 3 { try? begin(number + 1) }
            }
        }
        try begin(1)
        #expect(results.isEmpty)
        try loop.turn(until: { results.count == 3 })
        try loop.turnUntilIdle()
        #expect(results == [2, 4, 6])
        #expect(work == nil)
    }

    @Test func `released work has no result`() throws {
        let loop = try EventLoop()
        var results: [Int] = []
        var work: BackgroundWork<Int>? = try BackgroundWork("worker", on: loop) {
            1
        } then: {
            results.append($0)
        }
        work?.finish()
        work = nil
        try loop.turnUntilIdle()
        #expect(results.isEmpty)
    }
}
