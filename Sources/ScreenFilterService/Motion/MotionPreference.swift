internal import DBus
internal import EventLoop

/// The preference for reduced motion that the desktop portal reports.
///
/// It is read before each fade, on a connection of its own: two a day cost less than a subscription
/// to every setting.
final class MotionPreference {
    /// The timeout, which is an invisible delay of a fade.
    private static let timeout = Duration.milliseconds(300)

    private let bus: String?
    private let loop: EventLoop
    private var connection: BusConnection?

    init(bus: String?, on loop: EventLoop) {
        self.bus = bus
        self.loop = loop
    }

    /// Reads the preference; only the last call is answered, with false if the portal is
    /// unavailable.
    func read(_ answer: @escaping (_ isReduced: Bool) -> Void) {
        cancel()
        guard let bus, let request = try? Self.request(),
            let connection = try? BusConnection(loop: loop, address: bus)
        else { return answer(false) }
        self.connection = connection
        connection.call(request, timeout: Self.timeout) { [weak self] result in
            self?.cancel()
            answer((try? result.get())?.first.map(Self.isReduced) ?? false)
        }
    }

    func cancel() {
        connection?.close()
        connection = nil
    }

    private static func request() throws(DBusError) -> Message {
        try Message.call(
            to: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Settings", member: "ReadAll"
        ) { $0.append(.strings([appearance, gnome])) }.startingNobody()
    }

    /// Returns the value of the portal's key, else of GNOME's.
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
