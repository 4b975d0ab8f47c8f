/// A desktop portal with the settings of a test (python3-dbusmock).
package final class FakePortal: Sendable {
    private static let name = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    private static let mock = "org.freedesktop.DBus.Mock"

    private let process: ChildProcess
    private let client: BusClient

    /// Takes the portal's name on a session bus; the settings are namespaces of keys, in Python.
    package init(on bus: PrivateBus, settings: String) throws {
        let environment = TestHome.plainEnvironment.merging(bus.environment) { $1 }
        process = try ChildProcess(
            Python.system, ["-m", "dbusmock", Self.name, Self.path, Self.interface],
            environment: environment)
        client = try BusClient(
            environment: environment, name: Self.name, path: Self.path, interface: Self.interface)
        try client.waitForOwner()
        try set(settings)
    }

    private func set(_ settings: String) throws {
        try client.call(
            "AddMethod", "sssss",
            ["", "ReadAll", "as", "a{sa{sv}}", .string("ret = \(settings)")], interface: Self.mock)
    }

    /// Returns how often all settings were read.
    package func readings() throws -> Int {
        try client.call("GetMethodCalls", "s", ["ReadAll"], interface: Self.mock).items.count
    }

    /// Changes the settings, and emits the signal with each of some texts.
    package func change(to settings: String, emitting texts: String...) throws {
        try set(settings)
        for text in texts {
            try client.call(
                "EmitSignal", "sssav",
                [
                    .string(Self.interface), "SettingChanged", "s",
                    .array([["variant": ["s", .string(text)]]]),
                ], interface: Self.mock)
        }
    }
}
