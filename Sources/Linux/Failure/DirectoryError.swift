/// What makes a directory unfit for a private socket.
package enum DirectoryError: Hashable, Sendable {
    /// It is a symbolic link, or no directory at all.
    case notADirectory
    /// It belongs to another user.
    case foreignOwner(userID: UInt32)
    /// Others may write to it; these are its permission bits.
    case writableByOthers(mode: UInt32)
}

extension DirectoryError: CustomStringConvertible {
    /// The flaw as part of a sentence.
    package var description: String {
        switch self {
        case .notADirectory: "not a directory, or a symbolic link"
        case .foreignOwner(let userID): "owned by user \(userID)"
        case .writableByOthers(let mode): "writable by others (mode \(String(mode, radix: 8)))"
        }
    }
}
