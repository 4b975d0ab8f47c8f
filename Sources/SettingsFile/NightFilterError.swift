internal import AppearanceModel
package import Linux

/// The reason why the night filters of a session were not overridden.
package enum NightFilterError: Error, Equatable {
    /// `XDG_RUNTIME_DIR`, which has their files, names no folder.
    case noRuntimeDirectory
    case notInstalled
    case notRunning
    /// The configuration has no colours of the evening.
    case noTemperature
    /// The file of overrides cannot be locked, written or removed.
    case notWritten(path: String, IOError)
}

extension NightFilterError: CustomStringConvertible {
    /// The reason and the remedy, as sentences on several lines.
    package var description: String {
        switch self {
        case .noRuntimeDirectory:
            """
            XDG_RUNTIME_DIR \(BaseDirectories.problem(of: "XDG_RUNTIME_DIR") { CurrentProcess.variable($0) }), \
            so the night filter cannot be found.
            Run this inside your login session.
            """
        case .notInstalled:
            """
            The night filter, appearance-nightfilter, is not installed.
            Install its package, or build it in the source of appearanced:
              make nightfilter && make install
            """
        case .notRunning:
            """
            The night filter is not running. Start it, now and at every login:
              systemctl --user enable --now appearance-nightfilter
            or try it by hand:
              appearance-nightfilter
            If the screen is red nevertheless, restore it:
              appearance-nightfilter --reset
            """
        case .noTemperature:
            """
            There are no colours of the evening, as nightfilter.evening.temperature is 0. Set it, for example:
              appearancectl config set nightfilter.evening.temperature 3400
            """
        case .notWritten(let path, let error): error.whileWriting(path)
        }
    }
}
