internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import DBus
internal import DaemonClient
internal import EventLoop
internal import Linux
internal import SettingsFile
internal import WindowPages

/// Follows the daemon for the icon, and does what its menu offers.
final class TrayRuntime {
    private let bus: BusConnection
    private let log: Log
    private let language: UserLanguage
    private var connection: StatusConnection
    private var configuration: FollowedConfiguration
    private let filters: NightFilters?
    private var status: Snapshot?
    private var icon: IconObject?
    private var menuObject: MenuObject?
    /// Whether a window with settings is installed, which the bus can start.
    private(set) var hasWindow = false
    private var isRefused = false
    /// Fires when the next day begins, from which times have other words.
    private var midnight: TimerSource?

    init(
        following socket: DaemonSocket, on bus: BusConnection, in loop: EventLoop,
        _ environment: (String) -> String?, log: Log
    ) throws {
        self.bus = bus
        self.log = log
        language = UserLanguage(environment)
        configuration = FollowedConfiguration(environment)
        filters = BaseDirectories.path("XDG_RUNTIME_DIR", environment).map(NightFilters.init)
        connection = try StatusConnection(to: socket, grace: .seconds(2))
        midnight = try loop.timer(.realtime) { [weak self] in self?.update() }
    }

    /// The descriptor to watch for input before `process`.
    var descriptor: Int32 { connection.descriptor }

    /// The appearance in effect; `nil` while the daemon does not run.
    var appearance: Appearance? { status?.appearance }

    /// The menu of this moment.
    var menu: TrayMenu {
        let now = Moment.now
        let zone = configuration.current.zone.rules
        let state = status.map {
            ServiceState(
                $0, ambient: configuration.current.values.ambient,
                schedule: configuration.schedule(at: now.wall))
        }
        return TrayMenu(
            state, hasWindow: hasWindow, isNightOff: isNightOff(at: now),
            evening: filters?.evening, at: now.wall,
            PageFormatter(
                zone: zone, now: now.wall, decimalPoint: language.decimalPoint,
                groupSeparator: language.groupSeparator,
                clock: language.clock,
                date: language.date, ntr: language.text(_:_:count:), tr: language.text(_:)))
    }

    /// Whether the night filter is turned off; `nil` if none runs.
    private func isNightOff(at now: Moment) -> Bool? {
        guard let filters, filters.isRunning else { return nil }
        if case .off = filters.override(at: now) { return true }
        return false
    }

    /// Shows the icon in the present panel, and in each later one.
    func start() {
        process()
        icon = IconObject(self, on: bus)
        menuObject = MenuObject(self, on: bus)
        bus.followOwner(of: Self.watcher) { [weak self] owner in
            if owner != nil { self?.register() }
        }
        findWindow()
    }

    /// Reads the changes of the daemon.
    func process() {
        while let event = connection.nextEvent() {
            switch event {
            // An invalid status comes from another version of the daemon.
            case .status(let json): status = (try? Snapshot(json)) ?? status
            case .lost: status = nil
            }
        }
        configuration.follow(status)
        update()
    }

    private func update() {
        icon?.update()
        menuObject?.update()
        let zone = configuration.current.zone.rules
        let tomorrow = zone.start(of: zone.local(.now).date.advanced(by: 1))
        midnight?.arm(at: tomorrow.microsecondsSinceEpoch)
    }

    // MARK: The panel

    private static let watcher = "org.kde.StatusNotifierWatcher"

    private func register() {
        call(
            Self.watcher, "/StatusNotifierWatcher", Self.watcher, "RegisterStatusNotifierItem",
            startsIt: false
        ) { [bus] in
            $0.string(bus.uniqueName)
        } then: { [weak self] error in
            guard let self else { return }
            defer { isRefused = error != nil }
            if let error, !isRefused { log.warning("the panel refuses the icon: \(error.message)") }
        }
    }

    // MARK: The window

    private func findWindow() {
        BusApplication.window.findActivatable(on: bus) { [weak self] isActivatable in
            self?.hasWindow = isActivatable
            self?.update()
        }
    }

    // MARK: Commands

    private static let daemon = "io.github.appearanced"

    /// Runs the command of an item.
    func run(_ command: TrayMenu.Command) {
        switch command {
        case .setMode(let mode, let isTemporary): setMode(mode, isTemporary: isTemporary)
        case .setPause(true): ask("Pause") { $0.append(.properties([:])) }
        case .skipChange:
            ask("Pause") { $0.append(.properties(["until": .string("after-next")])) }
        case .setPause(false): ask("Resume")
        case .setNightOff(let isOff): setNight(isOff: isOff)
        case .startService: startDaemon()
        case .openWindow: openWindow()
        }
    }

    /// Calls the daemon, for which the bus starts it.
    private func startDaemon() {
        call(
            Self.daemon, "/io/github/appearanced", "org.freedesktop.DBus.Peer", "Ping",
            startsIt: true, { _ in }, then: reporting("the service does not start"))
    }

    /// Swaps light and dark until the next change, as `appearancectl toggle` does.
    func toggle() { ask("Toggle") }

    private func setMode(_ mode: Mode, isTemporary: Bool) {
        let options: [String: DBusValue] = isTemporary ? ["until": .string("next")] : [:]
        let body: Message.Body = {
            $0.string(mode.rawValue)
            $0.append(.properties(options))
        }
        ask("SetMode", body) { [weak self] error in
            guard let self, let error else { return }
            // A schedule without a next change, such as that of a polar night, ends no mode.
            if isTemporary, error.name == "io.github.appearanced.Error.NoSuchEvent" {
                setMode(mode, isTemporary: false)
            } else {
                log.warning("the mode was not set: \(error.message)")
            }
        }
    }

    /// Writes or removes the override of the night filter, as the button of its notice does.
    private func setNight(isOff: Bool) {
        do {
            let now = Moment.now
            try filters?.refuseTonight(isOff, by: configuration.schedule(at: now.wall), at: now)
        } catch {
            log.warning("the night filter keeps its state: \(error)")
        }
        update()
    }

    private func openWindow() {
        guard hasWindow else { return }
        BusApplication.window.activate(on: bus) { [log] reply in
            guard case .failure(let error) = reply else { return }
            log.warning("the window does not open: \(error.message)")
        }
    }

    private func ask(
        _ member: String, _ body: @escaping Message.Body = { _ in },
        then: ((DBusError?) -> Void)? = nil
    ) {
        call(
            Self.daemon, "/io/github/appearanced", Self.daemon + ".Appearance1", member,
            startsIt: false, body, then: then ?? reporting("\(member) has failed"))
    }

    /// Returns a function that logs an error after some words.
    private func reporting(_ words: String) -> (DBusError?) -> Void {
        { [log] error in
            if let error { log.warning("\(words): \(error.message)") }
        }
    }

    private func call(
        _ name: String, _ path: String, _ interface: String, _ member: String, startsIt: Bool,
        _ body: Message.Body, then: @escaping (DBusError?) -> Void
    ) {
        do throws(DBusError) {
            let call = try Message.call(
                to: name, path: path, interface: interface, member: member, body)
            bus.call(startsIt ? call : call.startingNobody()) { reply in
                if case .failure(let error) = reply { then(error) } else { then(nil) }
            }
        } catch {
            then(error)
        }
    }
}
