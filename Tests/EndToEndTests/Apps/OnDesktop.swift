import AppearanceTestSupport
import Testing

/// Starts a scene once for a suite, and ends it with everything in it after the last test.
struct OnDesktop: SuiteTrait, TestScoping {
    @TaskLocal static var scene: AppScene?

    let start: AppScene.Start

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Self.$scene.withValue(AppScene(starting: start)) { try await function() }
    }
}

extension Trait where Self == OnDesktop {
    /// Has the suite's tests find a desktop on which one program runs.
    static func onDesktop(_ start: @escaping AppScene.Start) -> Self { OnDesktop(start: start) }
}
