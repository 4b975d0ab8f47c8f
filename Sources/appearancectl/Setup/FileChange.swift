internal import Console

/// A change of a user's file, which is shown before it is written.
struct FileChange: Equatable {
    let path: String
    /// The current text; `nil` if there is no such file yet.
    let before: String?
    let after: String
    /// The effect of the change, as the end of a sentence.
    let purpose: String

    /// The removed and added lines, marked as by `diff`.
    var marked: [String] {
        let old = Self.lines(before ?? "")
        let new = Self.lines(after)
        let difference = new.difference(from: old)
        let removals = difference.removals.map { change in
            if case .remove(_, let line, _) = change { "- " + line } else { "" }
        }
        let insertions = difference.insertions.map { change in
            if case .insert(_, let line, _) = change { "+ " + line } else { "" }
        }
        return (removals + insertions).filter { $0.count > 2 }
    }

    func write() throws(CommandLineError) { try FileWriting.write(after, to: path) }

    private static func lines(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
}
