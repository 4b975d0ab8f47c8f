internal import AppearanceConfig
internal import AppearanceDesktop
internal import AppearanceModel
internal import DBus
internal import EventLoop
internal import Linux

/// The paths of a desktop's night light settings and of the restore journal, by the environment.
struct NightLightPlace {
    /// The state directory; `nil` without a home directory.
    let stateDirectory: String?
    /// The session of the desktop's programs.
    let session: DesktopSession
    /// The session bus; `nil` without one.
    let busAddress: String?
    /// The desktop in the environment; `nil` if unset.
    let currentDesktop: String?

    init(_ environment: (String) -> String?) {
        let directories = BaseDirectories(environment)
        stateDirectory = directories.state
        session = DesktopSession(configHome: directories.configuration, environment)
        busAddress = BusAddress.ofSession(environment)
        currentDesktop = environment("XDG_CURRENT_DESKTOP").flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension NightLight {
    /// The timeout of the bus.
    private static let timeout = Duration.seconds(1)

    /// Finds the night light of the running desktop, by `XDG_CURRENT_DESKTOP` or by the names on
    /// the session bus; `nil` if it has none.
    init?(runningIn place: NightLightPlace) {
        let found: NightLight? =
            if let names = place.currentDesktop {
                NightLight(of: Desktop(currentDesktop: names))
            } else {
                place.busAddress.flatMap(Self.onBus)
            }
        guard let found else { return nil }
        self = found
    }

    /// Finds the night light on a bus, on a loop of its own.
    private static func onBus(at address: String) -> NightLight? {
        guard let loop = try? EventLoop(),
            let connection = try? BusConnection(loop: loop, address: address),
            let timer = try? loop.timer(.monotonic, { loop.exit(0) })
        else { return nil }
        defer { connection.close() }
        connection.onDisconnected = { loop.exit(0) }
        timer.arm(after: timeout)
        var found: NightLight?
        let candidates = [NightLight.gnome, .kwin]
        var unanswered = candidates.count
        for nightLight in candidates {
            connection.followOwner(of: nightLight.busName) { owner in
                if owner != nil { found = nightLight }
                unanswered -= 1
                if found != nil || unanswered == 0 { loop.exit(0) }
            }
        }
        _ = try? loop.run()
        return found
    }
}
