#if canImport(Testing)
    import Foundation
    package import Testing

    extension Trait where Self == ConditionTrait {
        /// Runs the test only if a condition holds that is no `Requirement`; with
        /// `CI=true` it must hold.
        package static func requires(
            that condition: @escaping @autoclosure @Sendable () -> Bool, _ reason: String
        ) -> Self {
            .enabled(Comment(rawValue: "needs \(reason)")) {
                if condition() { return true }
                guard ProcessInfo.processInfo.environment["CI"] == "true" else { return false }
                throw HarnessFailure("CI=true skips nothing, and this test needs \(reason)")
            }
        }
    }
#endif
