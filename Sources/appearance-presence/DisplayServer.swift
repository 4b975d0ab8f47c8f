internal import AppearanceModel

/// The display server of the session, by its variables.
struct DisplayServer {
    private let name: String
    private let isWayland: Bool
    /// The folder and the name of the socket at which it listens; `nil` if that is unknown, as on another machine.
    let socket: (folder: String, name: String)?

    /// Returns `nil` if the environment names none.
    init?(_ environment: (String) -> String?) {
        if let name = environment("WAYLAND_DISPLAY")?.nonEmpty {
            (self.name, isWayland) = (name, true)
            let folder = BaseDirectories.path("XDG_RUNTIME_DIR", environment)
            let path = name.hasPrefix("/") ? name : folder.map { "\($0)/\(name)" }
            let parts = path?.split(separator: "/").map(String.init) ?? []
            socket = parts.last.map { ("/" + parts.dropLast().joined(separator: "/"), $0) }
        } else if let name = environment("DISPLAY")?.nonEmpty {
            (self.name, isWayland) = (name, false)
            let number = name.hasPrefix(":") ? name.dropFirst().prefix { $0.isNumber } : ""
            socket = number.isEmpty ? nil : ("/tmp/.X11-unix", "X\(number)")
        } else {
            return nil
        }
    }

    /// Connects to it; `nil` if it does not accept the connection.
    func connect(_ wanted: WantedPresence) -> (any PresenceDisplay)? {
        isWayland ? WaylandPresence(name, wanted) : X11Presence(name, wanted)
    }
}
