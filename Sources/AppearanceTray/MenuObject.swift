internal import AppearanceLimits
internal import DBus
internal import WindowPages

/// The menu of the icon on the bus, by `com.canonical.dbusmenu`.
///
/// https://github.com/AyatanaIndicators/libdbusmenu/blob/master/libdbusmenu-glib/dbus-menu.xml
final class MenuObject {
    static let path = "/io/github/appearanced/Tray/Menu"
    private static let interface = "com.canonical.dbusmenu"
    /// The version of the interface that this is.
    private static let version: UInt32 = 3
    /// The number of the menu itself.
    private static let root: Int32 = 0

    private unowned let tray: TrayRuntime
    private var object: ExportedObject?
    /// The menu that panels know, and the number of its changes.
    private var known: TrayMenu
    private var revision: UInt32 = 1

    init(_ tray: TrayRuntime, on bus: BusConnection) {
        self.tray = tray
        known = tray.menu
        object = bus.export(path: Self.path, [exported])
    }

    /// Notifies panels of a menu that differs from the one that they know.
    func update() {
        guard refresh() else { return }
        try? object?.emit(
            "LayoutUpdated", of: Self.interface, [.uint32(revision), .int32(Self.root)])
    }

    /// Makes the menu of this moment; returns whether it differs from the known one.
    private func refresh() -> Bool {
        let next = tray.menu
        guard next.items != known.items else { return false }
        known = next
        revision &+= 1
        return true
    }

    private var exported: ExportedInterface {
        ExportedInterface(
            Self.interface,
            methods: [
                ExportedMethod("GetLayout", takes: "iias", returns: "u(ia{sv}av)") {
                    [unowned self] call throws(DBusError) in
                    try answerLayout(call)
                },
                ExportedMethod("GetGroupProperties", takes: "aias", returns: "a(ia{sv})") {
                    [unowned self] call in
                    answerProperties(call)
                },
                ExportedMethod("GetProperty", takes: "is", returns: "v") {
                    [unowned self] call throws(DBusError) in
                    try answerProperty(call)
                },
                ExportedMethod("Event", takes: "isvu") {
                    [unowned self] call throws(DBusError) in
                    guard handle(call.arguments) else { throw Self.unknown(call.arguments[0]) }
                    call.reply()
                },
                ExportedMethod("EventGroup", takes: "a(isvu)", returns: "ai") {
                    [unowned self] call in
                    let events = call.arguments[0].elements.map(\.members)
                    let unknown = events.filter { !handle($0) }.compactMap(\.first)
                    call.reply(.array(of: "i", unknown))
                },
                ExportedMethod("AboutToShow", takes: "i", returns: "b") { [unowned self] call in
                    call.reply(.boolean(refresh()))
                },
                ExportedMethod("AboutToShowGroup", takes: "ai", returns: "aiai") {
                    [unowned self] call in
                    let changed: [DBusValue] = refresh() ? [.int32(Self.root)] : []
                    call.reply(.array(of: "i", changed), .array(of: "i", []))
                },
            ],
            properties: [
                ExportedProperty("Version", "u"), ExportedProperty("TextDirection", "s"),
                ExportedProperty("Status", "s"), ExportedProperty("IconThemePath", "as"),
            ],
            signals: [
                ExportedSignal("ItemsPropertiesUpdated", "a(ia{sv})a(ias)"),
                ExportedSignal("LayoutUpdated", "ui"),
                ExportedSignal("ItemActivationRequested", "iu"),
            ],
            reader: {
                {
                    [
                        .uint32(Self.version), .string("ltr"), .string("normal"), .strings([]),
                    ][$0]
                }
            })
    }

    private static func unknown(_ id: DBusValue) -> DBusError {
        .invalidArgs("the menu has no item \(id.int32.map(String.init) ?? "of this number")")
    }

    // MARK: Replies

    private func answerLayout(_ call: MethodCall) throws(DBusError) {
        let (parent, names) = (call.arguments[0], call.arguments[2].strings ?? [])
        // Depth 0 is the item alone; a menu without submenus has no more than one level.
        let isDeep = call.arguments[1].int32 != 0
        let layout: DBusValue
        if parent.int32 == Self.root {
            let items = isDeep ? known.items : []
            layout = Self.layout(
                Self.root, Self.rootProperties,
                items.map { .variant(Self.layout($0.id, $0.properties(named: names), [])) })
        } else {
            guard let item = parent.int32.flatMap(known.item) else { throw Self.unknown(parent) }
            layout = Self.layout(item.id, item.properties(named: names), [])
        }
        call.reply(.uint32(revision), layout)
    }

    private static var rootProperties: [String: DBusValue] {
        ["children-display": .string("submenu")]
    }

    private static func layout(
        _ id: Int32, _ properties: [String: DBusValue], _ children: [DBusValue]
    ) -> DBusValue {
        .structure([.int32(id), .properties(properties), .array(of: "v", children)])
    }

    private func answerProperties(_ call: MethodCall) {
        let ids = call.arguments[0].elements.compactMap(\.int32)
        let names = call.arguments[1].strings ?? []
        // libdbusmenu asks for the menu itself too, by the number 0.
        let every =
            [(Self.root, Self.rootProperties)]
            + known.items.map {
                ($0.id, $0.properties(named: names))
            }
        let rows = every.filter { ids.isEmpty || ids.contains($0.0) }.map { id, properties in
            DBusValue.structure([.int32(id), .properties(properties)])
        }
        call.reply(.array(of: "(ia{sv})", rows))
    }

    private func answerProperty(_ call: MethodCall) throws(DBusError) {
        guard let item = call.arguments[0].int32.flatMap(known.item) else {
            throw Self.unknown(call.arguments[0])
        }
        let name = call.arguments[1].text ?? ""
        guard let value = item.properties(named: [name])[name] else {
            throw .invalidArgs("the item has no property \(name.echo)")
        }
        call.reply(.variant(value))
    }

    // MARK: Events

    /// Handles an event of an item; returns whether there is such an item.
    private func handle(_ event: [DBusValue]) -> Bool {
        guard event.count == 4, let id = event[0].int32 else { return false }
        if id == Self.root { return true }
        guard let item = known.item(id) else { return false }
        if event[1].text == "clicked", let command = item.command { tray.run(command) }
        return true
    }
}

extension TrayMenu.Item {
    /// Returns the properties with some names, or all of them; a default value is left out.
    fileprivate func properties(named names: [String]) -> [String: DBusValue] {
        var all: [String: DBusValue] = [:]
        switch kind {
        case .separator: all["type"] = .string("separator")
        case .text: all["enabled"] = .boolean(false)
        case .command: break
        case .radio(let isOn), .check(let isOn):
            let type = if case .radio = kind { "radio" } else { "checkmark" }
            all["toggle-type"] = .string(type)
            all["toggle-state"] = .int32(isOn ? 1 : 0)
        }
        if kind != .separator {
            // An underscore marks the letter of the keyboard.
            let label = label.split(separator: "_", omittingEmptySubsequences: false)
            all["label"] = .string(label.joined(separator: "__"))
        }
        return names.isEmpty ? all : all.filter { names.contains($0.key) }
    }
}

extension DBusValue {
    /// The number of a signed 32-bit integer; `nil` for another type.
    fileprivate var int32: Int32? {
        guard case .int32(let number) = unwrapped else { return nil }
        return number
    }

    /// The elements of an array; none for another type.
    fileprivate var elements: [DBusValue] {
        guard case .array(_, let elements) = unwrapped else { return [] }
        return elements
    }

    /// The members of a structure; none for another type.
    fileprivate var members: [DBusValue] {
        guard case .structure(let members) = unwrapped else { return [] }
        return members
    }
}
