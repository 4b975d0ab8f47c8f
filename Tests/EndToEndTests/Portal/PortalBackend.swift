import AppearanceTestSupport

/// The service as one of the portal's backends.
enum PortalBackend {
    static let name = "org.freedesktop.impl.portal.desktop.appearanced"
    static let path = "/org/freedesktop/portal/desktop"
    static let interface = "org.freedesktop.impl.portal.Settings"

    /// A foreign client of it, before or after it is there.
    static func client(_ environment: [String: String]) throws -> BusClient {
        try BusClient(
            environment: environment, name: name, path: path, interface: interface)
    }

    /// Returns the reply as one line, with the types as the reference tool prints them.
    static func reply(
        to method: String, _ arguments: String..., on daemon: RunningDaemon
    ) throws -> String {
        let finished = try ChildProcess.run(
            "dbus-send",
            ["--session", "--print-reply=literal", "--dest=\(name)", path, method] + arguments,
            environment: daemon.environment)
        return (finished.output + finished.errors).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }
}
