internal import DBus
internal import EventLoop

/// Whether the desktop asks for less motion, as its portal says when it is asked.
///
/// It is asked before each fade, on a connection of that moment: two a day cost less than listening
/// to every change of every setting.
final class MotionPreference {
    /// Nobody sees a fade that begins this much later.
    private static let patience = Duration.milliseconds(300)

    private let bus: String?
    private let loop: EventLoop
    private var connection: BusConnection?

    init(bus: String?, on loop: EventLoop) {
        self.bus = bus
        self.loop = loop
    }

    /// Asks; of several questions, the last one is answered, at once where nobody can be asked.
    func ask(_ answer: @escaping (_ isReduced: Bool) -> Void) {
        cancel()
        guard let bus, let question = try? Self.question(),
            let connection = try? BusConnection(loop: loop, address: bus)
        else { return answer(false) }
        self.connection = connection
        connection.call(question, timeout: Self.patience) { [weak self] result in
            self?.cancel()
            answer((try? result.get())?.first.map(Self.isReduced) ?? false)
        }
    }

    /// Asks no more.
    func cancel() {
        connection?.close()
        connection = nil
    }

    private static func question() throws(DBusError) -> Message {
        try Message.call(
            to: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Settings", member: "ReadAll"
        ) { $0.append(.strings([appearance, gnome])) }.startingNobody()
    }

    /// What the portal's own key says, else GNOME's.
    private static func isReduced(_ answer: DBusValue) -> Bool {
        guard let namespaces = answer.properties else { return false }
        if case .uint32(let number)? = namespaces[appearance]?.properties?["reduced-motion"] {
            return number == 1
        }
        return namespaces[gnome]?.properties?["enable-animations"]?.flag == false
    }

    private static let appearance = "org.freedesktop.appearance"
    private static let gnome = "org.gnome.desktop.interface"
}
