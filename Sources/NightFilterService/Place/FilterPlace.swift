internal import LinuxIO

/// Where one display's filter keeps what others are to find, below `XDG_RUNTIME_DIR`.
package struct FilterPlace: Equatable, Sendable {
    /// The directory, which every display's filter shares.
    package let directory: String
    private let key: String

    /// The place for a display, such as `:0`; a display and its screens are one.
    package init(runtimeDirectory: String, display: String) {
        directory = "\(runtimeDirectory)/appearance-nightfilter"
        let colon = display.lastIndex(of: ":") ?? display.startIndex
        let screenless = display[..<colon] + display[colon...].prefix { $0 != "." }
        key = String(screenless.map { $0 == "/" ? "_" : $0 })
    }

    /// What keeps a second filter from the same display.
    package var lockPath: String { "\(directory)/\(key).lock" }
    /// What the filter says of itself.
    package var statusPath: String { "\(directory)/\(key).json" }

    /// Makes the directory.
    func prepare() throws(IOFailure) { try Directory.create(directory) }
}
