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
