import AppearanceDesktop
import DBus
import LinuxIO

/// Hears that one of the desktop's settings may have changed; letting go of it ends that.
///
/// No value is taken from what is heard: who asks what stands there now is never behind.
final class SettingListener {
    private var subscriptions: [Subscription] = []
    private var watch: PathWatch?

    init(
        to setting: DesktopSetting, on connection: BusConnection, kdeglobals path: String?,
        log: Log, _ heard: @escaping () -> Void
    ) {
        switch setting.place {
        case .gsettings(let schema, let key):
            let path = "/" + String(schema.map { $0 == "." ? "/" : $0 }) + "/" + key
            listen(
                on: connection, "ca.desrt.dconf", "ca.desrt.dconf.Writer", ["Notify"]
            ) { if Self.names(path, in: $0) { heard() } }
        case .xfconf(let channel, let property):
            listen(
                on: connection, "org.xfce.Xfconf", "org.xfce.Xfconf",
                ["PropertyChanged", "PropertyRemoved"]
            ) { if $0.prefix(2).map(\.text) == [channel, property] { heard() } }
        case .kdeglobals:
            guard let path else { return }
            watch = PathWatch(on: connection.loop, path: path) { event in
                switch event {
                case .settled: heard()
                case .unsettled: break
                case .blind(let failure):
                    log.warning("a change of \(path) may go unseen: \(failure)")
                }
            }
        }
    }

    deinit { for subscription in subscriptions { subscription.cancel() } }

    private func listen(
        on connection: BusConnection, _ sender: String, _ interface: String, _ members: [String],
        _ heard: @escaping ([DBusValue]) -> Void
    ) {
        subscriptions = members.map { member in
            connection.subscribe(
                to: MatchRule(sender: sender, interface: interface, member: member)
            ) { signal in
                if let arguments = try? signal.arguments() { heard(arguments) }
            }
        }
    }

    /// Whether a notice of dconf is about a path: it names a place and what lies below it, as in
    /// `/org/gnome/desktop/` and `["interface/color-scheme"]`; a place that ends in a slash is all
    /// that lies below.
    ///
    /// https://gitlab.gnome.org/GNOME/dconf/-/blob/main/common/dconf-changeset.c
    private static func names(_ path: String, in arguments: [DBusValue]) -> Bool {
        guard arguments.count >= 2, let prefix = arguments[0].text,
            case .array(_, let changes) = arguments[1]
        else { return false }
        return changes.contains { change in
            guard let rest = change.text else { return false }
            let changed = prefix + rest
            return changed == path || changed.hasSuffix("/") && path.hasPrefix(changed)
        }
    }
}
