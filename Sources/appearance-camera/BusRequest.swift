internal import AppearanceKit
internal import AppearanceModel
internal import DaemonClient
internal import Linux
internal import WindowPages

/// A call of a method on a message bus, whose reply is waited for.
enum BusRequest {
    /// Returns the reply; `nil` without a bus, for an error, or if there is none in time.
    static func reply(
        to call: BusCall, at address: String, within timeout: Duration
    ) -> BusMessage? {
        do {
            let readiness = try EpollSet.watching([])
            guard var connection = BusStream(to: address, readiness) else { return nil }
            let deadline = SystemClock.monotonic() + timeout.microseconds
            _ = try connection.send(.ofTheBus("Hello"))
            let serial = try connection.send(call)
            while true {
                while let message = try connection.next() {
                    guard message.replySerial == serial else { continue }
                    return message.type == BusMessage.errorReply ? nil : message
                }
                let rest = deadline - SystemClock.monotonic()
                guard rest > 0,
                    try wait(
                        for: readiness.rawValue,
                        within: Duration.microseconds(rest).pollMilliseconds, unlessHungUp: nil)
                else { return nil }
            }
        } catch {
            return nil
        }
    }
}

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

/// The notification of the first use of a camera.
enum FirstUseNotice {
    /// Shows it; returns whether a server has accepted it.
    static func show(_ camera: String, _ environment: (String) -> String?) -> Bool {
        let tr = UserLanguage(environment).text(_:)
        guard let address = environment("DBUS_SESSION_BUS_ADDRESS")?.nonEmpty else { return false }
        let call = BusCall(
            destination: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
            interface: "org.freedesktop.Notifications", member: "Notify",
            arguments: [
                .text("appearance-camera"), .number(0), .text("camera-web"), .text(summary(tr)),
                .text(text(camera, tr)), .texts([]), .noProperties, .integer(-1),
            ])
        return BusRequest.reply(to: call, at: address, within: .seconds(5)) != nil
    }

    /// Returns the text about a camera, without characters that a server reads as markup.
    static func text(_ camera: String, _ tr: (String) -> String) -> String {
        let name = camera.filter { !"<>&".contains($0) }
        let use = tr("%s is used for a second now and then, while light or dark is to be decided.")
        return [
            use.filled(name), tr("One number remains of each picture."),
            tr("To end it: %s").filled("systemctl --user disable --now appearance-camera"),
        ].joined(separator: " ")
    }

    private static func summary(_ tr: (String) -> String) -> String {
        tr("The camera measures the light of the room")
    }
}
