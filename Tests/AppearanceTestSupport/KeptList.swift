import Foundation

/// A list of what programs outside rely on, a line for each, in Tests/Fixtures/api.
///
/// `APPEARANCE_WRITE_SNAPSHOTS=1` in the environment adds the lines that are new. It removes none: what
/// docs/stability.md promises leaves a list by hand.
package struct KeptList {
    /// The lines of the list that a program or library has no more.
    package let missing: [String]
    /// The lines that are not in the list yet.
    package let new: [String]

    /// Compares the list of a name with the lines of now.
    package init(_ name: String, comparedWith lines: some Sequence<String>) throws {
        let file = "\(Repository.root)/Tests/Fixtures/api/\(name).txt"
        let now = Set(lines)
        var kept = Set(
            (FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) }
                ?? "").split(separator: "\n").map(String.init))
        if ProcessInfo.processInfo.environment["APPEARANCE_WRITE_SNAPSHOTS"] != nil {
            kept.formUnion(now)
            let text = kept.sorted().joined(separator: "\n") + "\n"
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }
        missing = kept.subtracting(now).sorted()
        new = now.subtracting(kept).sorted()
    }
}
