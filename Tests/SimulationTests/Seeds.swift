import Foundation

/// Which simulated days are lived through: a fixed set, or those that were asked for.
///
/// `scripts/test simulate 42` asks for one, `scripts/test simulate --count 5000` for many.
enum Seeds {
    /// The seeds of this run.
    static let chosen: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["APPEARANCE_SEED"].flatMap(UInt64.init) { return [seed] }
        let count = environment["APPEARANCE_SEED_COUNT"].flatMap(UInt64.init) ?? usual
        return Array(1...max(count, 1))
    }()

    /// Whether they were asked for.
    static let isChosen = ["APPEARANCE_SEED", "APPEARANCE_SEED_COUNT"].contains {
        ProcessInfo.processInfo.environment[$0] != nil
    }

    /// Enough for every kind of thing to have happened, and few enough for every day.
    private static let usual: UInt64 = 32
}
