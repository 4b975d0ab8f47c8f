import Foundation

/// A value that threads change while a test waits for it.
///
/// A test waits on the condition, never by sleeping: every change wakes it.
final class Awaited<Value>: @unchecked Sendable {
    private let condition = NSCondition()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    /// Changes the value, and wakes those who wait for it.
    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return body(&value)
    }

    /// Reads the value.
    func read<Result>(_ body: (Value) -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body(value)
    }

    /// Runs `find` under the lock at every change until it gives something or time is up.
    func wait<Found>(until deadline: Date, _ find: (inout Value) -> Found?) -> Found? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let found = find(&value) { return found }
            guard condition.wait(until: deadline) else { return find(&value) }
        }
    }

    /// The same for a time from now on.
    func wait<Found>(within timeout: Duration, _ find: (inout Value) -> Found?) -> Found? {
        wait(until: Date(timeIntervalSinceNow: timeout.inSeconds), find)
    }
}
