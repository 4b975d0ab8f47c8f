internal import DaemonClient
internal import Glibc
package import Linux

/// The reason why a program cannot follow the appearance, why a choice was not saved, or why the
/// layout of an image does not fit.
///
/// A missing daemon is not an error. A choice that was not saved is in effect until the app exits
/// or another of its processes saves one.
public struct AppearanceError: Error, Hashable, CustomStringConvertible {
    /// The system's error number; 0 if no call of the system failed.
    public let code: Int32
    /// The consequence and the cause, with the remedy if there is one.
    public let description: String

    /// Creates an error without a failed call of the system.
    package init(_ description: String) {
        code = 0
        self.description = description
    }

    /// Creates the error of a system call without which the appearance cannot be followed.
    package init(following call: String, errno code: Int32) {
        self.code = code
        description = "cannot follow the appearance: \(call): \(String(cString: strerror(code)))"
    }

    /// Creates the error of a system call without which the appearance cannot be followed.
    package init(following error: IOError) {
        self.init(following: error.call, errno: error.code)
    }

    /// Returns a value whose calls of the system it needs to follow the appearance.
    package static func following<Value: ~Copyable>(
        _ body: () throws(IOError) -> Value
    ) throws(AppearanceError) -> Value {
        do throws(IOError) { return try body() } catch { throw AppearanceError(following: error) }
    }

    /// Creates the error of a choice that is not saved in a file; `nil` if there is no folder.
    init(savingTo path: String?, errno code: Int32) {
        self.code = code
        let reason =
            path.map { "\($0): \(String(cString: strerror(code)))" }
            ?? "neither XDG_CONFIG_HOME nor HOME is set"
        description = "the choice is not saved and ends with the app: \(reason)"
    }
}

extension EpollSet {
    /// Creates a set of the descriptors that there are, by which an app follows the appearance.
    static func following(_ descriptors: [Int32?]) throws(AppearanceError) -> EpollSet {
        try AppearanceError.following { () throws(IOError) in try .watching(descriptors) }
    }
}
