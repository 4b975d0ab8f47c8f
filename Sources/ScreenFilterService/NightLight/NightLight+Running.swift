internal import AppearanceDesktop
internal import AppearanceModel
internal import DBus
internal import LinuxIO

extension NightLight {
    /// How long a bus may take to say who is on it.
    private static let patience = Duration.seconds(1)

    /// That of the desktop that runs: by `XDG_CURRENT_DESKTOP`, or where nobody has set that, by who
    /// is on the session bus; nil where it has none.
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

    /// On a loop of its own: nothing else can be done before it is known.
    private static func onBus(at address: String) -> NightLight? {
        guard let loop = try? EventLoop(),
            let connection = try? BusConnection(loop: loop, address: address),
            let timer = try? loop.timer(.monotonic, { loop.exit(0) })
        else { return nil }
        defer { connection.close() }
        connection.onDisconnected = { loop.exit(0) }
        timer.arm(after: patience)
        var found: NightLight?
        var unanswered = allCases.count
        for nightLight in allCases {
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
