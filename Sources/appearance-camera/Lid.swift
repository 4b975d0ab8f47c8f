internal import AppearanceKit
internal import AppearanceModel
internal import Linux

/// The lid of the machine, as logind reports it.
enum Lid {
    /// Whether it is closed; false without a lid or logind.
    static func isClosed(_ environment: (String) -> String?) -> Bool {
        let address =
            environment("DBUS_SYSTEM_BUS_ADDRESS")?.nonEmpty
            ?? BusAddress.ofSocket("/var/run/dbus/system_bus_socket")
        let call = BusCall(
            destination: "org.freedesktop.login1", path: "/org/freedesktop/login1",
            interface: "org.freedesktop.DBus.Properties", member: "Get",
            arguments: [.text("org.freedesktop.login1.Manager"), .text("LidClosed")],
            startsDestination: false)
        guard let reply = BusRequest.reply(to: call, at: address, within: .seconds(1)),
            reply.signature == "v"
        else { return false }
        var body = reply.body
        guard let type = try? body.signature(), type == "b", let value = try? body.number()
        else { return false }
        return value != 0
    }
}
