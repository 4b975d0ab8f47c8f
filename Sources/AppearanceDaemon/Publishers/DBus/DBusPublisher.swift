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
    /// The properties whose changes are emitted.
    private static let emitted = AppearanceInterface.properties.filter {
        $0.description.change == .emitted
    }
    /// The values of these properties in `last`; empty if all are to be published.
    private var lastValues: [DBusValue] = []

    /// Exports the object; the name is requested later.
    init(
        on connection: BusConnection, serving requests: any RequestHandler,
        _ inhibitors: Inhibitors, _ changes: ChangeRequests, _ presence: PresenceReports,
        log: Log
    ) {
        self.log = log
        let members = AppearanceInterface(
            requests, inhibitors, changes, presence, on: connection)
        object = connection.export(
            path: Self.path, [members.exported],
            introspection: { AppearanceInterface.description.xml })
    }

    func reconnect() {
        guard let last else { return }
        lastValues = []
        publish(last)
    }

    func publish(_ snapshot: Snapshot) {
        let before = last
        let changed = changes(to: snapshot)
        guard !changed.isEmpty else { return }
        attempt { () throws(DBusError) in
            try object.emitPropertiesChanged(of: Self.interface, changed)
            guard let before, before.sequence != snapshot.sequence else { return }
            try object.emit(
                "AppearanceChanged", of: Self.interface,
                [
                    .string(snapshot.appearance.rawValue), .string(before.appearance.rawValue),
                    .string(snapshot.reason.rawValue),
                ])
        }
    }

    func publishLight(_ snapshot: Snapshot) {
        guard var next = last else { return }
        next.light = snapshot.light
        let changed = changes(to: next)
        guard !changed.isEmpty else { return }
        attempt { () throws(DBusError) in
            try object.emitPropertiesChanged(of: Self.interface, changed)
        }
    }

    /// Keeps a snapshot as the last one, and returns the properties whose values differ from before.
    private func changes(to snapshot: Snapshot) -> [(name: String, value: DBusValue)] {
        let values = Self.emitted.map { $0.value(snapshot) }
        let before = lastValues
        last = snapshot
        lastValues = values
        return values.indices.compactMap { index in
            guard before.isEmpty || before[index] != values[index] else { return nil }
            return (Self.emitted[index].description.name, values[index])
        }
    }

    private func attempt(_ emit: () throws(DBusError) -> Void) {
        do { try emit() } catch { log.warning("cannot emit a signal: \(error)") }
    }
}
