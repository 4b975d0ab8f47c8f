internal import AppearanceKit
internal import AppearanceModel
internal import Linux
internal import WindowPages

/// The notification of the first use of a camera.
enum FirstUseNotice {
    private static let unitLink = "systemd/user/default.target.wants/appearance-camera.service"

    /// Returns the time at which the user has enabled the unit; `nil` if it is not enabled.
    static func timeEnabled(_ environment: (String) -> String?) -> WallTime? {
        let folder = BaseDirectories(environment).configuration ?? ""
        return File.linkTime(of: "\(folder)/\(Self.unitLink)")
            .map(WallTime.init(microsecondsSinceEpoch:))
    }

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
