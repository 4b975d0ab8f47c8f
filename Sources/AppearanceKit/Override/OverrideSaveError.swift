internal import Glibc

/// Why a choice will be forgotten when the app ends; it holds until then.
public struct OverrideSaveError: Error, Hashable, CustomStringConvertible {
    /// The file that could not be written; empty where there is no place for one.
    public let path: String
    /// The system's error number.
    public let code: Int32

    init(_ path: String, errno code: Int32) {
        self.path = path
        self.code = code
    }

    /// What failed, why, and what it means.
    public var description: String {
        let reason =
            path.isEmpty
            ? "neither XDG_CONFIG_HOME nor HOME is set"
            : "\(path): \(String(cString: strerror(code)))"
        return "the choice holds only until the app ends: \(reason)"
    }
}
