internal import AppearanceDesktop
internal import DBus
internal import DesktopControl
internal import EventLoop
internal import Linux

/// The session bus interface of a desktop's night light.
final class NightLightBus {
    private let nightLight: NightLight
    private let session: DesktopSession
    private let connection: BusConnection
    private let log: Log
    private var listener: SettingListener?
    private var subscriptions: [Subscription] = []
    private var facts: [NightLight.Obstacle: Bool] = [:]
    /// The number of the night; replies from an earlier one are ignored.
    private var night = 0
    private let changed: () -> Void

    /// Connects to the bus; `changed` reports changes of the settings and obstacles, `lost` the
    /// loss of the bus.
    init(
        of nightLight: NightLight, in session: DesktopSession, at address: String,
        on loop: EventLoop, log: Log,
        changed: @escaping () -> Void, lost: @escaping () -> Void
    ) throws(DBusError) {
        self.nightLight = nightLight
        self.session = session
        self.log = log
        self.changed = changed
        connection = try BusConnection(loop: loop, address: address)
        connection.onDisconnected = lost
    }

    deinit { connection.close() }

    /// The reason, for a person, why the night light is not visible; `nil` if it is.
    var obstacle: String? {
        nightLight.obstacles.first { facts[$0] == $0.value }?.words
    }

    /// Makes the desktop read its settings again, if it needs a signal.
    func announce(_ keys: [String]) throws(DesktopError) {
        guard let (path, group) = nightLight.announcement else { return }
        do throws(DBusError) {
            connection.send(
                try .signal(
                    path: path, interface: "org.kde.kconfig.notify", member: "ConfigChanged"
                ) { body in
                    body.array(of: "{saay}") { groups in
                        groups.entry { entry in
                            entry.string(group)
                            entry.array(of: "ay") { names in
                                for key in keys {
                                    names.array(of: "y") { name in
                                        for byte in key.utf8 { name.byte(byte) }
                                    }
                                }
                            }
                        }
                    }
                })
            connection.flush()
        } catch {
            throw DesktopError("the change cannot be announced to KWin: \(error)")
        }
    }

    func listen() {
        guard listener == nil else { return }
        night += 1
        listener = SettingListener(
            to: nightLight.notices(in: session), on: connection, log: log, changed)
        for obstacle in nightLight.obstacles { listen(for: obstacle) }
    }

    func rest() {
        for subscription in subscriptions { subscription.cancel() }
        subscriptions = []
        listener = nil
        facts = [:]
    }

    private func listen(for obstacle: NightLight.Obstacle) {
        let rule = MatchRule(
            sender: obstacle.busName, path: obstacle.path,
            interface: Message.propertiesInterface, member: "PropertiesChanged",
            firstArgument: obstacle.interface)
        subscriptions.append(
            connection.subscribe(to: rule) { [weak self] signal in
                let arguments = (try? signal.arguments()) ?? []
                guard arguments.count >= 2,
                    let flag = arguments[1].properties?[obstacle.property]?.flag
                else { return }
                self?.update(flag, of: obstacle)
            })
        let question = try? Message.call(
            to: obstacle.busName, path: obstacle.path,
            interface: Message.propertiesInterface, member: "Get"
        ) {
            $0.string(obstacle.interface)
            $0.string(obstacle.property)
        }
        guard let question else { return }
        let night = night
        connection.call(question) { [weak self] answer in
            // Without an answer there is no known obstacle.
            guard let self, night == self.night, listener != nil,
                let flag = (try? answer.get())?.first?.flag
            else { return }
            update(flag, of: obstacle)
        }
    }

    private func update(_ flag: Bool, of obstacle: NightLight.Obstacle) {
        guard facts[obstacle] != flag else { return }
        facts[obstacle] = flag
        changed()
    }
}
