#if canImport(Testing)
    package import Testing

    /// Runs each case of a suite on its own threads, a limited number at once, and fails a case that
    /// exceeds its time limit.
    ///
    /// Most tests block while they wait for a program. Swift has as many threads as the machine has
    /// cores, so on them a few blocked tests would delay all others. Swift Testing's own `timeLimit`
    /// also counts the time that a case is queued; this one starts when the case does.
    package struct Bounded: SuiteTrait, TestTrait, TestScoping {
        fileprivate var limit: Duration

        package var isRecursive: Bool { true }

        package func provideScope(
            for test: Test, testCase: Test.Case?,
            performing function: @Sendable () async throws -> Void
        ) async throws {
            // A test may have its own limit beside the one of its suite.
            var limits = test.traits.compactMap { ($0 as? Bounded)?.limit }
            if Nightly.isOn, test.tags.contains(.scaledAtNight) { limits.append(.seconds(3_600)) }
            guard !Self.isInside, let limit = limits.max() else { return try await function() }
            try await Self.$isInside.withValue(true) {
                await TestSlots.shared.enter()
                defer { TestSlots.shared.leave() }
                let start = ContinuousClock.now
                defer { TestDurations.note(test, ContinuousClock.now - start) }
                try await run(test, within: limit, function)
            }
        }

        private func run(
            _ test: Test, within limit: Duration, _ function: @Sendable () async throws -> Void
        ) async throws {
            try await withoutActuallyEscaping(function) { function in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        try await Task.sleep(for: limit)
                        Issue.record(
                            "exceeded its limit of \(limit)", sourceLocation: test.sourceLocation)
                    }
                    group.addTask(executorPreference: BlockingThreads.shared) {
                        try await function()
                    }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        }

        @TaskLocal private static var isInside = false
    }

    extension Trait where Self == Bounded {
        /// Own threads for each case, and at most six minutes.
        package static var bounded: Self { bounded(minutes: 6) }

        /// The same with another limit; of several the longest counts.
        package static func bounded(minutes: Int) -> Self { Bounded(limit: .seconds(60 * minutes)) }
    }
#endif
