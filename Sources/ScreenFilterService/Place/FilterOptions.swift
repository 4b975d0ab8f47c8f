/// What the command line asks for.
package struct FilterOptions: Equatable, Sendable {
    /// What there is to do.
    package enum Job: Hashable, Sendable {
        /// Turn the screen red at night, until told to stop.
        case filter
        /// Give the screen back and end the filter.
        case reset
        /// Say what the filter does.
        case status(json: Bool)
    }

    package var job = Job.filter
    /// A configuration file in place of the usual ones.
    package var configurationPath: String?

    package init() {}
}

/// Why the filter ends; the raw value is the exit code.
package enum FilterExit: Int32, Error, Sendable {
    /// It was told to, or has done what it was asked for.
    case done = 0
    /// What was asked for cannot be done, or the configuration that was asked for cannot be taken.
    case refused = 1
    /// The command line makes no sense.
    case usage = 2
    /// Another one filters this display.
    case alreadyRunning = 3
    /// There is no display, or it went away.
    case noDisplay = 4
    /// The runtime directory cannot be used.
    case noRuntimeDirectory = 5
    /// A system call failed, such as for lack of descriptors; another start may succeed.
    case failed = 6
}

/// The version of this program, which is that of the service it comes with.
package let filterVersion = "0.1.0"

/// The display that is filtered, as the environment names it.
package enum DisplayName: Hashable, Sendable {
    /// An X server, such as `:0`.
    case x11(String)
    /// A Wayland compositor, such as `wayland-1`.
    case wayland(String)

    /// Nil where there is none; a compositor comes before the X server that runs inside it.
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

    /// The name alone.
    package var name: String {
        switch self {
        case .x11(let name), .wayland(let name): name
        }
    }

    /// The same for every name of one display: an X server is one, whatever its screens.
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
