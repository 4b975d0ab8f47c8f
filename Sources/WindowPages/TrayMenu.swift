package import AppearanceModel
package import AppearanceProtocol

/// The menu of the icon in a panel.
///
/// It says nothing of the light's level: a panel reads its menu again whenever that changes.
package struct TrayMenu: Equatable {
    /// The action of an item.
    package enum Command: Equatable, Sendable {
        /// Sets a mode; a temporary one ends with the next change of the schedule.
        case setMode(Mode, isTemporary: Bool)
        /// Skips the next automatic change.
        case skipChange
        /// Pauses automatic changes, or ends the pause.
        case setPause(Bool)
        /// Keeps the screen from turning red until the end of the night, or lets it follow again.
        case setNightOff(Bool)
        /// Starts the daemon.
        case startService
        /// Opens the window with the settings.
        case openWindow
    }

    /// The appearance of an item.
    package enum Kind: Equatable, Sendable {
        /// Text that cannot be chosen.
        case text
        case separator
        case command
        /// One of several that exclude each other.
        case radio(isOn: Bool)
        case check(isOn: Bool)
    }

    package struct Item: Equatable, Sendable {
        /// A number that the item always has.
        package let id: Int32
        package let kind: Kind
        package let label: String
        package let command: Command?

        init(_ id: Int32, _ kind: Kind, _ label: String = "", _ command: Command? = nil) {
            self.id = id
            self.kind = kind
            self.label = label
            self.command = command
        }
    }

    /// The name of the icon.
    package let name: String
    /// The present appearance, as the title of the icon.
    package let title: String
    /// The state in one sentence.
    package let sentence: String
    package let items: [Item]

    /// The menu of a running daemon; without one, the menu that says so.
    ///
    /// `isNightOff` is whether the night filter is turned off, and `nil` if none runs; `evening` has its colours
    /// while they are those of the evening.
    package init(
        _ state: ServiceState?, hasWindow: Bool, isNightOff: Bool? = nil,
        evening: EveningReport? = nil, at now: WallTime, _ format: PageFormatter
    ) {
        let tr = format.tr
        var state = state
        state?.status.light = nil
        name = tr("Appearance")
        sentence = (state?.sentence(at: now) ?? .notRunning).text(format)
        title = state.map { format.title($0.status.appearance) } ?? tr("Not running")
        var items = [Item(1, .text, sentence)]
        if let evening { items.append(Item(3, .text, evening.text(format))) }
        items.append(Item(2, .separator))
        if let state {
            let status = state.status
            items += Self.modes(state, at: now, format)
            items.append(Item(30, .separator))
            if status.mode == .auto, !status.paused {
                items.append(Item(33, .command, tr("Skip the next change"), .skipChange))
            }
            items += [
                Item(
                    31, .check(isOn: status.paused), tr("Pause changes"),
                    .setPause(!status.paused))
            ]
            let isNightNear = status.appearance == .night || status.next?.appearance == .night
            if let isNightOff, isNightOff || isNightNear || evening != nil {
                items.append(
                    Item(
                        32, .check(isOn: isNightOff), tr("Not tonight"),
                        .setNightOff(!isNightOff)))
            }
        } else {
            items.append(Item(50, .command, tr("Start the service"), .startService))
        }
        if hasWindow {
            items += [Item(40, .separator), Item(41, .command, tr("Settings…"), .openWindow)]
        }
        self.items = items
    }

    private static func modes(
        _ state: ServiceState, at now: WallTime, _ format: PageFormatter
    ) -> [Item] {
        let (status, tr) = (state.status, format.tr)
        var items = zip(10..., [Mode.auto, .light, .dark, .night]).map { id, mode in
            Item(
                id, .radio(isOn: status.mode == mode), format.title(mode),
                .setMode(mode, isTemporary: mode != .auto))
        }
        guard status.mode != .auto else { return items }
        let end =
            status.until.map { tr("Until %s").filled(format.time($0)) }
            ?? OverrideEnd.next.text(state, at: now, format)
        items += [
            Item(20, .separator),
            Item(
                21, .radio(isOn: status.until != nil), end,
                .setMode(status.mode, isTemporary: true)),
            Item(
                22, .radio(isOn: status.until == nil), tr("Until I change it"),
                .setMode(status.mode, isTemporary: false)),
        ]
        return items
    }

    /// Returns the item with a number.
    package func item(_ id: Int32) -> Item? { items.first { $0.id == id } }
}
