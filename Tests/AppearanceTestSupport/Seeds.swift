import Foundation

/// The seeds of tests that draw numbers by dice.
///
/// A seed is an argument of its test, so a failure names it, and `APPEARANCE_SEED=42` runs it again
/// alone. `APPEARANCE_SEED_COUNT=5000` runs the seeds from 1 to that number.
package enum Seeds {
    /// The seeds given in the environment, or the default ones of a test.
    package static func chosen(_ usual: some Sequence<UInt64>) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["APPEARANCE_SEED"].flatMap(UInt64.init) { return [seed] }
        guard let count = environment["APPEARANCE_SEED_COUNT"].flatMap(UInt64.init)
        else { return Array(usual) }
        return Array(1...max(count, 1))
    }
}
