import AppearanceDesktop
import DBus
import EventLoop
import Linux

/// Reports that one of the desktop's settings may have changed; releasing it ends that.
///
/// The value is not taken from the report: the current one is read again.
final class SettingListener {
    private var subscriptions: [Subscription] = []
    private var watches: [PathWatch] = []

    init(
        to setting: DesktopSetting, on connection: BusConnection,
        in environment: ServiceEnvironment, log: Log, _ changed: @escaping () -> Void
    ) {
        switch setting.place {
        case .gsettings(let schema, let key):
            let path = DConfNotice.path(schema: schema, key: key)
            listen(
                on: connection, DConfNotice.sender, DConfNotice.interface, [DConfNotice.member]
            ) { if Self.names(path, in: $0) { changed() } }
        case .xfconf(let channel, let property):
            listenToXfconf(on: connection) { if $0 == channel, $1 == property { changed() } }
        case .xfconfScreens(let channel, let suffix):
            listenToXfconf(on: connection) {
                if $0 == channel, $1.hasSuffix(suffix) { changed() }
            }
        case .file(let path, _, _), .wholeFile(let path):
            watch(
                environment.configurationHome.map { ["\($0)/\(path)"] } ?? [], on: connection,
                log: log, changed)
        // No client of a display is told of a picture.
        case .x11Root, .swaybg: break
        case .kconfig:
            watch(environment.kdeglobalsPaths, on: connection, log: log, changed)
        case .plasmashell:
            let path = environment.plasmashellPath.map { [$0] } ?? []
            watch(path, on: connection, log: log, changed)
            // It comes after the daemon, and comes again after a crash.
            subscriptions = [
                connection.followOwner(of: PlasmaWallpaper.busName) { if $0 != nil { changed() } }
            ]
        }
    }

    private func watch(
        _ paths: [String], on connection: BusConnection, log: Log, _ changed: @escaping () -> Void
    ) {
        watches = paths.map { path in
            PathWatch(on: connection.loop, path: path) { event in
                switch event {
                case .settled: changed()
                case .unsettled: break
                case .blind(let failure): log.warning("cannot watch \(path): \(failure)")
                }
            }
        }
    }

    deinit { for subscription in subscriptions { subscription.cancel() } }

    private func listen(
        on connection: BusConnection, _ sender: String, _ interface: String, _ members: [String],
        _ changed: @escaping ([DBusValue]) -> Void
    ) {
        subscriptions = members.map { member in
            connection.subscribe(
                to: MatchRule(sender: sender, interface: interface, member: member)
            ) { signal in
                if let arguments = try? signal.arguments() { changed(arguments) }
            }
        }
    }

    /// Passes the channel and the property of each change in xfconf.
    private func listenToXfconf(
        on connection: BusConnection, _ changed: @escaping (String, String) -> Void
    ) {
        listen(
            on: connection, "org.xfce.Xfconf", "org.xfce.Xfconf",
            ["PropertyChanged", "PropertyRemoved"]
        ) { arguments in
            guard arguments.count >= 2, let channel = arguments[0].text,
                let property = arguments[1].text
            else { return }
            changed(channel, property)
        }
    }

    /// Returns whether the arguments of dconf's signal concern a path.
    private static func names(_ path: String, in arguments: [DBusValue]) -> Bool {
        guard arguments.count >= 2, let prefix = arguments[0].text,
            let changes = arguments[1].strings
        else { return false }
        return DConfNotice.names(path, prefix: prefix, changes: changes)
    }
}
