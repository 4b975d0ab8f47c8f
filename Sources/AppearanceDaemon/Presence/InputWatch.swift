import AppearanceModel
import DBus
import Linux

/// Reports whether there was no input for a while, as Mutter sees it; releasing it ends the report.
///
/// https://gitlab.gnome.org/GNOME/mutter/-/blob/main/data/dbus-interfaces/org.gnome.Mutter.IdleMonitor.xml
final class InputWatch {
    private static let name = "org.gnome.Mutter.IdleMonitor"
    private static let path = "/org/gnome/Mutter/IdleMonitor/Core"

    private let quiet: Microseconds
    private let connection: BusConnection
    private let reports: PresenceReports
    private let log: Log
    private var owner: Subscription?
    private var signals: Subscription?
    private var monitor: String?
    private var number: UInt32?
    /// The numbers of the watches for a pause, and for the end of one.
    private var (pauseWatch, inputWatch): (UInt32?, UInt32?) = (nil, nil)

    init(
        after quiet: Microseconds, on connection: BusConnection, _ reports: PresenceReports,
        log: Log
    ) {
        self.quiet = quiet
        self.connection = connection
        self.reports = reports
        self.log = log
        owner = connection.followOwner(of: Self.name) { [weak self] in self?.follow($0) }
    }

    deinit {
        owner?.cancel()
        signals?.cancel()
        // Mutter removes the watches of a client that leaves the bus, which the daemon does not.
        for watch in [pauseWatch, inputWatch] {
            if let watch, let call = message("RemoveWatch", { $0.uint32(watch) }) {
                connection.send(call)
            }
        }
        report(nil)
    }

    private func follow(_ monitor: String?) {
        self.monitor = monitor
        signals?.cancel()
        signals = nil
        (pauseWatch, inputWatch) = (nil, nil)
        report(nil)
        guard let monitor else { return }
        let rule = MatchRule(
            sender: monitor, path: Self.path, interface: Self.name, member: "WatchFired")
        signals = connection.subscribe(to: rule) { [weak self] in self?.receive($0) }
        let milliseconds = UInt64(max(1, quiet.count / 1000))
        call("AddIdleWatch", { $0.uint64(milliseconds) }) { [weak self] in
            self?.pauseWatch = $0
            self?.report(false)
        }
    }

    private func receive(_ signal: Message) {
        guard case .uint32(let watch)? = (try? signal.arguments())?.first else { return }
        if watch == pauseWatch {
            report(true)
            call("AddUserActiveWatch", { _ in }) { [weak self] in self?.inputWatch = $0 }
        } else if watch == inputWatch {
            // This watch ends with its signal.
            inputWatch = nil
            report(false)
        }
    }

    private func call(
        _ member: String, _ body: @escaping Message.Body, _ answer: @escaping (UInt32) -> Void
    ) {
        guard let call = message(member, body) else { return }
        // Nothing waits for the answer: a shell that is starting gives it once it has started.
        connection.call(call, timeout: nil) { [weak self, monitor] result in
            guard let self, self.monitor == monitor else { return }
            switch result {
            case .success(let values):
                if case .uint32(let watch)? = values.first { answer(watch) }
            case .failure(let error):
                log.notice(
                    "\(Self.name) sees no pause, so no change waits for one: \(error.message)")
                report(nil)
            }
        }
    }

    /// Returns a call of the monitor; `nil` if there is none.
    private func message(_ member: String, _ body: @escaping Message.Body) -> Message? {
        monitor.flatMap {
            try? Message.call(
                to: $0, path: Self.path, interface: Self.name, member: member, body)
        }
    }

    private func report(_ isQuiet: Bool?) {
        reports.replace(isQuiet.map { PresenceReport(isQuiet: $0) }, of: &number)
    }
}
