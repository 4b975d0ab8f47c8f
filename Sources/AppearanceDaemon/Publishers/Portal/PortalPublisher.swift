import AppearanceModel
import DBus
import Linux

/// Answers the desktop portal as one of its backends, for apps that know nothing of us.
///
/// Nothing is emitted while another program owns the backend's name: the portal would not hear it.
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
    private var told: PortalValues?

    /// Puts the object on the bus; its name is still to be asked for.
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
        tell()
    }

    func publishLight(_ snapshot: Snapshot) {}

    /// Goes by another configuration from now on.
    func follow(_ next: PortalSettings) {
        let before = configuration
        configuration = next
        if next.enabled != before.enabled {
            next.enabled ? join() : connection.releaseName(Self.name)
        }
        tell()
    }

    // MARK: The name

    /// Asks for the backend's name on a bus that knows nothing of us yet, and waits in line for it
    /// while another has it.
    func join() {
        ownsName = false
        guard configuration.enabled else { return }
        connection.requestName(Self.name, flags: .queue) { [log] answer in
            switch answer {
            case .success(.owner), .success(.alreadyOwner): break
            case .success(.inQueue), .success(.exists):
                log.notice(
                    "\(Self.name) belongs to another program, so apps that ask the portal hear that"
                        + " one; it is taken over when it becomes free")
            case .failure(let error):
                log.warning(
                    "the portal's name is not to be had, and its apps hear nothing: \(error)")
            }
        }
    }

    /// Tells everyone anew: whoever asked the last owner may have been told something else.
    private func nameAcquired() {
        ownsName = true
        told = nil
        tell()
    }

    func nameLost() {
        ownsName = false
        if configuration.enabled {
            log.notice("\(Self.name) has been taken over by another program")
        }
    }

    // MARK: Telling

    private var values: PortalValues? {
        snapshot.map { PortalValues($0.appearance, configuration) }
    }

    /// One signal for each key whose value is not what was told last.
    private func tell() {
        guard ownsName, let object, let values, values != told else { return }
        for setting in values.settings
        where told?.value(of: setting.key, in: setting.namespace) != setting.value {
            do throws(DBusError) {
                try object.emit(
                    "SettingChanged", of: Self.interface,
                    beginningWith: [setting.namespace, setting.key]
                ) { $0.variant(setting.value) }
            } catch {
                log.warning("the portal could not be told \(setting.key): \(error)")
            }
        }
        told = values
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

    /// What Introspect answers.
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
