// A release build with Swift's libraries inside has no Testing, and builds this target all the
// same.
#if canImport(Testing)
    import Foundation
    package import Testing

    extension Trait where Self == ConditionTrait {
        /// Runs the test only where these components can run; with `CI=true` they must.
        package static func requires(_ requirements: Requirement...) -> Self {
            .enabled(comment(for: requirements)) {
                let problems = requirements.compactMap(\.problem)
                if problems.isEmpty { return true }
                guard ProcessInfo.processInfo.environment["CI"] == "true" else { return false }
                throw HarnessFailure(
                    "CI=true skips nothing, and this test \(problems.joined(separator: ", "))")
            }
        }

        private static func comment(for requirements: [Requirement]) -> Comment {
            Comment(rawValue: requirements.compactMap(\.problem).joined(separator: ", "))
        }
    }
#endif
