import AppearanceModel
import DBus
import Linux

/// Publishes on the session bus: properties, and one signal for each change of appearance.
final class DBusPublisher: Publisher {
    static let name = "io.github.appearanced"
    static let path = "/io/github/appearanced"
    static let interface = "io.github.appearanced.Appearance1"

    private let object: ExportedObject
    private let log: Log
    private var last: Snapshot?

    /// Exports the object; the name is requested later.
    init(
        on connection: BusConnection, serving requests: any RequestHandler,
        _ inhibitors: Inhibitors,
        log: Log
    ) {
        self.log = log
        let members = AppearanceInterface(requests, inhibitors, on: connection)
        object = connection.export(
            path: Self.path, [members.exported], introspection: AppearanceInterface.description)
    }

    /// Publishes the whole state again, on another bus.
    func publishAll() {
        guard let last else { return }
        self.last = nil
        publish(last)
    }

    func publish(_ snapshot: Snapshot) {
        let before = last
        let changed = store(snapshot)
        guard !changed.isEmpty else { return }
        attempt { () throws(DBusError) in
            try object.emitPropertiesChanged(of: Self.interface, changed)
            guard let before, before.sequence != snapshot.sequence else { return }
            try object.emit(
                "AppearanceChanged", of: Self.interface,
                beginningWith: [
                    snapshot.appearance.rawValue, before.appearance.rawValue,
                    snapshot.reason.rawValue,
                ])
        }
    }

    func publishLight(_ snapshot: Snapshot) {
        guard var next = last else { return }
        next.light = snapshot.light
        let changed = store(next)
        guard !changed.isEmpty else { return }
        attempt { () throws(DBusError) in
            try object.emitPropertiesChanged(of: Self.interface, changed)
        }
    }

    /// Stores the snapshot; returns the names of the properties that changed with it.
    private func store(_ snapshot: Snapshot) -> [String] {
        defer { last = snapshot }
        guard let last else { return AppearanceInterface.properties.map(\.name) }
        return AppearanceInterface.properties.filter { $0.value(last) != $0.value(snapshot) }
            .map(\.name)
    }

    private func attempt(_ emit: () throws(DBusError) -> Void) {
        do { try emit() } catch { log.warning("cannot emit a signal: \(error)") }
    }
}
