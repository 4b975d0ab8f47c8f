import Foundation
import Synchronization
import Testing

@testable import AppearanceTestSupport

/// How test cases run beside each other.
@Suite(.bounded) struct BoundedTests {
    @Test func `more jobs may block than the machine has cores`() async {
        let count = 4 * ProcessInfo.processInfo.activeProcessorCount
        let arrived = DispatchSemaphore(value: 0)
        let mayLeave = DispatchSemaphore(value: 0)
        await withTaskGroup { group in
            for _ in 0..<count {
                group.addTask(executorPreference: BlockingThreads.shared) {
                    arrived.signal()
                    #expect(mayLeave.wait(timeout: .now() + 60) == .success)
                }
            }
            group.addTask(executorPreference: BlockingThreads.shared) {
                for _ in 0..<count { #expect(arrived.wait(timeout: .now() + 60) == .success) }
                for _ in 0..<count { mayLeave.signal() }
            }
        }
    }

    @Test func `no more cases run at once than there are slots`() async {
        let slots = TestSlots(count: 3)
        let running = Running()
        await withTaskGroup { group in
            for _ in 0..<30 {
                group.addTask {
                    await slots.enter()
                    running.counts.withLock {
                        $0.now += 1
                        $0.most = max($0.most, $0.now)
                    }
                    await Task.yield()
                    running.counts.withLock { $0.now -= 1 }
                    slots.leave()
                }
            }
        }
        #expect(running.counts.withLock { $0.now } == 0)
        #expect((1...3).contains(running.counts.withLock { $0.most }))
    }

    @Test func `a deadline that has passed throws`() throws {
        try Deadline().check("nothing")
        #expect(throws: HarnessFailure.self) {
            try Deadline(within: .zero).check("something")
        }
    }

    @Test func `descriptors and threads of an exited process are not counted`() throws {
        let process = try ChildProcess("true", environment: TestHome.plainEnvironment)
        try process.expectExit()
        #expect(throws: HarnessFailure.self) { try process.descriptorCount }
        #expect(throws: HarnessFailure.self) { try process.threadCount }
    }
}

/// How many cases run now, and the most there were at once.
private final class Running: Sendable {
    let counts = Mutex((now: 0, most: 0))
}
