package import AppearanceDesktop
package import DBus
internal import EventLoop
package import Linux

/// Reports that settings of the desktop may have changed; releasing it ends that.
///
/// The value is not taken from the report: the current one is read again.
package final class SettingListener {
    /// The time that the maker of a new directory has to complete the file in it.
    private static let gracePeriod = Duration.seconds(1)

    private var subscriptions: [Subscription] = []
    private var watches: [PathWatch] = []

    /// Starts to listen; `changed` is called by the loop.
    package init(
        to notices: [ChangeNotice], on connection: BusConnection, log: Log,
        _ changed: @escaping () -> Void
    ) {
        /// Listens to a signal whose first two arguments tell whether it concerns the setting.
        func listen(
            to sender: String, _ interface: String, _ member: String,
            _ isAbout: @escaping (DBusValue, DBusValue) -> Bool
        ) {
            let rule = MatchRule(sender: sender, interface: interface, member: member)
            subscriptions.append(
                connection.subscribe(to: rule) { signal in
                    guard let arguments = try? signal.arguments(), arguments.count >= 2,
                        isAbout(arguments[0], arguments[1])
                    else { return }
                    changed()
                })
        }
        for notice in notices {
            switch notice {
            case .dconf(let path):
                listen(to: "ca.desrt.dconf", "ca.desrt.dconf.Writer", "Notify") {
                    guard let prefix = $0.text, let changes = $1.strings else { return false }
                    return DConfNotice.names(path, prefix: prefix, changes: changes)
                }
            case .xfconf(let channel, let suffix):
                for member in ["PropertyChanged", "PropertyRemoved"] {
                    listen(to: "org.xfce.Xfconf", "org.xfce.Xfconf", member) {
                        $0.text == channel && $1.text?.hasSuffix(suffix) == true
                    }
                }
            case .file(let path):
                // A file that has come with its directory may already be complete.
                let timer = try? connection.loop.timer(.monotonic) {
                    if File.exists(path) { changed() }
                }
                watches.append(
                    PathWatch(on: connection.loop, path: path) { event in
                        switch event {
                        case .settled:
                            timer?.disarm()
                            changed()
                        case .unsettled: timer?.arm(after: Self.gracePeriod)
                        case .blind(let failure): log.warning("cannot watch \(path): \(failure)")
                        }
                    })
            case .owner(let name):
                subscriptions.append(
                    connection.followOwner(of: name) { if $0 != nil { changed() } })
            }
        }
    }

    deinit { for subscription in subscriptions { subscription.cancel() } }
}
