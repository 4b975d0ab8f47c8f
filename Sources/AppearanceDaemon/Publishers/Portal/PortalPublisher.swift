import AppearanceModel
import DBus
import EventLoop
import Linux

/// Serves the desktop portal as one of its backends, for apps without support for appearanced.
///
/// Nothing is emitted while another program owns the backend's name: the portal ignores other
/// senders.
final class PortalPublisher: Publisher {
    static let name = "org.freedesktop.impl.portal.desktop.appearanced"
    static let path = "/org/freedesktop/portal/desktop"
    static let interface = "org.freedesktop.impl.portal.Settings"

    private let bus: SessionBus
    private let log: Log
    private var object: ExportedObject?
    private var configuration: PortalSettings
    /// The newest appearance.
    private var newest: Appearance?
    /// The appearance that the portal has; `nil` before the first.
    private var shown: Appearance?
    private var ownsName = false
    private var emitted: PortalValues?

    /// Returns whether a state is to be shown only by `showNewest`.
    var isHeldBack: (Snapshot) -> Bool = { _ in false }

    /// Exports the object, and requests the name of the backend.
    init(on bus: SessionBus, _ configuration: PortalSettings, log: Log) {
        self.bus = bus
        self.configuration = configuration
        self.log = log
        object = bus.connection.export(
            path: Self.path, [exported], introspection: { Self.description.xml })
        bus.connection.onNameAcquired = { [weak self] name in
            if name == Self.name { self?.nameAcquired() }
        }
        requestName()
    }

    func publish(_ snapshot: Snapshot) {
        newest = snapshot.appearance
        // Until then reads and signals agree on the appearance before; at first there is none.
        if shown == nil || !isHeldBack(snapshot) { showNewest() }
    }

    /// Shows the newest appearance; one that was replaced while it was held back is never shown.
    func showNewest() {
        shown = newest
        emit()
    }

    func reconnect() { requestName() }

    func configure(_ next: Configuration) {
        let before = configuration
        configuration = next.portal
        if configuration.enabled != before.enabled {
            if !configuration.enabled { bus.connection.releaseName(Self.name) }
            requestName()
        }
        emit()
    }

    // MARK: The name

    /// Requests the backend's name on a new connection, and queues for it while another program
    /// owns it.
    private func requestName() {
        ownsName = false
        guard configuration.enabled else { return }
        bus.connection.requestName(Self.name, flags: .queue) { [weak bus, log] answer in
            switch answer {
            case .success(.owner), .success(.alreadyOwner): break
            // A second daemon ends.
            case .success(.inQueue) where bus?.isOwner != true: break
            case .success(.inQueue), .success(.exists):
                log.notice(
                    "another program owns \(Self.name); portal apps follow that program until it"
                        + " releases the name")
            // A lost bus is reported by the connection.
            case .failure where bus?.connection.isOpen != true: break
            case .failure(let error):
                log.warning(
                    "cannot acquire the name \(Self.name); portal apps will not be updated: \(error)"
                )
            }
        }
    }

    /// Emits everything again: the last owner may have published other values.
    private func nameAcquired() {
        // It may have been released meanwhile.
        ownsName = configuration.enabled
        emitted = nil
        emit()
    }

    // MARK: Signals

    private var values: PortalValues? {
        shown.map { PortalValues($0, configuration) }
    }

    /// Emits one signal for each key whose value differs from the last one emitted.
    private func emit() {
        guard ownsName, let object, let values, values != emitted else { return }
        for setting in values.changes(from: emitted) {
            do throws(DBusError) {
                try object.emit(
                    Self.settingChanged.name, of: Self.interface,
                    [.string(setting.namespace), .string(setting.key), .variant(setting.value)])
            } catch {
                log.warning("cannot emit the portal setting \(setting.key): \(error)")
            }
        }
        emitted = values
    }
}

// MARK: - The interface

extension PortalPublisher {
    private static let readAll = InterfaceDescription.Method(
        name: "ReadAll", takes: [.init("namespaces", "as")],
        returns: [.init("value", "a{sa{sv}}")])
    private static let read = InterfaceDescription.Method(
        name: "Read", takes: [.init("namespace", "s"), .init("key", "s")],
        returns: [.init("value", "v")])
    private static let settingChanged = InterfaceDescription.Signal(
        name: "SettingChanged",
        arguments: [.init("namespace", "s"), .init("key", "s"), .init("value", "v")])
    private static let version = InterfaceDescription.Property(name: "version", type: "u")

    /// The interface `org.freedesktop.impl.portal.Settings`, version 1.
    private static let description = InterfaceDescription(
        name: interface, properties: [version], methods: [readAll, read],
        signals: [settingChanged])

    private var exported: ExportedInterface {
        ExportedInterface(
            Self.interface,
            methods: [
                ExportedMethod(Self.readAll) { [unowned self] call throws(DBusError) in
                    call.reply(
                        values?.matching(call.arguments[0].strings ?? [])
                            ?? .dictionary(key: "s", value: "a{sv}", []))
                },
                ExportedMethod(Self.read) { [unowned self] call throws(DBusError) in
                    call.reply(.variant(try read(call.arguments)))
                },
            ],
            properties: [ExportedProperty(Self.version.name, Self.version.type)],
            signals: [ExportedSignal(Self.settingChanged)], reader: { { _ in .uint32(1) } })
    }

    private func read(_ arguments: [DBusValue]) throws(DBusError) -> DBusValue {
        guard let namespace = arguments[0].text, let key = arguments[1].text,
            let value = values?.value(of: key, in: namespace)
        else {
            throw DBusError(
                name: "org.freedesktop.portal.Error.NotFound",
                message: "\(Self.name) has no such setting")
        }
        return value
    }
}
