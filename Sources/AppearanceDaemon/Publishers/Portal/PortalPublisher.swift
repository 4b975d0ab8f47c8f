import AppearanceModel
import DBus
import Linux

/// Serves the desktop portal as one of its backends, for apps without support for appearanced.
///
/// Nothing is emitted while another program owns the backend's name: the portal ignores other
/// senders.
final class PortalPublisher: Publisher {
    static let name = "org.freedesktop.impl.portal.desktop.appearanced"
    static let path = "/org/freedesktop/portal/desktop"
    static let interface = "org.freedesktop.impl.portal.Settings"

    private let connection: BusConnection
    private let log: Log
    private var object: ExportedObject?
    private var configuration: PortalSettings
    private var snapshot: Snapshot?
    private var ownsName = false
    private var emitted: PortalValues?

    /// Exports the object; its name is requested later.
    init(on connection: BusConnection, _ configuration: PortalSettings, log: Log) {
        self.connection = connection
        self.configuration = configuration
        self.log = log
        object = connection.export(
            path: Self.path, [exported], introspection: Self.description)
        connection.onNameAcquired = { [weak self] name in
            if name == Self.name { self?.nameAcquired() }
        }
    }

    func publish(_ snapshot: Snapshot) {
        self.snapshot = snapshot
        emit()
    }

    func publishLight(_ snapshot: Snapshot) {}

    /// Follows another configuration from now on.
    func follow(_ next: PortalSettings) {
        let before = configuration
        configuration = next
        if next.enabled != before.enabled {
            next.enabled ? requestName() : connection.releaseName(Self.name)
        }
        emit()
    }

    // MARK: The name

    /// Requests the backend's name on a new connection, and queues for it while another program
    /// owns it.
    func requestName() {
        ownsName = false
        guard configuration.enabled else { return }
        connection.requestName(Self.name, flags: .queue) { [log] answer in
            switch answer {
            case .success(.owner), .success(.alreadyOwner): break
            case .success(.inQueue), .success(.exists):
                log.notice(
                    "another program owns \(Self.name); portal apps follow that program until it"
                        + " releases the name")
            case .failure(let error):
                log.warning(
                    "cannot acquire the name \(Self.name); portal apps will not be updated: \(error)"
                )
            }
        }
    }

    /// Emits everything again: the last owner may have published other values.
    private func nameAcquired() {
        ownsName = true
        emitted = nil
        emit()
    }

    func nameLost() {
        ownsName = false
        if configuration.enabled {
            log.notice(
                "another program has taken over \(Self.name); portal apps follow that program")
        }
    }

    // MARK: Signals

    private var values: PortalValues? {
        snapshot.map { PortalValues($0.appearance, configuration) }
    }

    /// Emits one signal for each key whose value differs from the last one emitted.
    private func emit() {
        guard ownsName, let object, let values, values != emitted else { return }
        for setting in values.settings
        where emitted?.value(of: setting.key, in: setting.namespace) != setting.value {
            do throws(DBusError) {
                try object.emit(
                    "SettingChanged", of: Self.interface,
                    beginningWith: [setting.namespace, setting.key]
                ) { $0.variant(setting.value) }
            } catch {
                log.warning("cannot emit the portal setting \(setting.key): \(error)")
            }
        }
        emitted = values
    }
}

// MARK: - The interface

extension PortalPublisher {
    /// The members of `org.freedesktop.impl.portal.Settings`, version 1.
    private var exported: ExportedInterface {
        ExportedInterface(
            Self.interface,
            methods: [
                ExportedMethod("ReadAll", takes: "as", returns: "a{sa{sv}}") {
                    [unowned self] call throws(DBusError) in
                    call.reply(
                        values?.matching(call.arguments[0].texts)
                            ?? .dictionary(key: "s", value: "a{sv}", []))
                },
                ExportedMethod("Read", takes: "ss", returns: "v") {
                    [unowned self] call throws(DBusError) in
                    call.reply(.variant(try read(call.arguments)))
                },
            ],
            properties: [ExportedProperty("version", "u") { .uint32(1) }],
            signals: [ExportedSignal("SettingChanged", "ssv")])
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

    /// The answer to Introspect.
    static let description = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <interface name="org.freedesktop.impl.portal.Settings">
            <method name="ReadAll">
              <arg name="namespaces" type="as" direction="in"/>
              <arg name="value" type="a{sa{sv}}" direction="out"/>
            </method>
            <method name="Read">
              <arg name="namespace" type="s" direction="in"/>
              <arg name="key" type="s" direction="in"/>
              <arg name="value" type="v" direction="out"/>
            </method>
            <signal name="SettingChanged">
              <arg name="namespace" type="s"/>
              <arg name="key" type="s"/>
              <arg name="value" type="v"/>
            </signal>
            <property name="version" type="u" access="read"/>
          </interface>
        </node>
        """
}

extension DBusValue {
    /// The texts of an array of them.
    fileprivate var texts: [String] {
        guard case .array(_, let elements) = self else { return [] }
        return elements.compactMap(\.text)
    }
}
