import Foundation
import Synchronization

/// Lets a limited number of test cases run at once, in the order of their requests.
///
/// `TESTS_AT_ONCE` in the environment is another number.
final class TestSlots: Sendable {
    static let shared = TestSlots(count: configuredCount)

    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(count: Int) { state = Mutex(State(free: count)) }

    private static let configuredCount =
        ProcessInfo.processInfo.environment["TESTS_AT_ONCE"].flatMap(Int.init)
        ?? 3 * ProcessInfo.processInfo.activeProcessorCount

    /// Returns once the caller has a slot.
    func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Hands the caller's slot to the next in line.
    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
