import AppearanceModel
import DBus
import LinuxIO

/// Tells the session bus: properties, and one signal per change of appearance.
final class DBusPublisher: Publisher {
    static let name = "io.github.appearanced"
    static let path = "/io/github/appearanced"
    static let interface = "io.github.appearanced.Appearance1"

    private let object: ExportedObject
    private let log: Log
    private var last: Snapshot?

    /// Puts the object on the bus; the name is still to be asked for.
    init(on connection: BusConnection, serving requests: any Requests, log: Log) {
        self.log = log
        let members = AppearanceInterface(requests, on: connection)
        object = connection.export(
            path: Self.path, [members.exported], introspection: AppearanceInterface.description)
    }

    func publish(_ snapshot: Snapshot) {
        let before = last
        last = snapshot
        let changed = AppearanceInterface.properties.filter { property in
            before.map { property.value($0) != property.value(snapshot) } ?? true
        }
        guard !changed.isEmpty else { return }
        attempt { () throws(DBusError) in
            try object.emitPropertiesChanged(of: Self.interface, changed.map(\.name))
            guard let before, before.sequence != snapshot.sequence else { return }
            try object.emit("AppearanceChanged", of: Self.interface) { signal in
                signal.string(snapshot.appearance.rawValue)
                signal.string(before.appearance.rawValue)
                signal.string(snapshot.reason.rawValue)
            }
        }
    }

    func publishLight(_ snapshot: Snapshot) {
        last?.light = snapshot.light
        attempt { () throws(DBusError) in
            try object.emitPropertiesChanged(of: Self.interface, ["LightLevel", "LightLevelUnit"])
        }
    }

    private func attempt(_ emit: () throws(DBusError) -> Void) {
        do { try emit() } catch { log.warning("a signal could not be sent: \(error)") }
    }
}
