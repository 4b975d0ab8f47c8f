internal import AppearanceModel
internal import Linux

/// A change of a user's file, which is shown before it is written and can be undone afterwards.
package struct FileChange: Equatable, Sendable {
    package let path: String
    /// The current bytes; `nil` if there is no such file yet.
    package let before: [UInt8]?
    /// The new bytes; `nil` to remove the file.
    package let after: [UInt8]?
    /// The effect of the change, as the end of a sentence.
    package let purpose: String

    package init(path: String, before: [UInt8]?, after: [UInt8]?, purpose: String) {
        self.path = path
        self.before = before
        self.after = after
        self.purpose = purpose
    }

    /// The change back to the bytes before.
    package var undone: FileChange {
        FileChange(path: path, before: after, after: before, purpose: "as before")
    }

    /// The removed and added lines, marked as by `diff`.
    package var marked: [String] {
        let old = Self.lines(before)
        let new = Self.lines(after)
        let difference = new.difference(from: old) { $0.utf8.elementsEqual($1.utf8) }
        let removals = difference.removals.map { change in
            if case .remove(_, let line, _) = change { "- " + line } else { "" }
        }
        let insertions = difference.insertions.map { change in
            if case .insert(_, let line, _) = change { "+ " + line } else { "" }
        }
        return (removals + insertions).filter { $0.count > 2 }
    }

    private static func lines(_ bytes: [UInt8]?) -> [Substring] {
        String(decoding: bytes ?? [], as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
}

extension FileChange {
    /// Plans a change and writes it, while no other program of ours changes the file; nothing is written
    /// if it changes nothing.
    ///
    /// A program that takes no lock, such as an editor, may change the file meanwhile. Then the change is
    /// planned again, once.
    ///
    /// - Parameter plan: Returns the change of the file as it is now; `nil` for none.
    /// - Returns: The change that was made; `nil` if there was none to make any more.
    /// - Throws: `SettingsError` of the plan, or if the file cannot be locked or written.
    @discardableResult
    package static func make(
        _ plan: () throws(SettingsError) -> FileChange?
    ) throws(SettingsError) -> FileChange? {
        // An invalid plan makes no folder.
        guard var path = try plan()?.path else { return nil }
        for _ in 1...2 {
            let lock = try lock(path)
            guard let change = try plan() else { return nil }
            if change.path == path, try change.write(lock) { return change }
            path = change.path
        }
        throw .changedMeanwhile(path: path)
    }

    private static func lock(_ path: String) throws(SettingsError) -> FileEditLock {
        do throws(IOError) { return try FileEditLock(of: path) } catch {
            throw .notWritten(path: path, error)
        }
    }

    /// Writes the locked file; returns whether it was as planned.
    private func write(_ lock: borrowing FileEditLock) throws(SettingsError) -> Bool {
        guard after != before else { return true }
        // A rename would replace it.
        if File.isProtected(lock.path) {
            throw .readOnly(path: path, target: lock.path, [])
        }
        do throws(IOError) {
            guard let after else { return try lock.remove(ifContent: before) }
            return try lock.replace(before, by: after)
        } catch {
            throw .notWritten(path: lock.path, error)
        }
    }
}
