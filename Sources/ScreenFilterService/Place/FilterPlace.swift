internal import AppearanceModel
internal import LinuxIO

/// Where one display's filter keeps what others are to find, below `XDG_RUNTIME_DIR`.
package struct FilterPlace: Equatable, Sendable {
    /// The directory, which every display's filter shares.
    package let directory: String
    private let key: String

    /// The place for a display.
    package init(runtimeDirectory: String, display: DisplayName) {
        directory = "\(runtimeDirectory)/\(NightOverride.folder)"
        key = display.key
    }

    /// What keeps a second filter from the same display.
    package var lockPath: String { "\(directory)/\(key).lock" }
    /// What the filter says of itself.
    package var statusPath: String { "\(directory)/\(key).json" }

    /// What appearancectl wants of every filter of the session.
    var wishPath: String { "\(directory)/\(NightOverride.fileName)" }

    /// Makes the directory, or checks that it is this user's alone.
    func prepare() throws(IOError) { try PrivateDirectory.prepare(directory) }
}
