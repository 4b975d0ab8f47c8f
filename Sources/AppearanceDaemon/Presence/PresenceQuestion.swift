import AppearanceModel
import DBus
import Linux

/// A question to a service of the session, asked again at each of its signals.
struct PresenceQuestion {
    /// The subject in a log line: `games`.
    let subject: String
    /// The well-known name, which is never activated.
    let name: String
    let path: String
    let interface: String
    let member: String
    let body: Message.Body
    /// Whether the configuration asks for the answer.
    let isWanted: @Sendable (SwitchSettings) -> Bool
    /// Reads the answer; `nil` for one of another form.
    let report: ([DBusValue]) -> PresenceReport?

    static var all: [PresenceQuestion] {
        [games, inhibitionsOfGnome, inhibitions, idleOfGnome]
    }

    /// The games that are registered with GameMode.
    private static var games: PresenceQuestion {
        PresenceQuestion(
            subject: "games", name: "com.feralinteractive.GameMode",
            path: "/com/feralinteractive/GameMode", interface: "com.feralinteractive.GameMode",
            member: "ListGames", body: { _ in }, isWanted: { $0.hold.contains(.gamemode) }
        ) { answer in
            guard case .array(_, let games)? = answer.first else { return nil }
            // One is enough to hold a change.
            return PresenceReport(
                holders: games.prefix(1).map { game in
                    ChangeHolder(.gamemode, who: process(in: game).flatMap(ProcessTable.name) ?? "")
                })
        }
    }

    private static func process(in game: DBusValue) -> Int32? {
        guard case .structure(let members) = game, case .int32(let process)? = members.first
        else { return nil }
        return process
    }

    /// Whether a program keeps the session of GNOME from being idle.
    ///
    /// https://gitlab.gnome.org/GNOME/gnome-session/-/blob/main/gnome-session/org.gnome.SessionManager.xml
    private static var inhibitionsOfGnome: PresenceQuestion {
        property(
            "programs that ask for no interruption", "org.gnome.SessionManager",
            "/org/gnome/SessionManager", "InhibitedActions",
            isWanted: { $0.hold.contains(.inhibitors) }
        ) { value in
            guard case .uint32(let actions) = value else { return nil }
            let idle: UInt32 = 8
            return PresenceReport(
                holders: actions & idle == 0 ? [] : [ChangeHolder(.inhibitors, who: "")])
        }
    }

    /// Whether a program keeps Plasma or Xfce from saving power.
    private static var inhibitions: PresenceQuestion {
        PresenceQuestion(
            subject: "programs that keep the screen on", name: "org.freedesktop.PowerManagement",
            path: "/org/freedesktop/PowerManagement/Inhibit",
            interface: "org.freedesktop.PowerManagement.Inhibit", member: "HasInhibit",
            body: { _ in }, isWanted: { $0.hold.contains(.inhibitors) }
        ) { answer in
            answer.first?.flag.map {
                PresenceReport(holders: $0 ? [ChangeHolder(.inhibitors, who: "")] : [])
            }
        }
    }

    /// Whether the session of GNOME is idle.
    private static var idleOfGnome: PresenceQuestion {
        property(
            "the idle session", "org.gnome.SessionManager", "/org/gnome/SessionManager/Presence",
            "status", of: "org.gnome.SessionManager.Presence", isWanted: { $0.when == .idle }
        ) { value in
            guard case .uint32(let status) = value else { return nil }
            let idle: UInt32 = 3
            return PresenceReport(isIdle: status == idle)
        }
    }

    private static func property(
        _ subject: String, _ name: String, _ path: String, _ property: String,
        of interface: String? = nil, isWanted: @escaping @Sendable (SwitchSettings) -> Bool,
        report: @escaping (DBusValue) -> PresenceReport?
    ) -> PresenceQuestion {
        PresenceQuestion(
            subject: subject, name: name, path: path, interface: Message.propertiesInterface,
            member: "Get",
            body: {
                $0.string(interface ?? name)
                $0.string(property)
            }, isWanted: isWanted
        ) { $0.first.flatMap { report($0.unwrapped) } }
    }
}
