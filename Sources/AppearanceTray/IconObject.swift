internal import AppearanceModel
internal import DBus
internal import WindowPages

/// The icon on the bus, by `org.kde.StatusNotifierItem`.
///
/// https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/
final class IconObject {
    private static let path = "/StatusNotifierItem"
    private static let interface = "org.kde.StatusNotifierItem"

    private unowned let tray: TrayRuntime
    private var object: ExportedObject?
    /// The state that panels know.
    private var known: State

    /// The parts that a panel shows.
    private struct State: Equatable {
        var name: String
        var icon: String
        var title: String
        var sentence: String
    }

    init(_ tray: TrayRuntime, on bus: BusConnection) {
        self.tray = tray
        known = Self.state(of: tray)
        object = bus.export(path: Self.path, [exported])
    }

    private static func state(of tray: TrayRuntime) -> State {
        let menu = tray.menu
        return State(
            name: menu.name, icon: "io.github.appearanced-\((tray.appearance ?? .light).rawValue)",
            title: menu.title, sentence: menu.sentence)
    }

    /// Notifies panels of the parts that have changed.
    func update() {
        let before = known
        known = Self.state(of: tray)
        if known.icon != before.icon { emit("NewIcon") }
        if known != before { emit("NewToolTip") }
    }

    private func emit(_ signal: String) { try? object?.emit(signal, of: Self.interface) }

    private var exported: ExportedInterface {
        ExportedInterface(
            Self.interface,
            methods: [
                ExportedMethod("Activate", takes: "ii") { [unowned self] call in
                    call.reply()
                    tray.run(.openWindow)
                },
                ExportedMethod("SecondaryActivate", takes: "ii") { [unowned self] call in
                    call.reply()
                    tray.toggle()
                },
                // The panel draws the menu by itself.
                ExportedMethod("ContextMenu", takes: "ii") { $0.reply() },
                ExportedMethod("Scroll", takes: "is") { $0.reply() },
            ],
            properties: [
                ExportedProperty("Category", "s"), ExportedProperty("Id", "s"),
                ExportedProperty("Title", "s"), ExportedProperty("Status", "s"),
                ExportedProperty("WindowId", "i"), ExportedProperty("IconName", "s"),
                ExportedProperty("IconThemePath", "s"), ExportedProperty("ItemIsMenu", "b"),
                ExportedProperty("Menu", "o"), ExportedProperty("ToolTip", "(sa(iiay)ss)"),
            ],
            signals: [
                ExportedSignal("NewTitle"), ExportedSignal("NewIcon"), ExportedSignal("NewToolTip"),
                ExportedSignal("NewStatus", "s"),
            ],
            reader: { [unowned self] in
                let (state, hasWindow) = (known, tray.hasWindow)
                return { index in
                    [
                        .string("SystemServices"), .string("appearance-tray"),
                        .string(state.name), .string("Active"), .int32(0), .string(state.icon),
                        // With a path of one's own, Waybar looks in no theme.
                        .string(""), .boolean(!hasWindow), .objectPath(MenuObject.path),
                        .structure([
                            .string(state.icon), .array(of: "(iiay)", []), .string(state.title),
                            .string(state.sentence),
                        ]),
                    ][index]
                }
            })
    }
}
