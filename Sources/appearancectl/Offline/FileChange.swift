/// A file of the user's as it is, and as it is to be: shown first, and then written.
struct FileChange: Equatable {
    let path: String
    /// Nil where there is no such file yet.
    let before: String?
    let after: String
    /// What it is for, in words.
    let purpose: String

    /// The lines that go and come, in their order, as `diff` marks them.
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
