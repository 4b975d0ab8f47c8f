internal import AppearanceModel

/// The options of the command line.
package struct FilterOptions: Equatable, Sendable {
    /// The job.
    package enum Job: Hashable, Sendable {
        /// Turn the screen red at night, until stopped.
        case filter
        /// Stop the filter and restore the screen.
        case reset
        /// Print the status of the filter.
        case status(json: Bool)
    }

    package var job = Job.filter
    /// A configuration file instead of the usual ones.
    package var configurationPath: String?

    package init() {}
}

/// The version, the same as that of the daemon of the same release.
package let filterVersion = projectVersion

/// The display to filter, as the environment names it.
package enum DisplayName: Hashable, Sendable {
    /// An X server, such as `:0`.
    case x11(String)
    /// A Wayland compositor, such as `wayland-1`.
    case wayland(String)

    /// Finds the display; `nil` without one.
    ///
    /// A compositor precedes the X server that runs inside it.
    init?(_ environment: (String) -> String?) {
        func variable(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        if let name = variable("WAYLAND_DISPLAY") {
            self = .wayland(name)
        } else if let name = variable("DISPLAY") {
            self = .x11(name)
        } else {
            return nil
        }
    }

    /// The name.
    package var name: String {
        switch self {
        case .x11(let name), .wayland(let name): name
        }
    }

    /// The key of the display, the same for all screens of an X server.
    var key: String {
        switch self {
        case .wayland(let name): return Self.fileName(name)
        case .x11(let name):
            let colon = name.lastIndex(of: ":") ?? name.startIndex
            return Self.fileName(name[..<colon] + name[colon...].prefix { $0 != "." })
        }
    }

    private static func fileName(_ text: some StringProtocol) -> String {
        String(text.map { $0 == "/" ? "_" : $0 })
    }
}
