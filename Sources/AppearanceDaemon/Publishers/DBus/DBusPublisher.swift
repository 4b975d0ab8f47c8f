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
            path: Self.path, [members.exported],
            introspection: { AppearanceInterface.description.xml })
    }

    func reconnect() {
        guard let last else { return }
        self.last = nil
        publish(last)
    }

    func publish(_ snapshot: Snapshot) {
        let before = last
        let changed = changes(to: snapshot)
        last = snapshot
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
        let changed = changes(to: next)
        last = next
        guard !changed.isEmpty else { return }
        attempt { () throws(DBusError) in
            try object.emitPropertiesChanged(of: Self.interface, changed)
        }
    }

    /// Returns the properties whose values differ from those published last.
    private func changes(to snapshot: Snapshot) -> [(name: String, value: DBusValue)] {
        AppearanceInterface.properties.compactMap { property in
            let value = property.value(snapshot)
            guard let last, property.value(last) == value else { return (property.name, value) }
            return nil
        }
    }

    private func attempt(_ emit: () throws(DBusError) -> Void) {
        do { try emit() } catch { log.warning("cannot emit a signal: \(error)") }
    }
}
