/// A desktop portal whose settings are what a test says (python3-dbusmock).
package final class FakePortal: Sendable {
    private let process: ChildProcess

    /// Takes the portal's name on a session bus; the settings are namespaces of keys, in Python.
    package init(on bus: PrivateBus, settings: String) throws {
        let (name, path) = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
        let interface = "org.freedesktop.portal.Settings"
        let environment = TestHome.plainEnvironment.merging(bus.environment) { $1 }
        process = try ChildProcess(
            Python.system, ["-m", "dbusmock", name, path, interface], environment: environment)
        let client = try BusClient(
            environment: environment, name: name, path: path, interface: interface)
        try client.waitForOwner()
        try client.call(
            "AddMethod", "sssss",
            ["", "ReadAll", "as", "a{sa{sv}}", .string("ret = \(settings)")],
            interface: "org.freedesktop.DBus.Mock")
    }
}
