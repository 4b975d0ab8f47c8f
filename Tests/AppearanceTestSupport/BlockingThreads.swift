import Foundation

/// An executor whose jobs may block: a job for which no thread is idle gets a new one.
final class BlockingThreads: TaskExecutor, @unchecked Sendable {
    static let shared = BlockingThreads()

    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var idleThreads = 0

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        jobs.append(job)
        let isShort = idleThreads < jobs.count
        condition.signal()
        condition.unlock()
        if isShort { Thread.detachNewThread { self.work() } }
    }

    private func work() {
        // Ends with the process.
        while true { nextJob().runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func nextJob() -> UnownedJob {
        condition.lock()
        defer { condition.unlock() }
        idleThreads += 1
        // Ends with the process.
        while jobs.isEmpty { condition.wait() }
        idleThreads -= 1
        return jobs.removeFirst()
    }
}
